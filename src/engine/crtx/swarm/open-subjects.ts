import type { MergePolicy, SwarmManifest, TaskNode } from '../schema.ts';
import { type Ballot, DEFAULT_AGREE_PERCENT } from './ballot.ts';
import { approverAfterAll, type Deliberation, readOutput, type WaitsFor, YES_OR_NO } from './deliberation.ts';
import { outline } from './outline.ts';
import { isEnded } from './task.ts';

/** How a vote stands that is not over. */
export interface Standing {
  /** How many have chosen each option, in the order of the options. */
  readonly voices: readonly { readonly choice: string; readonly count: number }[];
  /** How many may vote, and how many of them must agree. */
  readonly entitled: number;
  readonly needed: number;
}

/** Something that a swarm has not decided yet. */
export interface OpenSubject {
  /** Under which votes are given, or the task whose merge is to be approved. */
  readonly id: string;
  readonly task: string;
  readonly kind: 'proposal' | 'question' | 'merge';
  /** What it is about: the approach, the file, or what the task is. */
  readonly about: string;
  /** For what it waits. */
  readonly waitsFor: WaitsFor;
  /** What can be chosen. */
  readonly options: readonly string[];
  /** `null` where nobody votes. */
  readonly vote: Standing | null;
  /** Why a merge was refused that may be approved after all. */
  readonly refused?: string;
  /** It was refused before the members had agreed to it. */
  readonly isVoteLost?: boolean;
}

/** How a ballot stands; `null` where there is none. */
type Count = (ballot: Ballot | undefined) => Standing | null;

/** Entitled is every member that has not left (docs/decisions/0006-deciding-together.md). */
function counting({ agents, mergePolicy: { minAgreePercent = DEFAULT_AGREE_PERCENT } }: SwarmManifest): Count {
  const entitled = agents.filter(({ status }) => status !== 'done' && status !== 'failed').length;
  const needed = Math.max(1, Math.ceil((minAgreePercent * entitled) / 100));
  return (ballot) =>
    ballot === undefined ? null : { voices: ballot.options.map((choice) => ({ choice, count: ballot.count(choice) })), entitled, needed };
}

function proposalsOf({ id: task }: TaskNode, { proposals, ballots }: Deliberation, count: Count): OpenSubject[] {
  const open = proposals.filter(({ state }) => state === 'open');
  return open.map(({ id, approach: about }) => ({
    ...{ id, task, kind: 'proposal', about, waitsFor: 'votes', options: YES_OR_NO },
    vote: count(ballots.get(id)),
  }));
}

function questionsOf({ id: task, description }: TaskNode, { merge, ballots }: Deliberation, count: Count, byHand: boolean): OpenSubject[] {
  const open = merge?.state === 'open' ? merge.questions.filter(({ pick }) => pick === undefined) : [];
  return open.map(({ id, file = description, options }) => ({
    ...{ id, task, kind: 'question', about: file },
    waitsFor: byHand ? 'coordinator' : 'votes',
    options: options.map((option) => option.id),
    vote: count(ballots.get(id)),
  }));
}

function mergeOf(
  { id, description: about, status }: TaskNode,
  { merge, ballots }: Deliberation,
  count: Count,
  policy: MergePolicy,
): OpenSubject[] {
  if (merge === null) return [];
  const { state, waitsFor, reason: refused = '', isVoted = false } = merge;
  const subject = { id, task: id, kind: 'merge' as const, about, options: YES_OR_NO, vote: count(ballots.get('')) };
  // That of a task that is given out again is history; that of the whole may be approved after all.
  if (state === 'refused') {
    const after = { waitsFor: approverAfterAll(policy, merge), refused, isVoteLost: policy.strategy === 'voting' && !isVoted };
    return isEnded(status) ? [{ ...subject, ...after }] : [];
  }
  if (state !== 'open' || waitsFor === undefined || waitsFor === 'answers') return [];
  return [{ ...subject, waitsFor }];
}

/** What a swarm has not decided yet, as its manifest shows it, in document order. */
export function openSubjects(manifest: SwarmManifest): OpenSubject[] {
  const { decomposition, mergePolicy } = manifest;
  const byHand = mergePolicy.conflictResolution === 'coordinator_decides';
  const count = counting(manifest);
  const { nodes } = outline(decomposition);
  return nodes.flatMap((node, place) => {
    const { deliberation } = readOutput(node.output);
    // What was said of a task that has ended is history; but the merge of the root is of the whole swarm.
    if (deliberation === null || (place > 0 && isEnded(node.status))) return [];
    return [
      ...(isEnded(node.status) ? [] : proposalsOf(node, deliberation, count)),
      ...questionsOf(node, deliberation, count, byHand),
      ...mergeOf(node, deliberation, count, mergePolicy),
    ];
  });
}
