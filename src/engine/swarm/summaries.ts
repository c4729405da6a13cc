import type { SwarmBudget, TaskNode } from '../crtx/schema.ts';
import type { Checked } from '../platform/on-demand.ts';
import { typedOption } from '../platform/suggested.ts';
import { naming, type SummaryStyle, sentences } from '../platform/summary.ts';
import { describeLockPath } from './locks/lock-path.ts';
import type { DecidedOutput } from './schemas/decisions.ts';
import type { EndedOutput, HeldOutput, LapsedView, LockView } from './schemas/locks.ts';
import type { ClaimOutput, failOutput } from './schemas/swarm.ts';
import { describeUse, explainSwarmState, list, WAITS } from './wording.ts';

/** Sentences that the summaries of several operations on the swarm share. */

/** Marks a summary of an operation that changed nothing, because it repeated an earlier one. */
export const repeated = ({ again }: { readonly again: boolean }, summary: string): string => (again ? `${summary} (no change)` : summary);

/** Returns the used part of each limit. */
export function describeBudget({ maxAgents, maxTokens, maxCostUsd, maxDurationMs, spent }: SwarmBudget): string {
  const uses = [
    { limit: 'agents' as const, spent: spent.agents, max: maxAgents },
    { limit: 'tokens' as const, spent: spent.tokens, max: maxTokens },
    { limit: 'cost' as const, spent: spent.costUsd, max: maxCostUsd },
    { limit: 'duration' as const, spent: spent.durationMs, max: maxDurationMs },
  ];
  return `Budget  ${uses.map(describeUse).join(' · ')}`;
}

const lockName = (path: string, { name }: SummaryStyle): string => name(describeLockPath(path));

/** Returns a line about a lost lock, with the agents that may have changed the path since. */
function lapsedLine({ path, at, broken, swarm, heldBy }: LapsedView, style: SummaryStyle): string {
  const { name, time } = style;
  const now = heldBy.length === 0 ? 'it is free' : `it is locked by ${list(heldBy.map(name))}`;
  const why = broken === null ? '' : ` by ${name(broken.by)} (${style.text(broken.reason)})`;
  const how = swarm !== null ? `ended with swarm ${name(swarm)}` : broken === null ? 'expired' : 'was broken';
  return `The lock on ${lockName(path, style)} ${how} at ${time(at)}${why}; now ${now}.`;
}

/** Returns lines about lost locks. */
export const lapsedLines = (lapsed: readonly LapsedView[], style: SummaryStyle) => lapsed.map((each) => lapsedLine(each, style));

/** Returns the line about the locks that ended with the swarm, or an empty one. */
export function releasedLine({ releasedLocks }: { readonly releasedLocks: readonly LockView[] }, style: SummaryStyle): string {
  if (releasedLocks.length === 0) return '';
  return `Released when the swarm ended: ${list(releasedLocks.map((lock) => lockOf(lock, style)))}.`;
}

const lockOf = ({ path, agentId }: LockView, style: SummaryStyle) => `${lockName(path, style)} (${style.name(agentId)})`;

/** Returns lines about locks that were renewed, released or broken, and about waits that were ended. */
export function heldLines(
  done: string,
  { locks, notHeld, heldBy, lapsed, waits = [] }: HeldOutput & Partial<Pick<EndedOutput, 'waits'>>,
  style: SummaryStyle,
): string[] {
  const { name, time } = style;
  const nameOf = (path: string) => lockName(path, style);
  const lines = [
    ...locks.map((lock) => `${done} ${lockOf(lock, style)}`),
    ...waits.map(({ agentId, paths }) => `Ended the wait of ${name(agentId)} for ${paths.map(nameOf).join(' ')}`),
    ...lapsedLines(lapsed, style),
    ...notHeld.map((path) => `Not held: ${nameOf(path)}`),
    ...heldBy.map(
      ({ path, agentId, expiresAt, holderUnresponsive }) =>
        `  ${nameOf(path)} is held by ${name(agentId)}${holderUnresponsive ? ' (unresponsive)' : ''}, until ${time(expiresAt)}`,
    ),
  ];
  return lines.length > 0 ? lines : ['No locks were held.'];
}

type Ended = Pick<Checked<typeof failOutput>, 'locks' | 'lapsed' | 'swarm' | 'releasedLocks'>;

/** Returns lines about lost and remaining locks, which may belong to an ended task, and about the end of the swarm. */
export function endLines({ locks, lapsed, swarm, releasedLocks }: Ended, style: SummaryStyle): string[] {
  const held = locks.map(({ path, agentId }) => `${style.name(agentId)} still holds ${lockName(path, style)}.`);
  return [...lapsedLines(lapsed, style), ...held, releaseHint(locks, style), ...swarmLines({ swarm, releasedLocks }, style)];
}

function releaseHint(locks: readonly LockView[], { next }: SummaryStyle): string {
  const [first] = locks;
  if (first === undefined) return '';
  const it = locks.length === 1 ? 'it' : 'them';
  return next(`cortex lock release --all ${typedOption('agent', first.agentId)}`, (command) => `To release ${it}: ${command}`);
}

function swarmLines({ swarm, releasedLocks }: Pick<Ended, 'swarm' | 'releasedLocks'>, style: SummaryStyle): string[] {
  const { status: state, progress, waitsFor } = swarm;
  const said = explainSwarmState(state, progress, waitsFor);
  if (said === '') return [];
  if (state === 'merging' && waitsFor === 'person')
    return [style.next('cortex swarm approve --by person:NAME', (command) => `${said.slice(0, -1)}: ${command}`) || said];
  const more = state === 'finished' ? '' : style.next('cortex swarm status', (command) => `See "${command}".`);
  return [sentences(said, more), releasedLine({ releasedLocks }, style)];
}

/** Returns the line about the locks that a retired agent still holds, and how they are released. */
export function keptLines(agent: string, locks: readonly LockView[], { name, time, next }: SummaryStyle): string[] {
  const held = locks.map(({ path, expiresAt }) => `It still holds ${name(path)}, until ${time(expiresAt)}.`);
  const it = locks.length === 1 ? 'it' : 'them';
  const advice = (command: string) =>
    `If ${name(agent)} cannot release ${it}, the coordinator or a person can break ${it}. To release ${it}: ${command}`;
  return locks.length === 0 ? [] : [...held, next(`cortex lock release --all ${typedOption('agent', agent)}`, advice)];
}

/** Returns what happened to a task, and its description; further lines of it are indented. @param said such as `Claimed` */
export function taskLines(said: string, { id, description }: Pick<TaskNode, 'id' | 'description'>, { name, text }: SummaryStyle): string[] {
  const [first = '', ...rest] = description.trim().split(/\r?\n/);
  return [`${said} ${name(id)}: ${text(first)}`, ...rest.filter((line) => line.trim() !== '').map((line) => `  ${text(line)}`)];
}

/** Returns which task an agent has claimed, now or before. */
export function claimedLines(task: NonNullable<ClaimOutput['task']>, code: ClaimOutput['code'], style: SummaryStyle): string[] {
  return taskLines(code === 'already-claimed' ? 'Already claimed' : 'Claimed', task, style);
}

/** Returns the approach that an agent has to follow; empty if there is none. */
export function agreedLine(agreed: ClaimOutput['agreed'], { name, text }: SummaryStyle): string {
  if (agreed === null) return '';
  const { proposal, agent, task, approach } = agreed;
  return `Agreed for ${name(task)}: ${text(approach)} (${name(proposal)}, by ${name(agent)})`;
}

/** Returns a line for each task in progress that may change the same files as a claimed one, and what to do. */
export function claimOverlapLines(overlaps: ClaimOutput['overlaps'], { name, text }: SummaryStyle): string[] {
  if (overlaps === null) return ['Whether tasks in progress change the same files is not known without a graph: cortex graph build'];
  if (overlaps.length === 0) return [];
  const lines = overlaps.map(({ task, agent, weight, why }) => {
    return `Overlaps with ${name(task)}, in progress by ${name(agent)} (${Math.round(weight * 100)} %): ${text(why)}.`;
  });
  return [...lines, 'Lock these files before you change them.'];
}

/** Returns the state of a merge. */
export function mergeLine(
  { task, taskStatus, state, waitsFor, questions, finished }: NonNullable<DecidedOutput['merge']>,
  style: SummaryStyle,
): string {
  const id = style.name(task);
  if (state === 'refused') {
    const isAssigned = taskStatus === 'pending' || taskStatus === 'active';
    return `The merge of ${id} is refused; ${isAssigned ? 'the task is assigned again' : 'retry a task, approve the result, or abort the swarm'}.`;
  }
  if (state === 'approved') return finished ? `${id} is merged; the swarm has finished.` : `${id} is merged.`;
  return sentences(`The merge of ${id} waits for ${WAITS[waitsFor ?? 'answers']}.`, naming('Open:', questions, style));
}

/** `decided: bob. logo is merged.` */
export function ballotLine({ winner, merge }: DecidedOutput, style: SummaryStyle): string {
  return sentences(`decided: ${style.name(winner)}.`, merge === null ? '' : mergeLine(merge, style));
}
