"use strict";
// Whatever is folded is shown on paper; a link to a program opens it.
const folded = () => document.querySelectorAll("details");
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...folded()].filter((part) => part.open);
  folded().forEach((part) => { part.open = true; });
});
addEventListener("afterprint", () => folded().forEach((part) => { part.open = opened.includes(part); }));
const openAimed = () => {
  const aimed = document.getElementById(location.hash.slice(1));
  if (aimed instanceof HTMLDetailsElement) { aimed.open = true; aimed.scrollIntoView(); }
};
addEventListener("hashchange", openAimed);
openAimed();

// Moving pictures: for each turn and player a byte for the square (255 is the sky) and one for the state.
const SKY = 255, SIDE = 196, PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 600 : 120;
const films = JSON.parse(document.getElementById("films").textContent);
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const unpacked = async (text) => {
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

const shape = (brush, state, x, y, size) => {
  brush.beginPath();
  if (state === 0) brush.arc(x, y, size, 0, 2 * Math.PI);
  else if (state === 1) brush.rect(x - size, y - size, 2 * size, 2 * size);
  else { brush.moveTo(x, y - size); brush.lineTo(x + size, y + size); brush.lineTo(x - size, y + size); brush.closePath(); }
  brush.fill();
};

const paint = (brush, [rows, columns, players], bytes, turn, seat) => {
  const cell = SIDE / Math.max(rows, columns), across = 5, filled = new Map();
  const colours = [colour("teal"), colour("muted"), colour("wrong")];
  brush.clearRect(0, 0, SIDE, SIDE + 20);
  brush.fillStyle = colour("room");
  brush.fillRect(0, 0, columns * cell, rows * cell);
  brush.strokeStyle = colour("line");
  for (let line = 0; line <= Math.max(rows, columns); line += 1) {
    brush.strokeRect(0, 0, Math.min(line, columns) * cell, rows * cell);
    brush.strokeRect(0, 0, columns * cell, Math.min(line, rows) * cell);
  }
  let sky = 0, followed = null;
  for (let player = 0; player < players; player += 1) {
    const at = 2 * (turn * players + player), square = bytes[at], state = bytes[at + 1];
    if (square === SKY) { sky += 1; if (player === seat) followed = SKY; continue; }
    const count = filled.get(square) ?? 0, left = square % columns * cell, top = Math.floor(square / columns) * cell;
    filled.set(square, count + 1);
    if (player === seat) followed = square;
    brush.fillStyle = colours[state] ?? colours[2];
    const step = cell / across;
    shape(brush, state, left + step * (count % across + 0.5), top + step * (Math.floor(count / across) % across + 0.5), step * 0.42);
  }
  brush.strokeStyle = colour("yellow");
  brush.lineWidth = 2;
  if (followed !== null && followed !== SKY) {
    brush.strokeRect(followed % columns * cell + 1, Math.floor(followed / columns) * cell + 1, cell - 2, cell - 2);
  }
  brush.lineWidth = 1;
  brush.fillStyle = followed === SKY ? colour("yellow") : colour("muted");
  brush.font = "12px sans-serif";
  brush.fillText(`☁ ${sky}`, 2, SIDE + 15);
};

const begin = async (canvas) => {
  const film = films[canvas.dataset.film];
  if (!film || !("DecompressionStream" in window)) return;
  const part = canvas.closest(".game"), slider = part.querySelector("input"), button = part.querySelector("button");
  const told = part.querySelector(".turn"), bytes = await unpacked(film[3]), turns = bytes.length / 2 / film[2];
  const brush = canvas.getContext("2d");
  canvas.width = SIDE * devicePixelRatio;
  canvas.height = (SIDE + 20) * devicePixelRatio;
  brush.scale(devicePixelRatio, devicePixelRatio);
  slider.max = turns - 1;
  slider.value = Math.min(60, turns - 1);
  const show = () => {
    paint(brush, film, bytes, Number(slider.value), Number(canvas.dataset.seat));
    told.textContent = `${slider.dataset.turn} ${slider.value}`;
  };
  let moving = 0;
  const stop = () => {
    clearInterval(moving);
    moving = 0;
    button.textContent = "▶";
    button.ariaLabel = button.dataset.play;
  };
  const step = () => {
    if (Number(slider.value) + 1 >= turns) { stop(); return; }
    slider.value = Number(slider.value) + 1;
    show();
  };
  button.addEventListener("click", () => {
    if (moving) { stop(); return; }
    if (Number(slider.value) + 1 >= turns) slider.value = 0;
    button.textContent = "❚❚";
    button.ariaLabel = button.dataset.pause;
    moving = setInterval(step, PACE);
  });
  slider.addEventListener("input", show);
  for (const query of ["(prefers-color-scheme: dark)", "print"]) matchMedia(query).addEventListener("change", show);
  addEventListener("beforeprint", show);
  show();
};
document.querySelectorAll("canvas").forEach(begin);
