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
