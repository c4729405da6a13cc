import { compareCodePoints } from '../../../engine/text/code-point-order.ts';
import {
  type Contradiction,
  contradictions,
  layerFinder,
  type Note,
  queryWords,
  type Score,
  type SearchAnswer,
  scoreNote,
  searchVault,
  type VaultQuery,
} from '../../../engine/vault/index.ts';
import { clipText } from '../../model/pages.ts';
import { typedQuery } from '../../vault/model/typed-query.ts';
import type { OpenNotes } from '../../vault/open-notes.ts';
import type { NoteLayer, NotesFilter } from './protocol.ts';

/** The notes of an open vault. */
export interface IndexedNotes extends Omit<OpenNotes, 'store'> {
  readonly store: Pick<OpenNotes['store'], 'index' | 'config' | 'problems' | 'body'>;
}

/** Number of results is rounded up to a multiple of this, so that scrolling seldom searches again. */
const STEP = 500;

/** Values that notes have, most frequent first. */
interface Values {
  readonly types: readonly string[];
  readonly projects: readonly string[];
  readonly statuses: readonly string[];
  /** Number of notes that wait for a review. */
  readonly toReview: number;
}

/** A cached answer with its question. */
interface Answered {
  readonly filter: NotesFilter;
  readonly top: number;
  readonly answer: SearchAnswer;
}

/** Cached queries over the notes of a vault. Valid until a note or the date changes. */
export class NoteIndex {
  readonly #revision: number;
  readonly #layerOf: (note: Note) => NoteLayer;
  #answered: Answered | null = null;
  #values: Values | null = null;
  #contradictions: readonly Contradiction[] | null = null;

  constructor(readonly notes: IndexedNotes) {
    const { store, today } = notes;
    this.#revision = store.index.revision;
    this.#layerOf = layerFinder({ today, config: store.config });
  }

  /** Reports whether the index is still valid for these notes. */
  isOf({ store, today }: IndexedNotes): boolean {
    return store === this.notes.store && store.index.revision === this.#revision && today === this.notes.today;
  }

  /** Returns the notes that match a filter, best first. @param end minimum number of results, if there are as many */
  find(filter: NotesFilter, end: number): SearchAnswer {
    const kept = this.#answered;
    const reaches = kept !== null && (kept.top >= end || kept.answer.results.length === kept.answer.total);
    if (kept !== null && reaches && isSame(kept.filter, filter)) return kept.answer;
    const { store, today, words } = this.notes;
    const top = Math.ceil((end + 1) / STEP) * STEP;
    const answer = searchVault(store.index, words(), queryOf(this.#spelled(filter), top), { today, config: store.config });
    this.#answered = { filter, top, answer };
    return answer;
  }

  layerOf(note: Note): NoteLayer {
    return this.#layerOf(note);
  }

  /** Returns how well a note matches the words of a filter; `null` if there are no words, or the note contains none of them. */
  scoreOf(note: Note, filter: NotesFilter): Score | null {
    return scoreNote(note, queryWords(queryOf(filter, 1).query), this.#layerOf(note));
  }

  /** Replaces clipped names in a filter by the full names. The page receives very long names clipped, and sends them back clipped. */
  #spelled(filter: NotesFilter): NotesFilter {
    const { types, projects, statuses } = this.values;
    const { type, project, status } = filter;
    return { ...filter, type: nameIn(types, type), project: nameIn(projects, project), status: nameIn(statuses, status) };
  }

  get values(): Values {
    this.#values ??= valuesOf(this.notes);
    return this.#values;
  }

  get contradictions(): readonly Contradiction[] {
    this.#contradictions ??= contradictions(this.notes.store.index);
    return this.#contradictions;
  }
}

function isSame(one: NotesFilter, other: NotesFilter): boolean {
  const isSameChoice = one.type === other.type && one.project === other.project && one.status === other.status;
  return isSameChoice && one.layer === other.layer && one.search === other.search;
}

/** Converts a filter to a query. Selected values override typed ones. Notes of any status match unless one is selected. */
function queryOf({ search: typed, type, project, status, layer }: NotesFilter, top: number): VaultQuery {
  return {
    ...typedQuery(typed, top),
    ...(type !== null && { types: [type] }),
    ...(project !== null && { projects: [project] }),
    ...(status !== null && { statuses: [status] }),
    ...(layer !== null && { layers: [layer] }),
    allStatuses: true,
  };
}

const nameIn = (names: readonly string[], asked: string | null): string | null =>
  asked?.endsWith('…') === true ? (names.find((name) => clipText(name) === asked) ?? asked) : asked;

function byFrequency(counts: ReadonlyMap<string, number>): string[] {
  const all = [...counts].filter(([name]) => name !== '');
  return all.sort(([one, few], [other, many]) => many - few || compareCodePoints(one, other)).map(([name]) => name);
}

function valuesOf({ store: { index } }: IndexedNotes): Values {
  return {
    types: byFrequency(index.byType),
    projects: byFrequency(index.byProject),
    statuses: byFrequency(index.byStatus),
    toReview: index.byStatus.get('review') ?? 0,
  };
}
