import { type Note, searchVault } from '../../engine/vault/index.ts';
import { type Choice, chooseBySearch, type SearchOffer } from '../commands/ask.ts';
import { pickText } from '../model/text.ts';
import { noteDescription, noteIcon, noteLabel } from './model/note-text.ts';
import { explainScore, scoreText, typedQuery } from './model/typed-query.ts';
import type { OpenNotes } from './open-notes.ts';

/** Maximum number of results. Users refine a search instead of scrolling further. */
const MAX_RESULTS = 100;

export interface NoteQuestion {
  readonly title: string;
  /** Initial text. */
  readonly query?: string;
  /** Offered first while no text is typed. */
  readonly first?: Note | null;
}

/** Lets the user search for a note while typing, and select it. @throws Cancelled */
export function pickNote(notes: OpenNotes, question: NoteQuestion): Promise<Note> {
  return chooseBySearch({
    placeHolder: 'Words; narrow it with project: type: tag: status: layer: or hot',
    typed: question.query ?? '',
    offer: (typed) => offerFor(typed, notes, question),
    follow: (changed) => notes.store.onChange(changed),
  });
}

function offerFor(typed: string, { store, words, today }: OpenNotes, { title, first = null }: NoteQuestion): SearchOffer<Note> {
  const { index, config } = store;
  const { total, results } = searchVault(index, words(), typedQuery(typed, MAX_RESULTS), { today, config });
  const choices = results.map(({ note, score, parts, replacedBy }) => {
    const explained = score === 0 ? note.summary : `${scoreText(score)} = ${explainScore(parts)}`;
    const successor = replacedBy === undefined ? '' : `replaced by ${replacedBy} · `;
    return choiceOf(note, `${successor}${explained}`);
  });
  if (first !== null && typed === '') choices.unshift(choiceOf(first, `open · ${first.summary}`));
  return { title: `${title}: ${total.toLocaleString('en')} found`, choices };
}

function choiceOf(note: Note, detail: string): Choice<Note> {
  return {
    label: `$(${noteIcon(note).name}) ${pickText(noteLabel(note))}`,
    description: pickText(noteDescription(note)),
    detail: pickText(detail, 200),
    value: note,
  };
}
