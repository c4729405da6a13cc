import { problemOf } from '../../../engine/platform/file-problem.ts';
import type { Note, SearchAnswer, SearchResult } from '../../../engine/vault/index.ts';
import { clipped, pageOf, problemRows } from '../../model/pages.ts';
import { noteContext, noteLabel, typeIcon } from '../../vault/model/note-text.ts';
import { type NoteBody, type ReadNote, readNote, shownScore } from './detail.ts';
import type { NoteIndex } from './note-index.ts';
import type { MemorySnapshot, MemoryView, NoteDetail, NoteRow } from './protocol.ts';

/** Maximum number of values in each filter list. The search finds the others. */
const MOST_NAMES = 500;

/** Inputs of the snapshot besides the view. */
export interface MemoryCircumstances {
  /** Returns the text of a note. */
  readonly body: (note: Note) => NoteBody;
  readonly request: MemorySnapshot['request'];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly readOnly: string | null;
}

/** Returns the snapshot of the Memory dashboard. It contains only the rows that are in view. */
export function memorySnapshot(book: NoteIndex, view: MemoryView, { body, request, now, readOnly }: MemoryCircumstances): MemorySnapshot {
  const { store, root } = book.notes;
  const { types, projects, statuses, toReview } = book.values;
  const answer = book.find(view.filter, view.notes.from + view.notes.count);
  const chosen = view.chosen === null ? undefined : store.index.get(view.chosen);
  return {
    ...{ root, all: store.index.size, toReview, request, now, readOnly },
    notes: { ...pageOf(answer.results, view.notes, (result) => rowOf(book, result)), total: answer.total },
    detail: chosen === undefined ? null : detailOf(book, view, answer, readNote(book, chosen, body(chosen)), chosen),
    ...{ types: shownNames(types), projects: shownNames(projects), statuses: shownNames(statuses) },
    problems: problemRows(store.problems.map(({ error }) => problemOf(error))),
  };
}

const shownNames = (names: readonly string[]): string[] => names.slice(0, MOST_NAMES).map(clipped);

function rowOf(
  book: NoteIndex,
  { note, layer, score, replacedBy }: Pick<SearchResult, 'note' | 'layer' | 'score' | 'replacedBy'>,
): NoteRow {
  const { path, type, project, status, updated } = note;
  const successor = replacedBy === undefined ? undefined : book.notes.store.index.get(replacedBy);
  return {
    ...{ path, name: clipped(noteLabel(note)), type: clipped(type), icon: typeIcon(type), project: clipped(project) },
    ...{ status: clipped(status), updated, layer, score: score === 0 ? null : score },
    replacedBy: successor === undefined ? null : clipped(noteLabel(successor)),
    context: noteContext(note),
  };
}

function detailOf(book: NoteIndex, { filter }: MemoryView, { results }: SearchAnswer, read: ReadNote, note: Note): NoteDetail {
  const index = results.findIndex((result) => result.note.path === note.path);
  const score = book.scoreOf(note, filter);
  const found = results[index] ?? { note, layer: book.layerOf(note), score: score?.score ?? 0 };
  return {
    ...read,
    row: rowOf(book, found),
    index: index === -1 ? null : index,
    score: score === null ? null : shownScore(score),
  };
}
