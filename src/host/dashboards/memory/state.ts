import { toProblem } from '../../../engine/platform/file-problem.ts';
import type { Note, SearchAnswer, SearchResult } from '../../../engine/vault/index.ts';
import { clipText, problemRows, toPage } from '../../model/pages.ts';
import { noteContext, noteLabel, typeIcon } from '../../vault/model/note-text.ts';
import { type NoteBody, type ReadNote, readNote, toNoteScore } from './detail.ts';
import type { NoteIndex } from './note-index.ts';
import type { MemorySnapshot, MemoryView, NoteDetail, NoteRow } from './protocol.ts';

/** Maximum number of values in each filter list. The search finds the others. */
const MAX_NAMES = 500;

/** Inputs of the snapshot besides the view. */
export interface MemoryInputs {
  /** Returns the text of a note. */
  readonly body: (note: Note) => NoteBody;
  readonly request: MemorySnapshot['request'];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly readOnly: string | null;
}

/** Returns the snapshot of the Memory dashboard. It contains only the rows that are in view. */
export function memorySnapshot(notes: NoteIndex, view: MemoryView, { body, request, now, readOnly }: MemoryInputs): MemorySnapshot {
  const { store, root } = notes.notes;
  const { types, projects, statuses, toReview } = notes.values;
  const answer = notes.find(view.filter, view.notes.from + view.notes.count);
  const chosen = view.chosen === null ? undefined : store.index.get(view.chosen);
  return {
    root,
    all: store.index.size,
    toReview,
    request,
    now,
    readOnly,
    notes: { ...toPage(answer.results, view.notes, (result) => rowOf(notes, result)), total: answer.total },
    detail: chosen === undefined ? null : detailOf(notes, view, answer, readNote(notes, chosen, body(chosen)), chosen),
    types: shownNames(types),
    projects: shownNames(projects),
    statuses: shownNames(statuses),
    problems: problemRows(store.problems.map(({ error }) => toProblem(error))),
  };
}

const shownNames = (names: readonly string[]): string[] => names.slice(0, MAX_NAMES).map(clipText);

function rowOf(
  notes: NoteIndex,
  { note, layer, score, replacedBy }: Pick<SearchResult, 'note' | 'layer' | 'score' | 'replacedBy'>,
): NoteRow {
  const { path, type, project, status, updated } = note;
  const successor = replacedBy === undefined ? undefined : notes.notes.store.index.get(replacedBy);
  return {
    path,
    name: clipText(noteLabel(note)),
    type: clipText(type),
    icon: typeIcon(type),
    project: clipText(project),
    status: clipText(status),
    updated,
    layer,
    score: score === 0 ? null : score,
    replacedBy: successor === undefined ? null : clipText(noteLabel(successor)),
    context: noteContext(note),
  };
}

function detailOf(notes: NoteIndex, { filter }: MemoryView, { results }: SearchAnswer, read: ReadNote, note: Note): NoteDetail {
  const index = results.findIndex((result) => result.note.path === note.path);
  const score = notes.scoreOf(note, filter);
  const found = results[index] ?? { note, layer: notes.layerOf(note), score: score?.score ?? 0 };
  return {
    ...read,
    row: rowOf(notes, found),
    index: index === -1 ? null : index,
    score: score === null ? null : toNoteScore(score),
  };
}
