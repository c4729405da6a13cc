import type { SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import { shortLine } from '../../crtx/shorten.ts';
import { CONTENDERS } from '../defaults.ts';
import { FEW } from '../refusal.ts';
import { createOutline } from '../tasks/outline.ts';
import { isEnded } from '../tasks/task.ts';
import { type Candidate, readOutput } from './deliberation.ts';

/** A submitted result, as shown to those who decide. */
export interface ResultSummary {
  /** The id to pick it by: the agent of a candidate, or the task. */
  readonly id: string;
  readonly agent: string;
  /** Confidence of the agent, 0 to 1; `null` if it gave none. */
  readonly confidence: number | null;
  /** The output as submitted; `shortenResult` shortens it to one line. */
  readonly output: unknown;
}

/** The first few results, and the number of further ones. */
export interface ResultSummaries {
  readonly first: readonly ResultSummary[];
  readonly more: number;
}

/** A candidate among competing submissions. */
export interface CandidateSummary extends ResultSummary {
  readonly state: Candidate['state'];
}

/** An undecided contest with at least one submission. */
export interface OpenContest {
  readonly task: string;
  readonly about: string;
  /** Number of submissions, and of agents that the task is for, including those who gave up. */
  readonly handedIn: number;
  readonly of: number;
  /** How many more agents may take the task. */
  readonly missing: number;
  /** Time of the last submission, in milliseconds since 1970 UTC. */
  readonly since: number;
  readonly candidates: readonly CandidateSummary[];
}

/** Shortens a result to one line; empty if there is none. */
export function shortenResult(output: unknown): string {
  return output === undefined ? '' : shortLine(typeof output === 'string' ? output : JSON.stringify(output));
}

export function summarizeCandidate({ agent, confidence, output, state }: Candidate): CandidateSummary {
  return { id: agent, agent, confidence: confidence ?? null, output, state };
}

/** Returns the result of a task that is done. */
export function summarizeResult({ id, assignedTo = '', output }: TaskNode): ResultSummary {
  const { result, deliberation } = readOutput(output);
  const chosen = deliberation?.candidates.find(({ state }) => state === 'chosen');
  return { id, agent: chosen?.agent ?? assignedTo, confidence: chosen?.confidence ?? null, output: result };
}

/** Returns the results of a whole swarm. */
export function summarizeResults(nodes: readonly TaskNode[]): ResultSummaries {
  const done = nodes.filter(({ status, children }) => status === 'done' && children.length === 0);
  return { first: done.slice(0, FEW).map(summarizeResult), more: Math.max(0, done.length - FEW) };
}

function toContest(node: TaskNode, seats: number): OpenContest | null {
  const { deliberation } = readOutput(node.output);
  if (node.children.length > 0 || isEnded(node.status) || deliberation === null || deliberation.merge?.state === 'open') return null;
  const candidates = deliberation.candidates.filter(({ state }) => state !== 'void').map(summarizeCandidate);
  const ready = deliberation.candidates.filter(({ state }) => state === 'ready');
  if (ready.length === 0) return null;
  const of = Math.max(seats, candidates.length);
  const since = Math.max(...ready.map(({ at = 0 }) => at));
  return { task: node.id, about: node.description, handedIn: ready.length, of, missing: of - candidates.length, since, candidates };
}

/** Returns the contests that could be decided with the present submissions, in document order. */
export function listOpenContests({ strategy, agents, decomposition }: SwarmManifest): OpenContest[] {
  if (strategy !== 'competitive') return [];
  const present = agents.filter(({ status }) => status !== 'done' && status !== 'failed').length;
  const seats = Math.min(CONTENDERS, present);
  return createOutline(decomposition).nodes.flatMap((node) => toContest(node, seats) ?? []);
}

/** Returns whether no agent is at work: one that is will submit a result. */
export function hasNoWorkers({ candidates }: OpenContest): boolean {
  return !candidates.some(({ state }) => state === 'assigned' || state === 'working');
}
