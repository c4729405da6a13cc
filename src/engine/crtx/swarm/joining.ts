import { isPerson } from '../people.ts';
import { Member } from './members.ts';
import type { Done, Verdict } from './swarm-answers.ts';
import type { SwarmInput } from './swarm-records.ts';
import type { SwarmRun } from './swarm-run.ts';
import { refuse } from './verdicts.ts';

/** Takes an agent in. One that is here already gets the role and expertise that are named; one that left comes back. */
export function recruit(run: SwarmRun, { agent, role, expertise }: SwarmInput<'recruit'>, at: number): Verdict<Done['recruit']> {
  const { members, budget } = run;
  const member = members.get(agent);
  if (member === undefined) {
    const { joined, maxAgents } = budget;
    if (joined >= maxAgents) return refuse({ code: 'full', agent, joined, max: maxAgents });
    const fresh = { id: agent, role, expertise: [...expertise], assignedTasks: [], status: 'idle' as const, tokensUsed: 0, costUsd: 0 };
    members.set(agent, new Member(fresh, at));
    budget.joined += 1;
    return { status: 'ok', agent, joined: 'new' };
  }
  const isBack = member.left !== null;
  member.role = role;
  member.expertise = [...expertise];
  member.left = null;
  if (isBack) member.completedAt = undefined;
  return { status: 'ok', agent, joined: isBack ? 'again' : 'before' };
}

/**
 * Lets an agent go: what it worked on and what it was to work on is pending again, for anybody. An agent may leave; only the
 * coordinator and people decide it for others.
 */
export function retire(run: SwarmRun, { agent, by = agent }: SwarmInput<'retire'>, at: number): Verdict<Done['retire']> {
  const { coordinator } = run;
  if (by !== agent && by !== coordinator && !isPerson(by)) return refuse({ code: 'not-yours-to-retire', agent, by, coordinator });
  const member = run.members.get(agent);
  if (member === undefined) return releaseStranger(run, agent, by);
  const again = member.left !== null;
  if (!again) {
    member.left = 'done';
    member.completedAt = at;
    member.isBlocked = false;
  }
  const released = run.releaseAll(agent).map(({ id }) => id);
  return { status: 'ok', agent, released, again };
}

/** Another program may have given a task to somebody who never joined: only others can take it back. */
function releaseStranger(run: SwarmRun, agent: string, by: string): Verdict<Done['retire']> {
  const released = by === agent ? [] : run.releaseAll(agent).map(({ id }) => id);
  return released.length > 0 ? { status: 'ok', agent, released, again: false } : refuse({ code: 'unknown-agent', agent });
}
