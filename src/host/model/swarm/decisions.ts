import { isPerson, type SwarmManifest, type TaskNode } from '../../../engine/crtx/index.ts';
import { type OpenSubject, openSubjects, readOutput, WAITS } from '../../../engine/swarm/index.ts';
import { getTaskIndex } from './task-index.ts';

/** Actions of a person on an open decision. */
export type DecisionAction = 'vote' | 'pick' | 'approve';

/** Open decisions of a swarm, and the possible actions. Computed once per manifest. */
export class Decisions {
  /** In document order. */
  readonly open: readonly OpenSubject[];
  /** Competitive tasks with some results while agents still work on others. One of the results can be picked already. */
  readonly contested: readonly TaskNode[];
  readonly #ways = new Map<string, Set<DecisionAction>>();

  constructor(manifest: SwarmManifest) {
    this.open = openSubjects(manifest);
    for (const subject of this.open) for (const way of listActions(subject)) this.#add(subject.task, way);
    const nodes = manifest.strategy === 'competitive' ? getTaskIndex(manifest).entries.map(({ node }) => node) : [];
    this.contested = nodes.filter(isContested);
    for (const { id } of this.contested) this.#add(id, 'pick');
  }

  #add(task: string, way: DecisionAction): void {
    const ways = this.#ways.get(task);
    if (ways === undefined) this.#ways.set(task, new Set([way]));
    else ways.add(way);
  }

  /** Returns the possible actions on the open decision of a task. */
  waysAbout(task: string): ReadonlySet<DecisionAction> {
    return this.#ways.get(task) ?? NONE;
  }

  /** All possible actions. */
  get ways(): ReadonlySet<DecisionAction> {
    return new Set([...this.#ways.values()].flatMap((ways) => [...ways]));
  }
}

const NONE: ReadonlySet<DecisionAction> = new Set();

const known = new WeakMap<SwarmManifest, Decisions>();

/** Returns the decisions of a manifest. Memoized. */
export function getDecisions(manifest: SwarmManifest): Decisions {
  const decisions = known.get(manifest) ?? new Decisions(manifest);
  known.set(manifest, decisions);
  return decisions;
}

/** Returns the actions on a decision. A person may answer or approve during a vote (docs/decisions/0006-strategies-votes-merges.md). */
export function listActions({ kind, vote }: OpenSubject): DecisionAction[] {
  const voted: DecisionAction[] = vote === null ? [] : ['vote'];
  if (kind === 'question') return [...voted, 'pick'];
  return kind === 'merge' ? [...voted, 'approve'] : voted;
}

/** Reports whether a decision waits for a person instead of agents. */
export function waitsForPerson({ waitsFor }: OpenSubject, { coordinator }: SwarmManifest): boolean {
  return waitsFor === 'person' || (waitsFor === 'coordinator' && isPerson(coordinator));
}

/** Describes what a decision waits for: `votes: 1 of 3, 2 needed` or `a person`. */
export function waitText({ waitsFor, vote, options }: OpenSubject): string {
  if (vote === null) return WAITS[waitsFor];
  const [first] = options;
  const most = vote.voices.reduce((best, { choice, count }) => (first === 'yes' && choice !== first ? best : Math.max(best, count)), 0);
  return `${WAITS.votes}: ${most} of ${vote.entitled}, ${vote.needed} needed`;
}

function isContested({ output, status, children }: TaskNode): boolean {
  if (children.length > 0 || (status !== 'pending' && status !== 'active')) return false;
  const { deliberation } = readOutput(output);
  return deliberation !== null && deliberation.merge?.state !== 'open' && deliberation.candidates.some(({ state }) => state === 'ready');
}
