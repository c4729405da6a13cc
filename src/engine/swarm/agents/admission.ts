import type { TaskNode } from '../../crtx/schema.ts';
import { refuse, refuseAfterEnd, refuseAgent } from '../decisions/refuse.ts';
import type { Refused } from '../refusal.ts';
import type { ManifestChange } from '../state/changes.ts';
import type { SwarmInput } from '../state/swarm-records.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { Applicant } from '../state/unpublished.ts';
import type { OperationResults, RuleResult } from '../swarm-answers.ts';
import { createOutline } from '../tasks/outline.ts';

/** Makes an agent wait for admission; returns `null` if it need not wait. @param at milliseconds since 1970 UTC */
export function awaitAdmission(run: SwarmRun, { agent, role, expertise }: SwarmInput<'swarm.recruit'>, at: number): Refused | null {
  if (run.admission === null || run.isInCharge(agent) || run.members.get(agent)?.left === null) return null;
  if (run.rejections.has(agent)) return refuseAgent(run, agent);
  run.applicants.set(agent, { agent, role, expertise: [...expertise], since: run.applicants.get(agent)?.since ?? at });
  if (!run.isFinished) return refuseAgent(run, agent);
  return refuseAfterEnd(run);
}

/**
 * Admits or refuses an agent that waits or was refused before.
 * @param join makes the agent a member; if that is refused, it keeps waiting
 * @param at milliseconds since 1970 UTC
 */
export function admit(
  run: SwarmRun,
  input: SwarmInput<'swarm.admit'>,
  join: (applicant: Applicant) => RuleResult<OperationResults['swarm.recruit']>,
  at: number,
): RuleResult<OperationResults['swarm.admit']> {
  const { agent, by, refused } = input;
  if (!run.isInCharge(by)) return refuse({ code: 'not-in-charge', by, coordinator: run.coordinator });
  const applicant = run.applicants.get(agent) ?? run.rejections.get(agent);
  if (applicant === undefined) {
    const isMember = run.members.get(agent)?.left === null;
    return isMember && !refused ? { status: 'ok', agent, admitted: true, again: true } : refuse({ code: 'not-waiting', agent });
  }
  if (refused) return reject(run, applicant, input, at);
  const joined = join(applicant);
  if (joined.status === 'refused') return joined;
  run.applicants.delete(agent);
  run.rejections.delete(agent);
  return { status: 'ok', agent, admitted: true, again: false };
}

/** Refuses an agent. A repetition changes nothing, unless it adds a reason. */
function reject(
  run: SwarmRun,
  applicant: Applicant,
  input: SwarmInput<'swarm.admit'>,
  at: number,
): RuleResult<OperationResults['swarm.admit']> {
  const { agent, by, stands, reason = '' } = input;
  const { role, expertise, since } = applicant;
  const before = run.rejections.get(agent);
  const again = before !== undefined && (reason === '' || reason === before.reason);
  run.applicants.delete(agent);
  if (stands === true && !again) run.rejections.set(agent, { agent, role, expertise, since, by, reason, at });
  return { status: 'ok', agent, admitted: false, again };
}

/** Prevents file edits from adding members, or giving them work, without admission. Returns a sentence if refused, else `null`. */
export function refuseUnadmitted(run: SwarmRun, change: ManifestChange): string | null {
  if (run.admission === null) return null;
  switch (change.change) {
    case 'agent-new':
      return notAdmitted(change.agent.id);
    case 'agent-status': {
      const isBack = change.status !== 'done' && change.status !== 'failed';
      return isBack && (run.members.get(change.agent)?.left ?? null) !== null ? notAdmitted(change.agent) : null;
    }
    case 'task-progress':
      return refuseWork(run, { id: change.task, status: change.status, assignedTo: change.assignedTo });
    case 'task-new':
      return (
        createOutline(change.task)
          .nodes.map((node) => refuseWork(run, node))
          .find((sentence) => sentence !== null) ?? null
      );
    default:
      return null;
  }
}

const notAdmitted = (agent: string) => `Agent "${agent}" is not admitted; it requests admission with "cortex swarm recruit".`;

type Work = Pick<TaskNode, 'id' | 'status'> & { readonly assignedTo?: string | null | undefined };

/** Refuses a task of an agent that is not a member. A skipped task is allowed, because no one works on it. */
export function refuseWork(run: SwarmRun, { id, status, assignedTo }: Work): string | null {
  if (status === 'skipped' || assignedTo === undefined || assignedTo === null) return null;
  if (run.members.get(assignedTo)?.left === null) return null;
  return `Task "${id}" cannot be assigned to "${assignedTo}", who is not a member; an agent requests admission with "cortex swarm recruit".`;
}
