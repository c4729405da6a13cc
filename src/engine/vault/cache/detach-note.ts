import type { Note } from '../notes/note.ts';

/** Largest number of strings to share. With more distinct values, few of them are shared. */
const MAX_SHARED = 10_000;

const shared = new Map<string, string>();

/** Returns a copy of the text with memory of its own. V8 may keep a substring as a slice, which holds the whole longer string in memory. */
function copyText(text: string): string {
  if (text.length < LEAST_SLICE) return text;
  if (MAX_BYTES_OF_UNIT * text.length > scratch.length) return Buffer.from(text).toString();
  return scratch.toString('utf8', 0, scratch.write(text));
}

/** V8 copies shorter substrings anyway. */
const LEAST_SLICE = 13;
const MAX_BYTES_OF_UNIT = 3;
/** Reused buffer. Most texts fit in it. */
const scratch = Buffer.allocUnsafe(4_096);

/** Like `own`, but returns the same string object for equal texts. */
function same(text: string): string {
  const known = shared.get(text);
  if (known !== undefined) return known;
  if (shared.size >= MAX_SHARED) shared.clear();
  const first = copyText(text);
  shared.set(first, first);
  return first;
}

/** Shared empty list: most lists of a note are empty. */
const NONE: readonly never[] = [];

function each<T, R>(values: readonly T[], make: (value: T) => R): readonly R[] {
  return values.length === 0 ? NONE : values.map(make);
}

/** Returns a copy of the note whose strings do not keep the note's text in memory. */
export function detachNote(note: Note): Note {
  const description = copyText(note.description);
  return {
    path: note.path,
    file: note.file,
    id: copyText(note.id),
    name: copyText(note.name),
    type: same(note.type),
    project: same(note.project),
    status: same(note.status),
    tags: each(note.tags, same),
    created: note.created === null ? null : same(note.created),
    updated: note.updated === null ? null : same(note.updated),
    aliases: each(note.aliases, copyText),
    description,
    summary: note.summary === description ? description : copyText(note.summary),
    confidence: note.confidence,
    pnlImpact: note.pnlImpact,
    lines: note.lines,
    links: each(note.links, ({ target, line, kind }) => ({ target: copyText(target), line, kind })),
    headingLinks: each(note.headingLinks, ({ target, line, kind, heading }) => ({
      target: copyText(target),
      line,
      kind,
      heading: copyText(heading),
    })),
    related: each(note.related, copyText),
    supersedes: each(note.supersedes, copyText),
    supersededBy: each(note.supersededBy, copyText),
    contradicts: each(note.contradicts, copyText),
    contradictions: each(note.contradictions, copyText),
    citations: each(note.citations, (citation) => ({ ...citation, path: copyText(citation.path) })),
    cited: each(note.cited, copyText),
    problems: each(note.problems, (problem) => ({ ...problem, message: copyText(problem.message) })),
  };
}
