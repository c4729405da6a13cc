import { isPerson } from '../../crtx/people.ts';
import type { MergePolicy, SwarmAgent, SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import { suggestCommand, suggestSwarmCommand } from '../events/explanation.ts';
import { createOutline } from '../tasks/outline.ts';
import { isEnded } from '../tasks/task.ts';
import { type Ballot, DEFAULT_AGREE_PERCENT } from './ballot.ts';
import { type Deliberation, type Option, readOutput, remainingApprover, type WaitsFor, YES_OR_NO } from './deliberation.ts';
import { type ResultSummaries, summarizeCandidate, summarizeResult, summarizeResults } from './result-summaries.ts';

/** The state of an open vote. */
export interface VoteCount {
  /** Number of votes for each option, in the order of the options. */
  readonly voices: readonly { readonly choice: string; readonly count: number }[];
  /** How many may vote, and how many of them must agree. */
  readonly entitled: number;
  readonly needed: number;
  /** The agents that may vote and have not. */
  readonly missing: readonly string[];
}

/** An open decision of a swarm. */
export interface OpenSubject {
  /** Id for votes, or the task whose merge is to be approved. */
  readonly id: string;
  readonly task: string;
  readonly kind: 'proposal' | 'question' | 'merge';
  /** The approach, the file, or the description of the task. */
  readonly about: string;
  /** The file, for a question about one. */
  readonly file?: string;
  /** Whether the task has several open questions, which are told apart by their files. */
  readonly isOneOfSeveral?: boolean;
  /** What it waits for, and since when, in milliseconds since 1970 UTC. */
  readonly waitsFor: WaitsFor;
  readonly since: number;
  /** The options to choose from. */
  readonly options: readonly string[];
  /** `null` if there is no vote. */
  readonly vote: VoteCount | null;
  /** The results to choose from or to approve; empty for a proposal. */
  readonly results: ResultSummaries;
  /** For a proposal: its agent, and the agent's confidence. */
  readonly proposed?: { readonly agent: string; readonly confidence: number };
  /** Why a merge was refused that may still be approved. */
  readonly refused?: string;
  /** Who refused it; absent if it lost a vote. */
  readonly refusedBy?: string;
}

/** The parts of a swarm that all its subjects need. */
interface SwarmParts {
  readonly count: Count;
  /** Whether the coordinator or a person answers questions. */
  readonly byHand: boolean;
  readonly policy: MergePolicy;
  readonly nodes: readonly TaskNode[];
  /** Returns the result of a task. */
  resultOf(task: string): unknown;
}

const NO_RESULTS: ResultSummaries = { first: [], more: 0 };

/** Counts a ballot; `null` if there is none. */
type Count = (ballot: Ballot | undefined) => VoteCount | null;

/** Those may vote who were members when the vote was opened and have not left since (docs/decisions/0042-voting-and-admission.md). */
function voteCounter({ agents, mergePolicy: { minAgreePercent = DEFAULT_AGREE_PERCENT } }: SwarmManifest): Count {
  const isPresent = ({ status }: SwarmAgent) => status !== 'done' && status !== 'failed';
  return (ballot) => {
    if (ballot === undefined) return null;
    const { options, electorate } = ballot;
    const present = agents.slice(0, electorate?.members).filter(isPresent);
    const may = present.filter(({ id }) => electorate?.returned.includes(id) !== true).map(({ id }) => id);
    const needed = Math.max(1, Math.ceil((minAgreePercent * may.length) / 100));
    const missing = may.filter((id) => ballot.choiceBy(id) === undefined);
    return { voices: options.map((choice) => ({ choice, count: ballot.count(choice) })), entitled: may.length, needed, missing };
  };
}

function proposalsOf({ id: task }: TaskNode, { proposals, ballots }: Deliberation, count: Count): OpenSubject[] {
  const open = proposals.filter(({ state }) => state === 'open');
  return open.map(({ id, approach: about, agent, confidence, at: since }) => ({
    id,
    task,
    kind: 'proposal',
    about,
    waitsFor: 'votes',
    options: YES_OR_NO,
    proposed: { agent, confidence },
    results: NO_RESULTS,
    since,
    vote: count(ballots.get(id)),
  }));
}

function questionsOf({ id: task, description }: TaskNode, { merge, ballots, candidates }: Deliberation, swarm: SwarmParts): OpenSubject[] {
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
      isOneOfSeveral: open.length > 1,
      id,
      task,
      kind: 'question',
      about: file ?? description,
      waitsFor: swarm.byHand ? 'coordinator' : 'votes',
      since: merge.at,
      options: options.map((option) => option.id),
      vote: swarm.count(ballots.get(id)),
      results: { first, more: 0 },
    };
  });
}

/** Returns the results that a merge combines: the picked candidate, or the results of the whole swarm. */
function resultsOf({ status }: TaskNode, { merge, candidates }: Deliberation, { nodes }: SwarmParts): ResultSummaries {
  if (isEnded(status)) return summarizeResults(nodes);
  const ready = candidates.filter(({ state }) => state === 'ready');
  const picked = ready.find(({ agent }) => agent === merge?.questions[0]?.pick) ?? ready[0];
  return { first: picked === undefined ? [] : [summarizeCandidate(picked)], more: 0 };
}

function mergeOf(node: TaskNode, deliberation: Deliberation, swarm: SwarmParts): OpenSubject[] {
  const { merge, ballots } = deliberation;
  if (merge === null) return [];
  const { id, description: about, status } = node;
  const { state, waitsFor, reason: refused = '', refusedBy, approvals, at } = merge;
  // The wait for a further approval starts with the previous one.
  const since = approvals.at(-1)?.at ?? at;
  const vote = swarm.count(ballots.get(''));
  const results = resultsOf(node, deliberation, swarm);
  const subject = { id, task: id, kind: 'merge' as const, about, since, options: YES_OR_NO, vote, results };
  // A refused merge of a task that is open again is history; that of the whole swarm may still be approved.
  if (state === 'refused') {
    const by = refusedBy === undefined ? {} : { refusedBy };
    return isEnded(status) ? [{ ...subject, waitsFor: remainingApprover(swarm.policy, merge), refused, ...by }] : [];
  }
  if (state !== 'open' || waitsFor === undefined || waitsFor === 'answers') return [];
  return [{ ...subject, waitsFor }];
}

/** Returns the open decisions of a swarm from its manifest, in document order. */
export function openSubjects(manifest: SwarmManifest): OpenSubject[] {
  const { decomposition, mergePolicy: policy } = manifest;
  const { nodes, places } = createOutline(decomposition);
  const resultOf = (task: string) => {
    const node = nodes[places.get(task) ?? -1];
    return node === undefined ? undefined : summarizeResult(node).output;
  };
  const swarm: SwarmParts = {
    count: voteCounter(manifest),
    byHand: policy.conflictResolution === 'coordinator_decides',
    policy,
    nodes,
    resultOf,
  };
  return nodes.flatMap((node, place) => {
    const { deliberation } = readOutput(node.output);
    // The deliberation on an ended task is history, except on the root, whose merge is that of the whole swarm.
    if (deliberation === null || (place > 0 && isEnded(node.status))) return [];
    return [
      ...(isEnded(node.status) ? [] : proposalsOf(node, deliberation, swarm.count)),
      ...questionsOf(node, deliberation, swarm),
      ...mergeOf(node, deliberation, swarm),
    ];
  });
}

/** The open decision about the results of a whole swarm whose tasks have all ended. */
export interface OpenMerge {
  readonly waitsFor: WaitsFor;
  /** Who refused the results, and why; `by` is `null` if they lost a vote. `null` while they are not refused. */
  readonly refused: { readonly by: string | null; readonly reason: string } | null;
}

/** Returns what the results of a swarm wait for after all tasks have ended; `null` if they do not wait. */
export function openMergeOf(manifest: SwarmManifest): OpenMerge | null {
  const { id, status } = manifest.decomposition;
  const subject = isEnded(status) ? openSubjects(manifest).find(({ task }) => task === id) : undefined;
  if (subject === undefined) return null;
  const { kind, waitsFor: decider, refused: reason, refusedBy: by = null } = subject;
  // Competing results wait for a choice, which is another command than an approval.
  const waitsFor = kind === 'question' && decider === 'coordinator' ? 'answers' : decider;
  return { waitsFor, refused: reason === undefined ? null : { by, reason } };
}

/**
 * Returns the command line that decides a subject, with placeholders in capitals. The whole swarm needs no `--task`.
 * @param person who decides what only a person may decide
 */
export function decisionCommand(subject: OpenSubject, { coordinator, decomposition }: SwarmManifest, person: string): string {
  const { id, kind, about, waitsFor, isOneOfSeveral = false } = subject;
  if (waitsFor === 'votes') return suggestCommand('swarm vote', id, { agent: null, for: kind === 'question' ? null : 'yes' });
  const by = waitsFor === 'person' && !isPerson(coordinator) ? person : coordinator;
  const task = subject.task === decomposition.id ? {} : { task: subject.task };
  if (kind !== 'question') return suggestSwarmCommand('swarm approve', { ...task, by });
  const file = isOneOfSeveral ? { file: about } : {};
  return suggestSwarmCommand('swarm merge', { ...task, by, ...file, pick: null });
}
