import type { SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import { brief } from '../../crtx/shorten.ts';
import { CONTENDERS } from '../defaults.ts';
import { FEW } from '../refusal.ts';
import { outline } from '../tasks/outline.ts';
import { isEnded } from '../tasks/task.ts';
import { type Candidate, readOutput } from './deliberation.ts';

/** Something that was handed in, for whoever has to judge it. */
export interface ShownResult {
  /** What is picked by: the agent of a candidate, or the task. */
  readonly id: string;
  readonly agent: string;
  /** How sure the agent was, 0 to 1; `null` where nobody said. */
  readonly confidence: number | null;
  /** As it was handed in; `shortResult` makes a line of it. */
  readonly output: unknown;
}

/** Results of which only the first few are there. */
export interface ShownResults {
  readonly first: readonly ShownResult[];
  readonly more: number;
}

/** A candidate in a contest. */
export interface ShownCandidate extends ShownResult {
  readonly state: Candidate['state'];
}

/** A contest in which somebody has handed in, and which is not decided. */
export interface OpenContest {
  readonly task: string;
  readonly about: string;
  /** How many have handed in, and how many the task is given to, those included who gave up. */
  readonly handedIn: number;
  readonly of: number;
  /** How many may still take the task. */
  readonly missing: number;
  /** When somebody handed in last, milliseconds since 1970 UTC. */
  readonly since: number;
  readonly candidates: readonly ShownCandidate[];
}

/** A result on one line; empty where there is none. */
export function shortResult(output: unknown): string {
  return output === undefined ? '' : brief(typeof output === 'string' ? output : JSON.stringify(output));
}

export function ofCandidate({ agent, confidence, output, state }: Candidate): ShownCandidate {
  return { id: agent, agent, confidence: confidence ?? null, output, state };
}

/** What came of a task that is done. */
export function resultOfTask({ id, assignedTo = '', output }: TaskNode): ShownResult {
  const { result, deliberation } = readOutput(output);
  const chosen = deliberation?.candidates.find(({ state }) => state === 'chosen');
  return { id, agent: chosen?.agent ?? assignedTo, confidence: chosen?.confidence ?? null, output: result };
}

/** What came of a whole swarm. */
export function resultsOfAll(nodes: readonly TaskNode[]): ShownResults {
  const done = nodes.filter(({ status, children }) => status === 'done' && children.length === 0);
  return { first: done.slice(0, FEW).map(resultOfTask), more: Math.max(0, done.length - FEW) };
}

function contestOf(node: TaskNode, seats: number): OpenContest | null {
  const { deliberation } = readOutput(node.output);
  if (node.children.length > 0 || isEnded(node.status) || deliberation === null || deliberation.merge?.state === 'open') return null;
  const candidates = deliberation.candidates.filter(({ state }) => state !== 'void').map(ofCandidate);
  const ready = deliberation.candidates.filter(({ state }) => state === 'ready');
  if (ready.length === 0) return null;
  const of = Math.max(seats, candidates.length);
  const since = Math.max(...ready.map(({ at = 0 }) => at));
  return { task: node.id, about: node.description, handedIn: ready.length, of, missing: of - candidates.length, since, candidates };
}

/** The contests of a swarm that could be decided with what was handed in, in document order. */
export function openContests({ strategy, agents, decomposition }: SwarmManifest): OpenContest[] {
  if (strategy !== 'competitive') return [];
  const present = agents.filter(({ status }) => status !== 'done' && status !== 'failed').length;
  const seats = Math.min(CONTENDERS, present);
  return outline(decomposition).nodes.flatMap((node) => contestOf(node, seats) ?? []);
}
