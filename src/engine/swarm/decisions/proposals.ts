import type { SwarmManifest } from '../../crtx/schema.ts';
import type { Refused } from '../refusal.ts';
import type { SwarmInput } from '../state/swarm-records.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { AcceptedProposal, OperationResults, RuleResult } from '../swarm-answers.ts';
import { createOutline } from '../tasks/outline.ts';
import { isEnded, type Task } from '../tasks/task.ts';
import { DEFAULT_AGREE_PERCENT, NO, YES } from './ballot.ts';
import { Deliberation, type Proposal, readOutput, YES_OR_NO } from './deliberation.ts';
import { countEntitled } from './electorate.ts';
import { refuse, refuseAgent, refuseEnded } from './refuse.ts';

/** Returns the share of the electorate that must agree, in percent. */
export function agreePercent({ mergePolicy }: SwarmRun): number {
  return mergePolicy.minAgreePercent ?? DEFAULT_AGREE_PERCENT;
}

/** Returns the proposal that has won for a task or for one above it. */
export function findAcceptedProposal(task: Task): AcceptedProposal | null {
  for (let at: Task | null = task; at !== null; at = at.parent) {
    const won = at.deliberation?.proposals.find(({ state }) => state === 'won');
    if (won !== undefined) return { task: at.id, proposal: won.id, agent: won.agent, approach: won.approach };
  }
  return null;
}

function refuseProposal(run: SwarmRun, task: Task): Refused | null {
  if (run.strategy !== 'consensus') return refuse({ code: 'not-consensus', task: task.id, strategy: run.strategy });
  if (isEnded(task.status)) return refuseEnded(task);
  const agreed = findAcceptedProposal(task);
  return agreed === null ? null : refuse({ code: 'agreed-already', task: agreed.task, proposal: agreed.proposal });
}

/** Proposes how to do a task and all tasks below it. The proposer's vote for it is cast at once. */
export function propose(run: SwarmRun, input: SwarmInput<'swarm.propose'>, at: number): RuleResult<OperationResults['swarm.propose']> {
  const { agent, approach, confidence, proposal: id } = input;
  const task = run.tree.get(input.task);
  if (task === undefined) return refuse({ code: 'unknown-task', task: input.task });
  const refused = refuseAgent(run, agent) ?? refuseProposal(run, task);
  if (refused !== null) return refused;
  const proposal: Proposal = { id, agent, approach, confidence, at, state: 'open', agree: 0, against: 0 };
  const ballot = run.openBallot(YES_OR_NO);
  task.deliberation ??= new Deliberation();
  task.deliberation.proposals.push(proposal);
  task.deliberation.ballots.set(id, ballot);
  run.ballots.update(task);
  ballot.cast(agent, YES);
  closeIfDecided(run, task, proposal);
  const { state, agree, against } = proposal;
  return { status: 'ok', proposal: id, task: task.id, state, agree, against, entitled: countEntitled(run, ballot) };
}

/** Closes a proposal if it has won or lost. A winner closes the others for the same task. */
export function closeIfDecided(run: SwarmRun, task: Task, proposal: Proposal): void {
  const { deliberation } = task;
  const ballot = deliberation?.ballots.get(proposal.id);
  if (deliberation === null || ballot === undefined) return;
  proposal.agree = ballot.count(YES);
  proposal.against = ballot.count(NO);
  const entitled = countEntitled(run, ballot);
  const verdict = ballot.countVotes(entitled, agreePercent(run));
  // No voter is left, and none can be added.
  const state = entitled === 0 && ballot.electorate !== null ? 'lost' : verdict.state;
  if (state === 'open') return;
  close(run, task, proposal, state);
  if (state === 'won') {
    for (const other of deliberation.proposals) if (other.state === 'open') close(run, task, other, 'lost');
    allowClaims(run, task);
  }
  run.ballots.update(task);
}

function close(run: SwarmRun, task: Task, proposal: Proposal, state: 'won' | 'lost'): void {
  const ballots = task.deliberation?.ballots;
  const ballot = ballots?.get(proposal.id);
  proposal.state = state;
  ballots?.delete(proposal.id);
  const entitled = ballot === undefined ? run.present.all : countEntitled(run, ballot);
  run.events.push({ event: 'proposal', task: task.id, proposal: { ...proposal }, entitled });
}

/** Allows a task and all tasks below it to be claimed. */
function allowClaims(run: SwarmRun, task: Task): void {
  const agreed = [task];
  // The list grows during the iteration.
  for (const each of agreed) {
    each.isUnagreed = false;
    run.ready.update(each);
    agreed.push(...each.children);
  }
}

/** A proposal that the members rejected, for a task on which nothing else is agreed. */
export interface RejectedProposal extends Pick<Proposal, 'id' | 'agent' | 'approach' | 'agree' | 'against'> {
  readonly task: string;
}

/** Returns the rejected proposals, which should not be proposed again. A task with an accepted proposal has none. */
export function listRejectedProposals({ decomposition }: SwarmManifest): RejectedProposal[] {
  return createOutline(decomposition).nodes.flatMap(({ id: task, status, output }) => {
    const proposals = isEnded(status) ? [] : (readOutput(output).deliberation?.proposals ?? []);
    if (proposals.some(({ state }) => state === 'won')) return [];
    return proposals.filter(({ state }) => state === 'lost').map((proposal) => ({ ...proposal, task }));
  });
}
