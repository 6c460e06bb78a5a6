"""A program that plays every game at random over JSON lines. It needs nothing but Python.

python main.py play slime --seats "cmd:python3 examples/bots/chooser.py,random" --headless
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any


def made(schema: dict[str, Any], parts: dict[str, Any], random: Random) -> Any:
    """Return a random value that a JSON Schema allows; `parts` are its definitions."""
    if "$ref" in schema:
        return made(parts[schema["$ref"].rpartition("/")[2]], parts, random)
    if "anyOf" in schema:
        return made(random.choice(schema["anyOf"]), parts, random)
    if "enum" in schema:
        return random.choice(schema["enum"])
    match schema["type"]:
        case "object":
            return {name: made(schema["properties"][name], parts, random) for name in schema["required"]}
        case "array":
            items = schema.get("prefixItems") or [schema["items"]] * schema.get("minItems", 0)
            return [made(item, parts, random) for item in items]
        case "integer":
            least = schema.get("minimum", 0)
            return random.randint(least, schema.get("maximum", least + 99))
        case "boolean":
            return random.random() < 0.5
        case "string":
            return random.choice(schema.get("examples", [""]))
    return None


def main() -> None:
    """Answer each line of standard input until its end."""
    schema: dict[str, Any] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            schema = message["action_schema"]
            print(json.dumps({"type": "ready", "id": message["id"]}), flush=True)
        elif message["type"] == "ask":
            random, legal = Random(message["seed"]), message["legal"]
            action = random.choice(legal) if legal is not None else made(schema, schema["$defs"], random)
            print(json.dumps({"type": "answer", "id": message["id"], "action": action}), flush=True)


main()
