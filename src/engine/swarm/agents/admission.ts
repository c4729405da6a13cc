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

/** Lets an agent wait until somebody in charge admits it; `null` where it need not. @param at milliseconds since 1970 UTC */
export function awaitAdmission(run: SwarmRun, { agent, role, expertise }: SwarmInput<'recruit'>, at: number): Refused | null {
  if (run.admission === null || run.isInCharge(agent) || run.members.get(agent)?.left === null) return null;
  run.applicants.set(agent, { agent, role, expertise: [...expertise], since: run.applicants.get(agent)?.since ?? at });
  return refuseAgent(run, agent);
}

/**
 * Lets an agent that waits join the swarm, or sends it away.
 * @param join takes it in; it may be refused, and then it waits on
 */
export function admit(
  run: SwarmRun,
  { agent, by, refused }: SwarmInput<'admit'>,
  join: (applicant: Applicant) => Verdict<Done['recruit']>,
): Verdict<Done['admit']> {
  if (!run.isInCharge(by)) return refuse({ code: 'not-in-charge', by, coordinator: run.coordinator });
  const applicant = run.applicants.get(agent);
  if (applicant === undefined) {
    const isMember = run.members.get(agent)?.left === null;
    return isMember && !refused ? { status: 'ok', agent, admitted: true, again: true } : refuse({ code: 'not-waiting', agent });
  }
  if (!refused) {
    const joined = join(applicant);
    if (joined.status === 'refused') return joined;
  }
  run.applicants.delete(agent);
  return { status: 'ok', agent, admitted: !refused, again: false };
}
