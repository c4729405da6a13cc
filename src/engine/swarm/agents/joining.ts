import { refuse, refuseAgent } from '../decisions/refuse.ts';
import { withdrawVotes } from '../decisions/voting.ts';
import type { SwarmInput } from '../state/swarm-records.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { BallotResult, OperationResults, RuleResult } from '../swarm-answers.ts';
import { decideCompleteContests, decideIfComplete } from '../tasks/contest.ts';
import { awaitAdmission } from './admission.ts';
import { Member } from './members.ts';

/** Most lost tasks, the latest ones, that an agent is informed of. */
const MAX_LOST = 32;

/** Recruits an agent, or makes it wait for admission. */
export function recruitAgent(run: SwarmRun, input: SwarmInput<'swarm.recruit'>, at: number): RuleResult<OperationResults['swarm.recruit']> {
  return awaitAdmission(run, input, at) ?? addMember(run, input, at);
}

/** Recruits an agent without admission. An existing member gets the new role and expertise; one that left comes back. */
export function addMember(
  run: SwarmRun,
  { agent, role, expertise }: SwarmInput<'swarm.recruit'>,
  at: number,
): RuleResult<OperationResults['swarm.recruit']> {
  const { members, budget } = run;
  const member = members.get(agent);
  if (member === undefined) {
    const { joined } = budget;
    const { maxAgents } = budget.limits;
    if (joined >= maxAgents) return refuse({ code: 'full', agent, joined, max: maxAgents });
    const fresh = { id: agent, role, expertise: [...expertise], assignedTasks: [], status: 'idle' as const, tokensUsed: 0, costUsd: 0 };
    changeSeats(run, at, () => run.join(new Member(fresh, at)));
    budget.joined += 1;
    return { status: 'ok', agent, joined: 'new' };
  }
  const isBack = member.left !== null;
  member.role = role;
  member.expertise = [...expertise];
  if (isBack) {
    changeSeats(run, at, () => {
      run.setLeft(member, null);
      run.ballots.noteReturn(member);
    });
    member.completedAt = undefined;
  }
  return { status: 'ok', agent, joined: isBack ? 'again' : 'before' };
}

/** Adds or removes members, and adapts contests to the new number of seats. */
function changeSeats(run: SwarmRun, at: number, change: () => void): void {
  const { seats } = run;
  change();
  if (run.seats !== seats) decideCompleteContests(run, at);
}

/**
 * Retires an agent. Its tasks become pending again, for any agent. An agent may retire itself; only the coordinator and people may retire
 * others.
 */
export function retire(
  run: SwarmRun,
  { agent, by = agent }: SwarmInput<'swarm.retire'>,
  at: number,
): RuleResult<OperationResults['swarm.retire']> {
  const { coordinator } = run;
  if (by !== agent && !run.isInCharge(by)) return refuse({ code: 'not-yours-to-retire', agent, by, coordinator });
  if (run.applicants.delete(agent)) return { status: 'ok', agent, withdrawn: true, released: [], again: false, decided: [] };
  const member = run.members.get(agent);
  if (member === undefined) return releaseNonMember(run, agent, by, at);
  const again = member.left !== null;
  const released = releaseTasks(run, agent, at);
  let decided: BallotResult[] = [];
  if (!again) {
    member.completedAt = at;
    member.isBlocked = false;
    member.lost = [];
    changeSeats(run, at, () => run.setLeft(member, 'done'));
    decided = withdrawVotes(run, agent, at);
  }
  return { status: 'ok', agent, released, again, decided };
}

/** Releases the tasks of an agent that never joined, which another program may have assigned. Only others can do this. */
function releaseNonMember(run: SwarmRun, agent: string, by: string, at: number): RuleResult<OperationResults['swarm.retire']> {
  const released = by === agent ? [] : releaseTasks(run, agent, at);
  return released.length > 0 ? { status: 'ok', agent, released, again: false, decided: [] } : refuse({ code: 'unknown-agent', agent });
}

/** Takes all tasks from an agent; active ones become pending again. Returns their ids in document order. */
function releaseTasks(run: SwarmRun, agent: string, at: number): string[] {
  const held = run.ready.heldBy(agent);
  for (const task of held) {
    run.unassign(task, agent);
    if (task.room !== null && task.isLeaf) decideIfComplete(run, task, at);
  }
  return held.map(({ id }) => id);
}

/** Takes the tasks of agents that were silent for too long (docs/decisions/0006-strategies-votes-merges.md). True if there were any. */
export function releaseVanished(run: SwarmRun, at: number): boolean {
  let found = false;
  const handed = [...run.ready.takeAssignedAgents()].flatMap((id) => run.members.get(id) ?? []);
  for (const member of run.silence.takeSilent(at, handed)) {
    const { id: agent, lastActivity } = member;
    const released = releaseTasks(run, agent, at);
    if (released.length === 0) continue;
    member.lost = [...new Set([...member.lost, ...released])].slice(-MAX_LOST);
    run.events.push({ event: 'vanished', agent, silentMs: at - lastActivity, released });
    found = true;
  }
  return found;
}

/** Returns the tasks that an agent lost by its silence and does not hold again. Each is returned once. */
export function takeLostTasks({ ready, members }: SwarmRun, agent: string): string[] {
  const member = members.get(agent);
  if (member === undefined) return [];
  const own = new Set(ready.heldBy(agent).map(({ id }) => id));
  const lost = member.lost.filter((task) => !own.has(task));
  member.lost = [];
  return lost;
}

/** Records a heartbeat, and returns the tasks that the agent has lost. */
export function recordHeartbeat(run: SwarmRun, { agent }: SwarmInput<'swarm.activity'>): RuleResult<OperationResults['swarm.activity']> {
  const member = run.members.get(agent);
  const refused = refuseAgent(run, agent);
  if (member === undefined || refused !== null) return refused ?? refuse({ code: 'unknown-agent', agent });
  return { status: 'ok', agent, released: takeLostTasks(run, agent), since: member.lastActivity };
}

/** The rules by which agents join, leave and stay in a swarm. */
export const membershipRules = { 'swarm.recruit': recruitAgent, 'swarm.retire': retire, 'swarm.activity': recordHeartbeat };
