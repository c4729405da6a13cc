import { compareCodePoints } from '../kernel/code-point-order.ts';
import type { VaultConfig } from './config.ts';
import { layerEntry, layersOf } from './layer-files.ts';
import type { Note } from './note.ts';
import type { VaultIndex } from './vault-index.ts';

/** As many are rendered at a time: of one there is too much around it, and all of them at once take many times as much memory. */
const TOGETHER = 256;

/** An array in two-space JSON with raw Unicode, as the original writes it. @param depth how many brackets it stands in: 0 or 1 */
function renderList<Item>(items: readonly Item[], depth: 0 | 1, entryOf: (item: Item) => unknown): string {
  if (items.length === 0) return '[]';
  const indent = depth === 0 ? '' : '  ';
  const open = `[\n${indent}  `;
  const close = `\n${indent}]`;
  const parts: string[] = [];
  for (let from = 0; from < items.length; from += TOGETHER) {
    const entries = items.slice(from, from + TOGETHER).map(entryOf);
    // The brackets around it are written again, once for all parts.
    if (depth === 0) parts.push(JSON.stringify(entries, null, 2).slice(open.length, -close.length));
    else parts.push(JSON.stringify([entries], null, 2).slice(`[\n  ${open}`.length, -`${close}\n]`.length));
  }
  return `${open}${parts.join(`,\n${indent}  `)}${close}`;
}

const renderFile = (notes: readonly Note[], entryOf: (note: Note) => object) => `${renderList(notes, 0, entryOf)}\n`;

/** Written without an object in between: in one, keys that look like numbers would come first, and `__proto__` would be none. */
function renderGroups<Item>(groups: ReadonlyMap<string, readonly Item[]>, entryOf: (item: Item) => unknown): string {
  const members = [...groups]
    .sort(([one], [other]) => compareCodePoints(one, other))
    .map(([key, items]) => `  ${JSON.stringify(key)}: ${renderList(items, 1, entryOf)}`);
  return members.length === 0 ? '{}\n' : `{\n${members.join(',\n')}\n}\n`;
}

function grouped(notes: readonly Note[], keysOf: (note: Note) => readonly string[]): Map<string, Note[]> {
  const groups = new Map<string, Note[]>();
  for (const note of notes) {
    for (const key of keysOf(note)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [note]);
      else group.push(note);
    }
  }
  return groups;
}

/** One note in `manifest.json`: the original's fields, then those that only we know, where they are known. */
function manifestEntry(note: Note): object {
  const { path, name, type, project, status, tags } = note;
  return {
    path,
    name,
    type,
    project,
    status,
    tags,
    updated: note.updated ?? '',
    created: note.created ?? '',
    lines: note.lines,
    size_bytes: note.file.size,
    description: note.description,
    id: note.id === '' ? undefined : note.id,
    links: note.related.length === 0 ? undefined : note.related,
    confidence: note.confidence ?? undefined,
    pnl_impact: note.pnlImpact ?? undefined,
  };
}

function member({ path, name, type, tags, updated, status, project }: Note): object {
  return { path, name, type, tags, updated: updated ?? '', status, project };
}

function tagMember({ path, name, project, type }: Note): object {
  return { path, name, project, type };
}

/** Targets as they are written, each once: wikilinks first, then references to files. */
function targetsOf({ links }: Note): string[] {
  const wikilinks = links.filter(({ kind }) => kind !== 'file');
  const references = links.filter(({ kind }) => kind === 'file');
  return [...new Set([...wikilinks, ...references].map(({ target }) => target))];
}

function graphOf(notes: readonly Note[]): Map<string, readonly string[]> {
  return new Map(notes.filter(({ links }) => links.length > 0).map((note) => [note.path, targetsOf(note)]));
}

/**
 * The files of `index/` and `layers/` with their texts (RULINGS, vault 4), the same for the same notes on every machine. All derived.
 * @param today `YYYY-MM-DD` in the time zone of the vault
 */
export function indexFiles(index: VaultIndex, config: VaultConfig, today: string): ReadonlyMap<string, string> {
  const notes = [...index.notes()];
  const { hot, warm, cold } = layersOf(notes, config, today);
  return new Map([
    ['index/manifest.json', renderFile(notes, manifestEntry)],
    [
      'index/by_project.json',
      renderGroups(
        grouped(notes, ({ project }) => [project]),
        member,
      ),
    ],
    [
      'index/by_type.json',
      renderGroups(
        grouped(notes, ({ type }) => [type]),
        member,
      ),
    ],
    [
      'index/by_tag.json',
      renderGroups(
        grouped(notes, ({ tags }) => tags),
        tagMember,
      ),
    ],
    ['index/graph.json', renderGroups(graphOf(notes), (target) => target)],
    ['layers/hot.json', renderFile(hot, layerEntry)],
    ['layers/warm.json', renderFile(warm, layerEntry)],
    ['layers/cold.json', renderFile(cold, layerEntry)],
  ]);
}
