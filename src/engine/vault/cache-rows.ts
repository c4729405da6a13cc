import { type Check, isCount, isNumber, isText, listOf, orNull, shaped } from '../kernel/shape.ts';
import type { Citation, FileIdentity, Note, NoteProblem, WrittenLink } from './note.ts';

const PROBLEM_CODES: Readonly<Record<NoteProblem['code'], true>> = {
  'not-utf8': true,
  'too-large': true,
  unreadable: true,
  yaml: true,
  'code-header': true,
  'unclosed-header': true,
  'bad-value': true,
  'bad-date': true,
  'unknown-type': true,
  'unknown-status': true,
  'unclosed-marker': true,
};

/** Shown as they are, without being looked at again. */
const isDay: Check = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const LINK_KINDS: ReadonlySet<unknown> = new Set(['wikilink', 'embed', 'file'] satisfies WrittenLink['kind'][]);

const isNote = shaped<Note>({
  ...{ path: isText, id: isText, name: isText, type: isText, project: isText, status: isText, description: isText, summary: isText },
  ...{ created: orNull(isDay), updated: orNull(isDay), confidence: orNull(isNumber), pnlImpact: orNull(isNumber), lines: isCount },
  ...{
    tags: listOf(isText),
    related: listOf(isText),
    supersedes: listOf(isText),
    supersededBy: listOf(isText),
    contradicts: listOf(isText),
  },
  file: shaped<FileIdentity>({ size: isCount, mtimeNs: isText, ino: isText }),
  links: listOf(shaped<WrittenLink>({ target: isText, line: isCount, kind: (kind) => LINK_KINDS.has(kind) })),
  citations: listOf(shaped<Citation>({ path: isText, line: orNull(isCount) })),
  problems: listOf(
    shaped<NoteProblem>({
      code: (code) => isText(code) && Object.hasOwn(PROBLEM_CODES, String(code)),
      message: isText,
      line: isCount,
      column: isCount,
    }),
  ),
});

/** A note as a list: of fifty thousand notes the names of the fields are a third of the file. Spelled out, as in `noteOfRow`: spread, it takes several times as long. */
export function rowOf(note: Note): readonly unknown[] {
  return [
    note.path,
    note.file.size,
    note.file.mtimeNs,
    note.file.ino,
    note.id,
    note.name,
    note.type,
    note.project,
    note.status,
    note.tags,
    note.created,
    note.updated,
    note.description,
    note.summary,
    note.confidence,
    note.pnlImpact,
    note.lines,
    note.related,
    note.supersedes,
    note.supersededBy,
    note.contradicts,
    note.links.map(({ target, line, kind }) => [target, line, kind]),
    note.citations.map(({ path, line }) => [path, line]),
    note.problems.map(({ code, message, line, column }) => [code, message, line, column]),
  ];
}

/** @returns what is no list as it is: it is refused later */
function each(value: unknown, make: (row: readonly unknown[]) => object): unknown {
  return Array.isArray(value) ? value.map((row) => (Array.isArray(row) ? make(row) : row)) : value;
}

/** What `rowOf` was made of; `null` for anything else. */
export function noteOfRow(row: unknown): Note | null {
  if (!Array.isArray(row)) return null;
  const note: unknown = {
    path: row[0],
    file: { size: row[1], mtimeNs: row[2], ino: row[3] },
    id: row[4],
    name: row[5],
    type: row[6],
    project: row[7],
    status: row[8],
    tags: row[9],
    created: row[10],
    updated: row[11],
    description: row[12],
    summary: row[13],
    confidence: row[14],
    pnlImpact: row[15],
    lines: row[16],
    links: each(row[21], ([target, line, kind]) => ({ target, line, kind })),
    related: row[17],
    supersedes: row[18],
    supersededBy: row[19],
    contradicts: row[20],
    citations: each(row[22], ([path, line]) => ({ path, line })),
    problems: each(row[23], ([code, message, line, column]) => ({ code, message, line, column })),
  };
  return isNote(note) ? note : null;
}
