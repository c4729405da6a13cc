import type { MergePolicy, SwarmAgent, SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import { outline } from '../tasks/outline.ts';
import { isEnded } from '../tasks/task.ts';
import { type Ballot, DEFAULT_AGREE_PERCENT } from './ballot.ts';
import { approverAfterAll, type Deliberation, type Option, readOutput, type WaitsFor, YES_OR_NO } from './deliberation.ts';
import { ofCandidate, resultOfTask, resultsOfAll, type ShownResults } from './shown-results.ts';

/** How a vote stands that is not over. */
export interface Standing {
  /** How many have chosen each option, in the order of the options. */
  readonly voices: readonly { readonly choice: string; readonly count: number }[];
  /** How many may vote, and how many of them must agree. */
  readonly entitled: number;
  readonly needed: number;
  /** Who may vote and has not. */
  readonly missing: readonly string[];
}

/** Something that a swarm has not decided yet. */
export interface OpenSubject {
  /** Under which votes are given, or the task whose merge is to be approved. */
  readonly id: string;
  readonly task: string;
  readonly kind: 'proposal' | 'question' | 'merge';
  /** What it is about: the approach, the file, or what the task is. */
  readonly about: string;
  /** Of a question about a file: which one. */
  readonly file?: string;
  /** For what it waits, and since when (milliseconds since 1970 UTC). */
  readonly waitsFor: WaitsFor;
  readonly since: number;
  /** What can be chosen. */
  readonly options: readonly string[];
  /** `null` where nobody votes. */
  readonly vote: Standing | null;
  /** Between what is chosen, or what is to be approved; nothing of a proposal. */
  readonly results: ShownResults;
  /** Of a proposal: who has made it, and how sure they are. */
  readonly proposed?: { readonly agent: string; readonly confidence: number };
  /** Why a merge was refused that may be approved after all. */
  readonly refused?: string;
}

/** What is shown of a swarm besides the task. */
interface Shown {
  readonly count: Count;
  /** Whether somebody in charge answers questions. */
  readonly byHand: boolean;
  readonly policy: MergePolicy;
  readonly nodes: readonly TaskNode[];
  /** What came of a task. */
  resultOf(task: string): unknown;
}

const NO_RESULTS: ShownResults = { first: [], more: 0 };

/** How a ballot stands; `null` where there is none. */
type Count = (ballot: Ballot | undefined) => Standing | null;

/** Entitled is who was a member when the vote was opened and has not left (docs/decisions/0042-who-may.md). */
function counting({ agents, mergePolicy: { minAgreePercent = DEFAULT_AGREE_PERCENT } }: SwarmManifest): Count {
  const isPresent = ({ status }: SwarmAgent) => status !== 'done' && status !== 'failed';
  return (ballot) => {
    if (ballot === undefined) return null;
    const { options, electorate } = ballot;
    const present = agents.slice(0, electorate?.members).filter(isPresent);
    const may = present.filter(({ id }) => electorate?.returned.includes(id) !== true).map(({ id }) => id);
    const needed = Math.max(1, Math.ceil((minAgreePercent * may.length) / 100));
    const missing = may.filter((id) => ballot.choiceOf(id) === undefined);
    return { voices: options.map((choice) => ({ choice, count: ballot.count(choice) })), entitled: may.length, needed, missing };
  };
}

function proposalsOf({ id: task }: TaskNode, { proposals, ballots }: Deliberation, count: Count): OpenSubject[] {
  const open = proposals.filter(({ state }) => state === 'open');
  return open.map(({ id, approach: about, agent, confidence, at: since }) => ({
    ...{ id, task, kind: 'proposal', about, waitsFor: 'votes', options: YES_OR_NO, proposed: { agent, confidence }, results: NO_RESULTS },
    ...{ since, vote: count(ballots.get(id)) },
  }));
}

function questionsOf({ id: task, description }: TaskNode, { merge, ballots, candidates }: Deliberation, swarm: Shown): OpenSubject[] {
  if (merge?.state !== 'open') return [];
  const open = merge.questions.filter(({ pick }) => pick === undefined);
  return open.map(({ id, file, options }) => {
    const outputOf = ({ id: of }: Option) =>
      file === undefined ? candidates.find(({ agent, state }) => agent === of && state === 'ready')?.output : swarm.resultOf(of);
    const first = options.map((option) => ({
      id: option.id,
      agent: option.agent,
      confidence: option.confidence,
      output: outputOf(option),
    }));
    return {
      ...(file !== undefined && { file }),
      ...{ id, task, kind: 'question', about: file ?? description, waitsFor: swarm.byHand ? 'coordinator' : 'votes', since: merge.at },
      ...{ options: options.map((option) => option.id), vote: swarm.count(ballots.get(id)), results: { first, more: 0 } },
    };
  });
}

/** What a merge puts together: the candidate that was picked, or what came of the whole. */
function resultsOf({ status }: TaskNode, { merge, candidates }: Deliberation, { nodes }: Shown): ShownResults {
  if (isEnded(status)) return resultsOfAll(nodes);
  const ready = candidates.filter(({ state }) => state === 'ready');
  const picked = ready.find(({ agent }) => agent === merge?.questions[0]?.pick) ?? ready[0];
  return { first: picked === undefined ? [] : [ofCandidate(picked)], more: 0 };
}

function mergeOf(node: TaskNode, deliberation: Deliberation, swarm: Shown): OpenSubject[] {
  const { merge, ballots } = deliberation;
  if (merge === null) return [];
  const { id, description: about, status } = node;
  const { state, waitsFor, reason: refused = '', approvals, at } = merge;
  // For the next approval it waits since the one before.
  const since = approvals.at(-1)?.at ?? at;
  const vote = swarm.count(ballots.get(''));
  const results = resultsOf(node, deliberation, swarm);
  const subject = { id, task: id, kind: 'merge' as const, about, since, options: YES_OR_NO, vote, results };
  // That of a task that is given out again is history; that of the whole may be approved after all.
  if (state === 'refused') {
    return isEnded(status) ? [{ ...subject, waitsFor: approverAfterAll(swarm.policy, merge), refused }] : [];
  }
  if (state !== 'open' || waitsFor === undefined || waitsFor === 'answers') return [];
  return [{ ...subject, waitsFor }];
}

/** What a swarm has not decided yet, as its manifest shows it, in document order. */
export function openSubjects(manifest: SwarmManifest): OpenSubject[] {
  const { decomposition, mergePolicy: policy } = manifest;
  const { nodes, places } = outline(decomposition);
  const resultOf = (task: string) => {
    const node = nodes[places.get(task) ?? -1];
    return node === undefined ? undefined : resultOfTask(node).output;
  };
  const swarm: Shown = { count: counting(manifest), byHand: policy.conflictResolution === 'coordinator_decides', policy, nodes, resultOf };
  return nodes.flatMap((node, place) => {
    const { deliberation } = readOutput(node.output);
    // What was said of a task that has ended is history; but the merge of the root is of the whole swarm.
    if (deliberation === null || (place > 0 && isEnded(node.status))) return [];
    return [
      ...(isEnded(node.status) ? [] : proposalsOf(node, deliberation, swarm.count)),
      ...questionsOf(node, deliberation, swarm),
      ...mergeOf(node, deliberation, swarm),
    ];
  });
}
