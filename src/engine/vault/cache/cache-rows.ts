import { isCount, isNumber, isText, listOf, orNone, orNull, shapeGuard } from '../../text/shape.ts';
import type { Citation, CitationForm, HeadingLink, Note, NoteHead, NoteProblem, NoteRest, WrittenLink } from '../notes/note.ts';

const PROBLEM_CODES: Readonly<Record<NoteProblem['code'], true>> = {
  'not-utf8': true,
  nul: true,
  'too-large': true,
  unreadable: true,
  yaml: true,
  'bad-header': true,
  'repeated-key': true,
  'code-header': true,
  'second-header': true,
  'unclosed-header': true,
  'unopened-header': true,
  'unclosed-list': true,
  'merge-conflict': true,
  'half-merge-conflict': true,
  'bad-value': true,
  'bad-date': true,
  'unknown-type': true,
  'unknown-status': true,
  'unclosed-marker': true,
};

/** Problem as a list: field names would take a third of the file of a vault with fifty thousand notes. */
export type ProblemRow = readonly [code: NoteProblem['code'], message: string, line: number, column: number];

/** Fields that are empty in the heads of most notes. The row is left out if all of them are empty. */
export type RareRow = readonly [
  supersedes: readonly string[],
  supersededBy: readonly string[],
  problems: readonly ProblemRow[],
  contradicts: readonly string[],
  aliases: readonly string[],
];

/** `NoteHead` as a list. */
export type HeadRow = readonly [
  path: string,
  size: number,
  mtimeNs: string,
  ino: string,
  name: string,
  type: string,
  project: string,
  status: string,
  description: string,
  created: string | null,
  updated: string | null,
  tags: readonly string[],
  /** `true` if it is the file's name, as in most notes. */
  id: string | true,
  rare?: RareRow,
];

function isTextList(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (let place = 0; place < value.length; place++) if (typeof value[place] !== 'string') return false;
  return true;
}

const isProblem = (row: unknown): boolean =>
  Array.isArray(row) &&
  isText(row[0]) &&
  Object.hasOwn(PROBLEM_CODES, String(row[0])) &&
  isText(row[1]) &&
  isCount(row[2]) &&
  isCount(row[3]);

const isRareRow = (row: unknown): boolean =>
  Array.isArray(row) &&
  isTextList(row[0]) &&
  isTextList(row[1]) &&
  Array.isArray(row[2]) &&
  row[2].every(isProblem) &&
  isTextList(row[3]) &&
  isTextList(row[4]);

/** Days that passed the check. A vault has few different days, so each is checked once. */
export type KnownDays = Set<unknown>;

function isDay(value: unknown, known: KnownDays): boolean {
  if (value === null || known.has(value)) return true;
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  known.add(value);
  return true;
}

/** Reports whether a row is a valid head. Written without helpers: every start checks every note, mostly before this code is compiled. */
export function isHeadRow(row: unknown, days: KnownDays): row is HeadRow {
  return (
    Array.isArray(row) &&
    typeof row[0] === 'string' &&
    isCount(row[1]) &&
    typeof row[2] === 'string' &&
    typeof row[3] === 'string' &&
    typeof row[4] === 'string' &&
    typeof row[5] === 'string' &&
    typeof row[6] === 'string' &&
    typeof row[7] === 'string' &&
    typeof row[8] === 'string' &&
    isDay(row[9], days) &&
    isDay(row[10], days) &&
    isTextList(row[11]) &&
    (typeof row[12] === 'string' || row[12] === true) &&
    (row[13] === undefined || isRareRow(row[13]))
  );
}

/** Returns the id that a note has if it is named like its file. */
export const idInPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.md'.length);

/** Returns the row of a note's head. Fields are written out because spreading takes several times as long. */
export function toHeadRow(note: NoteHead): HeadRow {
  const { path, file, name, type, project, status, description, created, updated, tags } = note;
  const id = note.id === idInPath(path) || note.id;
  const rare = rareRowOf(note);
  if (rare === null) return [path, file.size, file.mtimeNs, file.ino, name, type, project, status, description, created, updated, tags, id];
  return [path, file.size, file.mtimeNs, file.ino, name, type, project, status, description, created, updated, tags, id, rare];
}

function rareRowOf({ supersedes, supersededBy, contradicts, problems, aliases }: NoteHead): RareRow | null {
  if (supersedes.length + supersededBy.length + contradicts.length + problems.length + aliases.length === 0) return null;
  const rows = problems.map(({ code, message, line, column }): ProblemRow => [code, message, line, column]);
  return [supersedes, supersededBy, rows, contradicts, aliases];
}

type LinkRow = readonly [target: string, line: number, kind: WrittenLink['kind']];
type HeadingRow = readonly [...LinkRow, heading: string];
type CitationRow = readonly [path: string, line: number | null, at: number, lastLine?: number | null, form?: CitationForm];

/** `NoteRest` as a list. */
export type RestRow = readonly [
  summary: string,
  confidence: number | null,
  pnlImpact: number | null,
  lines: number,
  related: readonly string[],
  links: readonly LinkRow[],
  citations: readonly CitationRow[],
  cited: readonly string[],
  contradictions: readonly string[],
  /** Left out if there are none, as in most notes. */
  headingLinks?: readonly HeadingRow[],
];

function toCitationRow({ path, line, at, lastLine, form }: Citation): CitationRow {
  if (form !== undefined) return [path, line, at, lastLine ?? null, form];
  return lastLine === undefined ? [path, line, at] : [path, line, at, lastLine];
}

const fromCitationRow = ([path, line, at, lastLine, form]: CitationRow): Citation => ({
  path,
  line,
  at,
  ...(typeof lastLine === 'number' && { lastLine }),
  ...(form !== undefined && { form }),
});

/** Returns the row of all fields of a note that are not in its head. */
export function toRestRow(note: Note): RestRow {
  const { summary, confidence, pnlImpact, lines, related, cited, contradictions } = note;
  const links = note.links.map(({ target, line, kind }): LinkRow => [target, line, kind]);
  const citations = note.citations.map(toCitationRow);
  const headings = note.headingLinks.map(({ target, line, kind, heading }): HeadingRow => [target, line, kind, heading]);
  if (headings.length === 0) return [summary, confidence, pnlImpact, lines, related, links, citations, cited, contradictions];
  return [summary, confidence, pnlImpact, lines, related, links, citations, cited, contradictions, headings];
}

const FORMS: ReadonlySet<unknown> = new Set<CitationForm>(['prose', 'link']);
const isForm = (form: unknown) => FORMS.has(form);
const NONE: readonly never[] = [];

/** Returns the fields from which `toRestRow` made the row. For rows that were not in a file; see `parseRestRow`. */
export function fromRestRow([
  summary,
  confidence,
  pnlImpact,
  lines,
  related,
  links,
  places,
  cited,
  contradictions,
  headings,
]: RestRow): NoteRest {
  const citations = places.map(fromCitationRow);
  const headingLinks = headings === undefined ? NONE : headings.map(([target, line, kind, heading]) => ({ target, line, kind, heading }));
  return {
    summary,
    confidence,
    pnlImpact,
    lines,
    related,
    cited,
    contradictions,
    citations,
    headingLinks,
    links: links.map(([target, line, kind]) => ({ target, line, kind })),
  };
}

const LINK_KINDS: ReadonlySet<unknown> = new Set(['wikilink', 'embed', 'property', 'markdown', 'file'] satisfies WrittenLink['kind'][]);

const isRest = shapeGuard<NoteRest>({
  summary: isText,
  confidence: orNull(isNumber),
  pnlImpact: orNull(isNumber),
  lines: isCount,
  related: listOf(isText),
  cited: listOf(isText),
  contradictions: listOf(isText),
  links: listOf(shapeGuard<WrittenLink>({ target: isText, line: isCount, kind: (kind) => LINK_KINDS.has(kind) })),
  headingLinks: listOf(shapeGuard<HeadingLink>({ target: isText, line: isCount, kind: (kind) => LINK_KINDS.has(kind), heading: isText })),
  citations: listOf(
    shapeGuard<Citation>({ path: isText, line: orNull(isCount), at: isCount, lastLine: orNone(isCount), form: orNone(isForm) }),
  ),
});

/** Maps rows to objects. Returns values that are not lists unchanged; the check that follows rejects them. */
function each(value: unknown, make: (row: readonly unknown[]) => object): unknown {
  return Array.isArray(value) ? value.map((row) => (Array.isArray(row) ? make(row) : row)) : value;
}

/** Returns the summary in a row that `toRestRow` made; `null` if the row is invalid. */
export const summaryInRow = (row: unknown): string | null => (Array.isArray(row) && typeof row[0] === 'string' ? row[0] : null);

/** Returns the fields from which `toRestRow` made the row; `null` if the row is invalid. */
export function parseRestRow(row: unknown): NoteRest | null {
  if (!Array.isArray(row)) return null;
  const rest: unknown = {
    summary: row[0],
    confidence: row[1],
    pnlImpact: row[2],
    lines: row[3],
    related: row[4],
    links: each(row[5], ([target, line, kind]) => ({ target, line, kind })),
    citations: each(row[6], ([path, line, at, last, form]) => {
      const lastLine = last ?? undefined;
      return { path, line, at, ...(lastLine !== undefined && { lastLine }), ...(form !== undefined && { form }) };
    }),
    cited: row[7],
    contradictions: row[8],
    headingLinks: each(row[9] ?? [], ([target, line, kind, heading]) => ({ target, line, kind, heading })),
  };
  return isRest(rest) ? rest : null;
}
