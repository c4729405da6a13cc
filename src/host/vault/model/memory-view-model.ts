import {
  type Contradiction,
  contradictions,
  type Layer,
  layerFinder,
  linkReport,
  listFindings,
  type Note,
  reviewQueue,
  type VaultFinding,
  type VaultIndex,
  type VaultStore,
} from '../../../engine/vault/index.ts';
import { counted } from '../../model/text.ts';
import { ThrottledValue } from './throttled-value.ts';

/** Number of notes up to which expensive parts are computed after every change. */
const FEW_NOTES = 2_000;

/** View model of a vault at one time. */
export interface MemoryViewModel {
  /** Vault folder, absolute. */
  readonly root: string;
  readonly index: VaultIndex;
  /** Notes that wait for a review. */
  readonly review: readonly Note[];
  /** Open contradictions. */
  readonly contradictions: readonly Contradiction[];
  /** Notes of each layer, by path, without archived ones. */
  readonly layers: Readonly<Record<Layer, readonly Note[]>>;
  /** Expensive in a large vault; `null` until they are requested. */
  readonly orphans: readonly string[] | null;
  readonly findings: readonly VaultFinding[] | null;
  findOrphans(): readonly string[];
  findProblems(): readonly VaultFinding[];
}

/** Describes the open decisions; empty if there are none. */
export function openDecisionsText({ review, contradictions: disputes }: Pick<MemoryViewModel, 'review' | 'contradictions'>): string {
  const parts = [
    ...(review.length === 0 ? [] : [`${counted(review.length, 'note')} to accept`]),
    ...(disputes.length === 0 ? [] : [`${counted(disputes.length, 'contradiction')} to resolve`]),
  ];
  return parts.join(', ');
}

/** Date of a note, `YYYY-MM-DD`; empty if it has none. */
const day = ({ updated, created }: Note) => updated ?? created ?? '';

/** Sorts notes: newest first, then by path. */
export function newestFirst(notes: Iterable<Note>): Note[] {
  // The notes are already ordered by path, and the sort is stable.
  return [...notes].sort((one, other) => (day(one) === day(other) ? 0 : day(one) > day(other) ? -1 : 1));
}

/** Returns the first note of `newestFirst`; `null` if there are none. */
export function findNewest(notes: Iterable<Note>): Note | null {
  let newest: Note | null = null;
  for (const note of notes) if (newest === null || day(note) > day(newest)) newest = note;
  return newest;
}

/** Builds view models of a vault. Expensive parts are cached and may be outdated for a while. */
export class MemoryViewModelBuilder {
  readonly #orphans: ThrottledValue<readonly string[]>;
  readonly #findings: ThrottledValue<readonly VaultFinding[]>;

  constructor(
    private readonly store: Pick<VaultStore, 'index' | 'config' | 'problems' | 'links'>,
    now: () => number,
  ) {
    const { index } = store;
    this.#orphans = new ThrottledValue(now, () => linkReport(index).orphans);
    this.#findings = new ThrottledValue(now, () => listFindings(store));
  }

  /** @param today `YYYY-MM-DD` */
  take(today: string): MemoryViewModel {
    const { index, config } = this.store;
    const findOrphans = () => this.#orphans.get(index.revision);
    const findProblems = () => this.#findings.get(index.revision);
    const known = <Value>(value: ThrottledValue<Value>) =>
      index.size <= FEW_NOTES || value.last !== null ? value.get(index.revision) : null;
    return {
      root: config.root,
      index,
      review: reviewQueue(index),
      contradictions: contradictions(index),
      layers: byLayer(index, layerFinder({ today, config })),
      orphans: known(this.#orphans),
      findings: known(this.#findings),
      findOrphans,
      findProblems,
    };
  }

  /** Returns the milliseconds until a new view model may differ without a further change; `null` if it does not. */
  pause(): number | null {
    const pauses = [this.#orphans, this.#findings].map((value) => value.pause(this.store.index.revision)).filter((each) => each !== null);
    return pauses.length === 0 ? null : Math.min(...pauses);
  }
}

function byLayer(index: VaultIndex, layerOf: (note: Note) => Layer): MemoryViewModel['layers'] {
  const groups: Record<Layer, Note[]> = { hot: [], warm: [], cold: [] };
  for (const note of index.notes()) if (note.status !== 'archived') groups[layerOf(note)].push(note);
  return groups;
}
