import { onDemand } from '../../platform/on-demand.ts';

/** Parsed text after a task's box (seed 3; later revisions of the public project: rulings, stack 3). */
export interface TaskText {
  /** Title without the surrounding fields. */
  readonly title: string;
  /** Number in `P1:`; lower is more urgent. */
  readonly priority: number | null;
  /** Each `#label` in the title, without the `#`. */
  readonly labels: readonly string[];
  readonly id: string | null;
  /** Ids of tasks that it depends on. */
  readonly depends: readonly string[];
  /** Id of the parent task. */
  readonly partOf: string | null;
  /** Notes ` | key: value`, by lower-case key; `blocked` gives the reason. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Begins a note. The space after `|` is not consumed, because it may also be the space before the next ` |`. */
const SEPARATOR = / \|(?= )/;
const NOTE = /^([A-Za-z][\w -]*):[ \t]*(.*)$/;
/** Notes whose value may contain ` | `, as people write reasons. */
const FREE_TEXT: ReadonlySet<string> = new Set(['reason', 'blocked']);
const KEY = /^(id|depends|parent)[ \t]*:[ \t]*(.*)$/i;
const BARE_ID = /^[\w.-]+$/;
const PRIORITY = /^P(\d{1,3})[ \t]*:[ \t]*/;
const hashLabel = onDemand(() => /(?:^|[ \t])#([\p{L}\p{N}_][\p{L}\p{N}_/-]*)/gu);

/** Parts of a line. Joined, they are the line. */
export interface TaskParts {
  readonly head: string;
  /** Each `raw` includes the leading ` | `. */
  readonly notes: readonly { readonly key: string; readonly value: string; readonly raw: string }[];
  /** `(id: …)` after the notes, and trailing comments, with the spaces before them. */
  readonly tail: string;
}

/** Returns a line without its trailing comments; a line that is only a comment stays. */
function withoutComment(line: string): string {
  let rest = line.trimEnd();
  while (rest.endsWith('-->')) {
    const from = rest.lastIndexOf('<!--');
    if (from < 0 || rest.indexOf('-->', from) !== rest.length - 3) break;
    rest = rest.slice(0, from).trimEnd();
  }
  return rest === '' || rest.length === line.trimEnd().length ? line : rest;
}

/** Splits ` | key: value` from the end of a line. A part that is not a valid note belongs to the head. */
export function splitTask(line: string): TaskParts {
  const body = withoutComment(line);
  const { title, reference } = splitReference(body);
  const rest = reference === null || !title.includes(' | ') ? body : title;
  const parts = rest.split(SEPARATOR);
  const notes: { key: string; value: string; raw: string }[] = [];
  while (parts.length > 1) {
    const at = parts.findLastIndex((part, n) => n > 0 && NOTE.test(part.trim()));
    const part = parts.slice(at).join(' |');
    const [match, key = '', value = ''] = at < 0 ? [] : (NOTE.exec(part.trim()) ?? []);
    const name = key.trim().toLowerCase();
    // A note that ends in ` |` would be parsed differently once the note after it is removed.
    if ((match?.endsWith(' |') ?? true) || (at < parts.length - 1 && !FREE_TEXT.has(name))) break;
    notes.push({ key: name, value, raw: ` |${part}` });
    parts.length = at;
  }
  return { head: parts.join(' |'), notes: notes.reverse(), tail: line.slice(rest.length) };
}

interface Reference {
  readonly id: string | null;
  readonly depends: readonly string[];
  readonly partOf: string | null;
}

/** Splits the content of brackets. An early public revision writes `(x, parent: y)` for `(id: x, parent: y)`. */
function partsOf(inner: string): string[] {
  const parts = inner.split(',').map((part) => part.trim());
  const [first = '', second = ''] = parts;
  const isBare = BARE_ID.test(first) && KEY.test(second);
  return isBare ? [`id: ${first}`, ...parts.slice(1)] : parts;
}

/** Parses the content of `(id: x, depends: y, z)`; `null` for other bracketed text. */
function referenceIn(inner: string): Reference | null {
  const found: Record<string, string[]> = {};
  let open = '';
  for (const part of partsOf(inner)) {
    const [match, key = '', value = part] = KEY.exec(part) ?? [];
    if (match === undefined && open === '') return null;
    open = match === undefined ? open : key.toLowerCase();
    found[open] ??= [];
    if (value.trim() !== '') found[open]?.push(value.trim());
  }
  return { id: found.id?.[0] ?? null, depends: found.depends ?? [], partOf: found.parent?.[0] ?? null };
}

const NO_REFERENCE: Reference = { id: null, depends: [], partOf: null };

/** Splits `(id: x, …)` from the end of a text. */
function splitReference(text: string): { title: string; reference: Reference | null } {
  const trimmed = text.trimEnd();
  const from = trimmed.endsWith(')') ? trimmed.lastIndexOf('(') : -1;
  const inner = trimmed.slice(from + 1, -1);
  // A `)` inside means that the last `(` was closed before the end.
  const reference = from < 0 || inner.includes(')') ? null : referenceIn(inner);
  return reference === null ? { title: trimmed, reference } : { title: trimmed.slice(0, from).trimEnd(), reference };
}

/** Returns a title without its labels. */
export const withoutLabels = (title: string): string => (title.includes('#') ? title.replace(hashLabel(), '').trim() : title);

/** Parses the text after a task's box. */
export function parseTaskText(text: string): TaskText {
  // Without a title, the text begins with the first note.
  const { head, notes, tail } = splitTask(text.trim().replace(/^\| /, ' | '));
  const behind = splitReference(withoutComment(tail)).reference;
  const words = head.trim();
  // Of two references the last one counts; the other is part of the title.
  const before = behind === null ? splitReference(words) : { title: words, reference: null };
  const [prefix, priority] = PRIORITY.exec(before.title) ?? ['', undefined];
  const { id, depends, partOf } = behind ?? before.reference ?? NO_REFERENCE;
  return {
    title: before.title.slice(prefix.length),
    priority: priority === undefined ? null : Number(priority),
    labels: before.title.includes('#') ? [...before.title.matchAll(hashLabel())].map(([, label = '']) => label) : [],
    id,
    depends,
    partOf,
    notes: new Map(notes.map(({ key, value }) => [key, value])),
  };
}
