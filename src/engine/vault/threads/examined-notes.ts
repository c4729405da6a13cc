import type { ExaminedNote } from '../trust/alike-notes.ts';
import { type JoinedTexts, joinTexts, splitTexts } from './joined-texts.ts';

/** Notes as one text and a list of numbers, which cross between threads in a fraction of the time of many objects. */
export interface JoinedNotes {
  /** The `TEXTS` of each note. */
  readonly texts: JoinedTexts;
  readonly sizes: Float64Array;
}

/** Number of texts for each note. */
const TEXTS = 7;

export function joinNotes(notes: readonly ExaminedNote[]): JoinedNotes {
  const texts: string[] = [];
  for (const { path, name, project, summary, description, tags, file } of notes) {
    // The words of all tags are compared together, so that their number does not matter.
    texts.push(path, name, project, summary, description, tags.join('\n'), file.ino);
  }
  return { texts: joinTexts(texts), sizes: Float64Array.from(notes, ({ file }) => file.size) };
}

/** Returns the notes that were joined. Their tags are one text, and their modification times are unknown. */
export function splitNotes({ texts, sizes }: JoinedNotes): ExaminedNote[] {
  const all = splitTexts(texts);
  return Array.from(sizes, (size, number) => {
    const of = TEXTS * number;
    const [path = '', name = '', project = '', summary = '', description = '', tags = '', ino = ''] = all.slice(of, of + TEXTS);
    return { path, name, project, summary, description, tags: tags === '' ? [] : [tags], file: { size, mtimeNs: '', ino } };
  });
}
