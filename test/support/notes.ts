import { createHash } from 'node:crypto';
import type { LogMachine } from '../../src/engine/log/machine.ts';
import type { Projection } from '../../src/engine/log/publishing/projection.ts';
import type { LogRecord } from '../../src/engine/log/record.ts';
import { CortexError } from '../../src/engine/platform/errors.ts';

/** The smallest protocol that shows whether a record was lost, duplicated or reordered. */
export type Note =
  | { readonly op: 'note'; readonly text: string }
  | { readonly op: 'unsay'; readonly text: string }
  | { readonly op: 'adopt'; readonly hash: string; readonly texts: readonly string[]; readonly dropped: readonly string[] };

export interface Notes {
  readonly seen: string[];
  /** Texts that other programs removed. They are recorded, and not removed. */
  readonly dropped: string[];
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function parse(record: LogRecord): Note | null {
  const { op, text, hash, texts, dropped } = record;
  if ((op === 'note' || op === 'unsay') && typeof text === 'string') return { op, text };
  return op === 'adopt' && typeof hash === 'string' && isTexts(texts) && isTexts(dropped) ? { op, hash, texts, dropped } : null;
}

function applyNote({ seen, dropped }: Notes, note: Note): void {
  if (note.op === 'note') seen.push(note.text);
  else if (note.op === 'unsay') seen.splice(seen.indexOf(note.text), seen.includes(note.text) ? 1 : 0);
  else {
    seen.push(...note.texts);
    dropped.push(...note.dropped);
  }
}

/** Records its operations. The answer is the number of notes. */
export const notesMachine: LogMachine<Note, Notes, number> = {
  parse,
  create: () => ({ seen: [], dropped: [] }),
  snapshot: (state) => state,
  restore: (value) => {
    if (typeof value !== 'object' || value === null || !('seen' in value && 'dropped' in value)) throw new Error('not notes');
    const { seen, dropped } = value;
    if (!isTexts(seen) || !isTexts(dropped)) throw new Error('not notes');
    return { seen: [...seen], dropped: [...dropped] };
  },
  apply: (state, note) => {
    applyNote(state, note);
    return { answer: state.seen.length, changed: true };
  },
};

export interface NotesFile {
  readonly checksum: string;
  readonly updated: number;
  readonly seen: readonly string[];
}

/** Returns the `checksum` of a published file of these notes. */
export function checksum(seen: readonly string[]): string {
  return createHash('sha256').update(seen.join('\n')).digest('hex');
}

/** Publishes the notes as a JSON file, to which other programs may add. */
export function notesProjection(file: string): Projection<Note, Notes, NotesFile> {
  return {
    file,
    render: ({ seen }, updated) => ({
      bytes: Buffer.from(JSON.stringify({ checksum: checksum(seen), updated, seen })),
      checksum: checksum(seen),
    }),
    parse: (bytes) => parseNotes(bytes.toString(), file),
    problems: () => [],
    belongs: () => true,
    checksum: (foreign) => foreign.checksum,
    time: (foreign) => foreign.updated,
    difference: (foreign, base) => {
      const known = new Set(base?.seen ?? []);
      const added = foreign.seen.filter((text) => !known.has(text));
      const dropped = [...known].filter((text) => !foreign.seen.includes(text));
      return { size: added.length + dropped.length, operation: (hash) => ({ op: 'adopt', hash, texts: added, dropped }) };
    },
  };
}

/** @throws CortexError `broken-file` */
export function parseNotes(text: string, file = 'notes'): NotesFile {
  const broken = new CortexError('broken-file', 'not a notes file', { file });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken;
  }
  if (typeof value !== 'object' || value === null || !('seen' in value && isTexts(value.seen) && 'checksum' in value)) throw broken;
  const updated = 'updated' in value && typeof value.updated === 'number' ? value.updated : 0;
  return { checksum: String(value.checksum), updated, seen: value.seen };
}

/** Adds a text like a careless program, which does not update the checksum. */
export function addText(text: string, added: string): string {
  const { seen, ...rest } = parseNotes(text);
  return JSON.stringify({ ...rest, seen: [...seen, added] });
}
