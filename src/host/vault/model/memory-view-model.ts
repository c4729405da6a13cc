import {
  type Contradiction,
  contradictions,
  diagnose,
  type Layer,
  layerFinder,
  linkReport,
  type Note,
  reviewQueue,
  type VaultFinding,
  type VaultIndex,
  type VaultStore,
} from '../../../engine/vault/index.ts';
import { counted } from '../../model/text.ts';
import { DearValue } from './dear-value.ts';

/** So many notes are looked through for every change without anybody noticing. */
const FEW_NOTES = 2_000;

/** The notes of a vault as they are shown at one moment. */
export interface MemoryViewModel {
  /** The vault's folder, absolute. */
  readonly root: string;
  readonly index: VaultIndex;
  /** Those that wait for a person. */
  readonly review: readonly Note[];
  /** Those that a person has yet to settle. */
  readonly contradictions: readonly Contradiction[];
  /** Without archived notes; by path. */
  readonly layers: Readonly<Record<Layer, readonly Note[]>>;
  /** What takes long to find out in a large vault; `null` while nobody has asked for it. */
  readonly orphans: readonly string[] | null;
  readonly findings: readonly VaultFinding[] | null;
  findOrphans(): readonly string[];
  findProblems(): readonly VaultFinding[];
}

/** How much there is for a person to decide; empty for nothing. */
export function toDecideText({ review, contradictions: disputes }: Pick<MemoryViewModel, 'review' | 'contradictions'>): string {
  const parts = [
    ...(review.length === 0 ? [] : [`${counted(review.length, 'note')} to accept`]),
    ...(disputes.length === 0 ? [] : [`${counted(disputes.length, 'contradiction')} to settle`]),
  ];
  return parts.join(', ');
}

/** `YYYY-MM-DD`; empty where a note says none. */
const day = ({ updated, created }: Note) => updated ?? created ?? '';

/** Newest first, then by path. */
export function newestFirst(notes: Iterable<Note>): Note[] {
  // Notes come in the order of their paths.
  return [...notes].sort((one, other) => (day(one) === day(other) ? 0 : day(one) > day(other) ? -1 : 1));
}

/** The note that `newestFirst` has first; `null` where there is none. */
export function newestOf(notes: Iterable<Note>): Note | null {
  let newest: Note | null = null;
  for (const note of notes) if (newest === null || day(note) > day(newest)) newest = note;
  return newest;
}

/** Takes view models of one vault. Of what takes long it has what was found last. */
export class MemoryViewModelBuilder {
  readonly #orphans: DearValue<readonly string[]>;
  readonly #findings: DearValue<readonly VaultFinding[]>;

  constructor(
    private readonly store: Pick<VaultStore, 'index' | 'config' | 'problems' | 'links'>,
    now: () => number,
  ) {
    const { index } = store;
    this.#orphans = new DearValue(now, () => linkReport(index).orphans);
    this.#findings = new DearValue(now, () => diagnose(store));
  }

  /** @param today `YYYY-MM-DD` */
  take(today: string): MemoryViewModel {
    const { index, config } = this.store;
    const findOrphans = () => this.#orphans.get(index.revision);
    const findProblems = () => this.#findings.get(index.revision);
    const known = <Value>(value: DearValue<Value>) => (index.size <= FEW_NOTES || value.last !== null ? value.get(index.revision) : null);
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

  /** Milliseconds until a picture shows something newer although nothing has changed; `null` when it does not. */
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
