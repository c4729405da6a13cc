"""A vault indexer as one writes it in Python with the standard library alone, for comparison: headers line by line, five indexes, three
layers, no cache, nothing synced. Prints how many milliseconds it took."""

import json
import os
import re
import sys
import time
from datetime import date
from pathlib import Path

EXCLUDED = {".obsidian", ".git", "node_modules", "engine", "cortex", "index", "layers", "__pycache__"}
DIRECTORIES = {"feedback": "meta", "rules": "meta", "reference": "meta", "_moc": "meta"}
WIKILINK = re.compile(r"\[\[([^\]|#]+)(?:[|#][^\]]*)?\]\]")
FILE_REF = re.compile(r"`([^`\s]+/[^`\s]+\.md)`")
HASHTAG = re.compile(r"(?:^|\s)#([A-Za-z][A-Za-z0-9_-]+)", re.M)
FENCE = re.compile(r"```.*?```", re.S)


def parse_header(text):
    if not text.startswith("---"):
        return {}, text
    end = text.find("\n---", 3)
    if end == -1:
        return {}, text
    header = {}
    for line in text[3:end].split("\n"):
        if ":" not in line:
            continue
        key, _, value = line.partition(":")
        key, value = key.strip(), value.strip()
        if value.startswith("[") and value.endswith("]"):
            value = [v.strip().strip("\"'") for v in value[1:-1].split(",") if v.strip()]
        else:
            value = value.strip("\"'")
        header[key] = value
    return header, text[end + 4:]


def scan(root):
    found = []
    for path in sorted(root.rglob("*.md")):
        rel = path.relative_to(root)
        if any(part in EXCLUDED or part.startswith(".") for part in rel.parts[:-1]) or path.name == "MEMORY.md":
            continue
        found.append((path, rel))
    return found


def read(path, rel):
    stat = path.stat()
    text = path.read_text(encoding="utf-8", errors="replace")
    header, body = parse_header(text)
    prose = FENCE.sub("", body)
    tags = header.get("tags") or []
    if isinstance(tags, str):
        tags = [t.strip() for t in tags.split(",") if t.strip()]
    tags = [t.lower() for t in tags]
    for tag in HASHTAG.findall(prose):
        if tag.lower() not in tags:
            tags.append(tag.lower())
    project = header.get("project") or next((DIRECTORIES[p] for p in rel.parts[:-1] if p in DIRECTORIES), "unknown")
    links = list(dict.fromkeys([m.strip() for m in WIKILINK.findall(prose)] + FILE_REF.findall(prose)))
    atom = {
        "path": str(rel), "name": header.get("name") or path.stem, "type": header.get("type") or "unknown", "project": project,
        "status": (header.get("status") or "active").lower(), "tags": tags, "updated": header.get("updated", ""),
        "created": header.get("created", ""), "lines": text.count("\n"), "size_bytes": stat.st_size,
        "description": header.get("description", ""),
    }
    return atom, links, stat.st_mtime


def pick(atom, *keys):
    return {key: atom[key] for key in keys}


def write(path, value):
    tmp = path.with_suffix(".tmp")
    with open(tmp, "w", encoding="utf-8") as f:
        json.dump(value, f, indent=2, ensure_ascii=False)
    os.replace(tmp, path)


def main(root):
    atoms, graph, by_project, by_type, by_tag = [], {}, {}, {}, {}
    layers = {"hot": [], "warm": [], "cold": []}
    today = date.today()
    for path, rel in scan(root):
        atom, links, mtime = read(path, rel)
        atoms.append(atom)
        if links:
            graph[atom["path"]] = links
        member = pick(atom, "path", "name", "type", "tags", "updated", "status", "project")
        by_project.setdefault(atom["project"], []).append(member)
        by_type.setdefault(atom["type"], []).append(member)
        for tag in atom["tags"]:
            by_tag.setdefault(tag, []).append(pick(atom, "path", "name", "project", "type"))
        if atom["status"] == "archived":
            continue
        try:
            day = date.fromisoformat(atom["updated"] or atom["created"])
        except ValueError:
            day = date.fromtimestamp(mtime)
        age = (today - day).days
        layer = "hot" if age <= 2 else "warm" if age <= 7 else "cold"
        layers[layer].append((day, pick(atom, "path", "name", "type", "project", "tags", "updated", "lines")))
    index, layer_dir = root / "index", root / "layers"
    index.mkdir(exist_ok=True)
    layer_dir.mkdir(exist_ok=True)
    write(index / "manifest.json", atoms)
    write(index / "by_project.json", dict(sorted(by_project.items())))
    write(index / "by_type.json", dict(sorted(by_type.items())))
    write(index / "by_tag.json", dict(sorted(by_tag.items())))
    write(index / "graph.json", graph)
    for name, members in layers.items():
        members.sort(key=lambda each: each[0], reverse=True)
        write(layer_dir / f"{name}.json", [member for _, member in members])


if __name__ == "__main__":
    begun = time.perf_counter()
    main(Path(sys.argv[1]))
    print((time.perf_counter() - begun) * 1000)
