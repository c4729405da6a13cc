import * as z from 'zod';
import { shortId } from '../../crtx/shorten.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { SwarmEntry } from '../events/timeline-entries.ts';
import type { Swarm } from '../state/swarm.ts';

/** How a timeline entry of a swarm ended. */
const endingSchema = onDemand(() =>
  z.object({
    /** The entry's id. */
    id: z.string(),
    outcome: z.enum(['success', 'failure', 'abandoned']),
    outcomeDetail: z.string(),
  }),
);
export type EscalationOutcome = Checked<typeof endingSchema>;

/** Open escalations (and the pause) as pairs of subject and entry id, and the endings that are not in the timeline yet. */
export const escalationsSchema = onDemand(() =>
  z.object({ open: z.array(z.tuple([z.string(), z.string()])), endings: z.array(endingSchema()) }),
);

const mergeSubject = onDemand(() => z.tuple([z.literal('merge'), z.string(), z.string()]));

/** Subjects are compared as text, so that entries and settled merges must build them in the same way. */
const keyOf = (...subject: readonly (string | number)[]) => JSON.stringify(subject);

const BUDGETS = (['agents', 'tokens', 'cost', 'duration'] as const).flatMap((limit) =>
  ([80, 100] as const).map((percent) => ({ limit, percent, key: keyOf('budget', limit, percent) })),
);

const PAUSE = keyOf('pause');

/** Returns the subject of an escalation or a pause; `null` for any other entry. */
function subjectOf({ type, context: { task, state } }: SwarmEntry): string | null {
  if (state.isPause === true) return PAUSE;
  if (type !== 'escalation') return null;
  const { limit, percent, waitsFor } = state;
  if (typeof limit === 'string' && typeof percent === 'number') return keyOf('budget', limit, percent);
  return task === undefined || typeof waitsFor !== 'string' ? null : keyOf('merge', task, waitsFor);
}

/** Returns the name of an ending, which differs from the entry's id. */
const nameOf = (id: string) => `${id} ended`;

const ENDS = {
  finished: ['success', 'The swarm has finished.'],
  failed: ['failure', 'The swarm has failed.'],
  aborted: ['abandoned', 'The swarm was aborted.'],
} as const;

/** The escalations and pauses that a swarm has recorded in the timeline. Each is ended there once. */
export class Escalations {
  readonly #open: Map<string, string>;
  readonly #endings: Map<string, EscalationOutcome>;

  constructor({ open, endings }: Checked<typeof escalationsSchema> = { open: [], endings: [] }) {
    this.#open = new Map(open);
    this.#endings = new Map(endings.map((ending) => [nameOf(ending.id), ending]));
  }

  /** The endings that are not in the timeline yet, by name. */
  get endings(): ReadonlyMap<string, EscalationOutcome> {
    return this.#endings;
  }

  /** Removes endings that are in the timeline now. */
  markRecorded(names: readonly string[]): void {
    for (const name of names) this.#endings.delete(name);
  }

  /**
   * Updates the escalations after a record.
   * @param entries the timeline entries of the record
   * @param isByHand whether another program may have changed anything
   */
  update(swarm: Swarm, entries: readonly SwarmEntry[], isByHand: boolean): void {
    for (const entry of entries) {
      const subject = subjectOf(entry);
      if (subject !== null) this.#open.set(subject, entry.id);
    }
    for (const { task, waitsFor, ...ending } of swarm.takeEndedMergeWaits()) this.#end(keyOf('merge', shortId(task), waitsFor), ending);
    for (const { limit, percent, key } of BUDGETS)
      if (!swarm.isWarned(limit, percent)) this.#end(key, { outcome: 'success', outcomeDetail: 'The limit was raised.' });
    if (swarm.end === null && swarm.paused === null) this.#end(PAUSE, { outcome: 'success', outcomeDetail: 'The swarm was resumed.' });
    if (isByHand) this.#endChanged(swarm);
    if (swarm.end === null || this.#open.size === 0) return;
    const [outcome, outcomeDetail] = ENDS[swarm.end.how];
    for (const key of [...this.#open.keys()]) this.#end(key, { outcome, outcomeDetail });
  }

  /** Ends the escalations of merges that no longer wait. */
  #endChanged(swarm: Swarm): void {
    for (const key of [...this.#open.keys()]) {
      const [, task, waitsFor] = mergeSubject().safeParse(JSON.parse(key)).data ?? [];
      if (task !== undefined && swarm.waitOf(task) !== waitsFor)
        this.#end(key, { outcome: 'abandoned', outcomeDetail: 'Another program has changed the task.' });
    }
  }

  #end(key: string, ending: Omit<EscalationOutcome, 'id'>): void {
    const id = this.#open.get(key);
    if (id === undefined) return;
    this.#open.delete(key);
    this.#endings.set(nameOf(id), { id, ...ending });
  }

  toJSON(): Checked<typeof escalationsSchema> {
    return { open: [...this.#open], endings: [...this.#endings.values()] };
  }
}
