import { CortexError } from '../../platform/errors.ts';
import { counted, grouped } from '../../text/amounts.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { determineLayer } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import type { Layer, Note } from '../notes/note.ts';
import { type LinkReport, linkReport } from '../report.ts';
import { contradictions } from '../trust/reviews.ts';
import { countTable, noteLink } from './inline-markdown.ts';

/** Facts about the vault for collectors. */
export interface MocFacts {
  readonly index: VaultIndex;
  readonly config: VaultConfig;
  /** `YYYY-MM-DD` in the vault's time zone. */
  readonly today: string;
  /** Path of the file whose section is being filled. */
  readonly path: string;
  /** Returns the report on links between notes, computed once for all files. */
  report(): LinkReport;
}

/** Generates the text of the sections with its name. */
export interface Collector {
  readonly name: string;
  /** Returns Markdown with `\n` line breaks. If it throws, the error is reported and the section stays unchanged. */
  collect(facts: MocFacts): string;
}

const MAX_LIST_LENGTH = 10;
const MAX_ORPHANS = 20;
const LAYERS: readonly Layer[] = ['hot', 'warm', 'cold'];

/** Returns the facts for any file of a vault on one day. */
export function mocFacts(index: VaultIndex, config: VaultConfig, today: string): (path: string) => MocFacts {
  let report: LinkReport | null = null;
  const reported = () => {
    report ??= linkReport(index);
    return report;
  };
  return (path) => ({ index, config, today, path, report: reported });
}

function withStatus(index: VaultIndex, status: string): Note[] {
  return Array.from(index.notes()).filter((note) => note.status === status);
}

/** Returns the original's line. In files other than MEMORY.md, which is not searched for links, `[[wikilinks]]` would be a dead link. */
function vaultCount({ index, path }: MocFacts): string {
  const wikilinks = path.split('/').at(-1) === 'MEMORY.md' ? '[[wikilinks]]' : '`[[wikilinks]]`';
  return `> **Vault:** ${index.size} atoms, ${withStatus(index, 'active').length} active. Obsidian-compatible with ${wikilinks}.`;
}

function countsBy(head: string, keyOf: (note: Note) => string): (facts: MocFacts) => string {
  return ({ index }) => {
    const counts = new Map<string, [all: number, active: number]>();
    for (const note of index.notes()) {
      const [all, active] = counts.get(keyOf(note)) ?? [0, 0];
      counts.set(keyOf(note), [all + 1, active + (note.status === 'active' ? 1 : 0)]);
    }
    const rows = [...counts].sort(([one], [other]) => compareCodePoints(one, other));
    return countTable(
      [head, 'Notes', 'Active'],
      rows.map(([key, numbers]) => [key, ...numbers]),
    );
  };
}

/** Counts notes as the layer files do: without archived ones. */
function byLayer({ index, config, today }: MocFacts): string {
  const counts = new Map<Layer, number>();
  for (const note of index.notes()) {
    if (note.status === 'archived') continue;
    const layer = determineLayer(note, today, config);
    counts.set(layer, (counts.get(layer) ?? 0) + 1);
  }
  return countTable(
    ['Layer', 'Notes'],
    LAYERS.map((layer) => [layer, counts.get(layer) ?? 0]),
  );
}

const dayOf = ({ updated, created }: Note) => updated ?? created ?? '';

function newestFirst(notes: readonly Note[]): Note[] {
  return notes.toSorted((one, other) => compareCodePoints(dayOf(other), dayOf(one)) || compareCodePoints(one.path, other.path));
}

/** Returns a list with at most `most` items, and the number of omitted ones. */
function list(items: readonly string[], most: number, none: string): string {
  if (items.length === 0) return none;
  const shown = items.slice(0, most).map((item) => `- ${item}`);
  if (items.length > most) shown.push(`- … and ${grouped(items.length - most)} more`);
  return shown.join('\n');
}

function recent({ index, path }: MocFacts): string {
  const notes = newestFirst(withStatus(index, 'active')).slice(0, MAX_LIST_LENGTH);
  const items = notes.map((note) => `${dayOf(note) || 'no date'}: ${noteLink(note, path)}`);
  return list(items, MAX_LIST_LENGTH, 'No active notes.');
}

/** Returns a link to the note at a path. @param from path of the file that contains the link */
const linkTo = (index: VaultIndex, note: string, from: string) => noteLink(index.get(note) ?? { name: '', path: note }, from);

function orphans({ index, path, report }: MocFacts): string {
  const items = report().orphans.map((orphan) => linkTo(index, orphan, path));
  return list(items, MAX_ORPHANS, 'No orphans.');
}

function hubs({ index, path, report }: MocFacts): string {
  const items = report().hubs.map((hub) => `${linkTo(index, hub.path, path)}: ${counted(hub.links, 'link')}`);
  return list(items, MAX_LIST_LENGTH, 'No links between notes.');
}

/** Lists notes in review, then contradictions. Both wait for a person. */
function reviews({ index, path }: MocFacts): string {
  const waiting = newestFirst(withStatus(index, 'review')).map((note) => noteLink(note, path));
  const disputes = contradictions(index).map(
    ({ paths: [one, other] }) => `${linkTo(index, one, path)} contradicts ${linkTo(index, other, path)}`,
  );
  return list([...waiting, ...disputes], MAX_ORPHANS, 'No notes are waiting for review.');
}

/** Collectors that every vault has (RULINGS, vault 7). */
const BUILT_IN: readonly Collector[] = [
  { name: 'vault_count', collect: vaultCount },
  { name: 'by_project', collect: countsBy('Project', ({ project }) => project) },
  { name: 'by_type', collect: countsBy('Type', ({ type }) => type) },
  { name: 'by_layer', collect: byLayer },
  { name: 'recent', collect: recent },
  { name: 'orphans', collect: orphans },
  { name: 'hubs', collect: hubs },
  { name: 'reviews', collect: reviews },
];

/** Collectors by name: built-in and registered ones. */
export class CollectorRegistry {
  readonly #collectors = new Map(BUILT_IN.map((collector) => [collector.name, collector]));

  /** Registers a collector. @throws CortexError `already-exists` if the name is taken; `invalid-input` if no marker can have the name */
  register(collector: Collector): void {
    const { name } = collector;
    if (!/^[\w.-]{1,100}$/.test(name)) {
      const allowed = 'letters, digits, ".", "_" and "-", at most 100';
      throw new CortexError('invalid-input', 'is not a valid section name', { value: name, allowed, next: 'Choose another name.' });
    }
    if (this.#collectors.has(name)) {
      throw new CortexError('already-exists', 'a collector with this name already exists', { value: name, next: 'Choose another name.' });
    }
    this.#collectors.set(name, collector);
  }

  get(name: string): Collector | undefined {
    return this.#collectors.get(name);
  }

  /** Names of all collectors. */
  get names(): readonly string[] {
    return [...this.#collectors.keys()];
  }
}
