import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { refuse, refuseAgent } from '../decisions/verdicts.ts';
import type { Done, Refused, Verdict } from '../swarm-answers.ts';
import type { SwarmInput } from '../swarm-records.ts';
import type { SwarmRun } from '../swarm-run.ts';

/** Who asks to be a member, and since when: milliseconds since 1970 UTC. */
export const applicantSchema = onDemand(() =>
  z.object({ agent: z.string(), role: z.string(), expertise: z.array(z.string()), since: z.int() }),
);
export type Applicant = Readonly<Checked<typeof applicantSchema>>;

/** Who asked to be a member and was refused, by whom, why, and when: milliseconds since 1970 UTC. */
export const rejectionSchema = onDemand(() => applicantSchema().extend({ by: z.string(), reason: z.string(), at: z.int() }));
export type Rejection = Readonly<Checked<typeof rejectionSchema>>;

/** Lets an agent wait until somebody in charge admits it; `null` where it need not. @param at milliseconds since 1970 UTC */
export function awaitAdmission(run: SwarmRun, { agent, role, expertise }: SwarmInput<'recruit'>, at: number): Refused | null {
  if (run.admission === null || run.isInCharge(agent) || run.members.get(agent)?.left === null) return null;
  if (run.rejections.has(agent)) return refuseAgent(run, agent);
  run.applicants.set(agent, { agent, role, expertise: [...expertise], since: run.applicants.get(agent)?.since ?? at });
  if (!run.isFinished) return refuseAgent(run, agent);
  return refuse({ code: run.isAborted ? 'aborted' : 'finished', swarm: run.id });
}

/**
 * Admits an agent that waits or was refused, or refuses it.
 * @param join makes it a member; that may be refused, and then it waits on
 * @param at milliseconds since 1970 UTC
 */
export function admit(
  run: SwarmRun,
  input: SwarmInput<'admit'>,
  join: (applicant: Applicant) => Verdict<Done['recruit']>,
  at: number,
): Verdict<Done['admit']> {
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

/** Refuses an agent. To refuse it once more changes nothing, unless a reason is added. */
function reject(run: SwarmRun, applicant: Applicant, input: SwarmInput<'admit'>, at: number): Verdict<Done['admit']> {
  const { agent, by, stands, reason = '' } = input;
  const { role, expertise, since } = applicant;
  const before = run.rejections.get(agent);
  const again = before !== undefined && (reason === '' || reason === before.reason);
  run.applicants.delete(agent);
  if (stands === true && !again) run.rejections.set(agent, { agent, role, expertise, since, by, reason, at });
  return { status: 'ok', agent, admitted: false, again };
}
