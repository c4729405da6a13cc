import { FEW } from '../refusal.ts';
import type { SwarmInput } from '../state/swarm-records.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { BallotResult, OperationResults, RuleResult } from '../swarm-answers.ts';
import { NO, YES } from './ballot.ts';
import { countEntitled, isEntitled } from './electorate.ts';
import { advanceMerge, answerQuestion, findMerging, mergeState, refuseMerge } from './merging.ts';
import type { OpenBallot } from './open-ballots.ts';
import { agreePercent, closeIfDecided } from './proposals.ts';
import { refuse, refuseAgent } from './refuse.ts';

/** Votes on a proposal, on a question of a merge, or on a merge as a whole. */
export function vote(
  run: SwarmRun,
  { subject, agent, choice }: SwarmInput<'swarm.vote'>,
  at: number,
): RuleResult<OperationResults['swarm.vote']> {
  const open = run.ballots.get(subject);
  const refused = refuseAgent(run, agent);
  // With a fixed electorate, being recruited now would not allow it to vote.
  const isTooLate = (refused?.code === 'unknown-agent' || refused?.code === 'retired') && (open?.ballot.electorate ?? null) !== null;
  if (refused !== null) return isTooLate ? refuse({ code: 'not-entitled', subject, agent }) : refused;
  if (open === undefined) return refuse({ code: 'no-ballot', subject, open: run.ballots.ids().slice(0, FEW) });
  const { ballot } = open;
  const member = run.members.get(agent);
  if (member !== undefined && !isEntitled(member, ballot)) return refuse({ code: 'not-entitled', subject, agent });
  if (!ballot.options.includes(choice)) return refuse({ code: 'no-such-choice', subject, choice, options: ballot.options.slice(0, FEW) });
  const again = ballot.choiceBy(agent) === choice;
  ballot.cast(agent, choice);
  if (!again) closeBallotIfDecided(run, open, at);
  const voices = ballot.options.map((option) => ({ choice: option, count: ballot.count(option) }));
  const decided = toBallotResult(run, open);
  return { status: 'ok', subject, choice, voices, entitled: countEntitled(run, ballot), open: decided === null, again, decided };
}

/** Withdraws all votes of an agent that leaves. Others may have a majority then. Returns what that decided. */
export function withdrawVotes(run: SwarmRun, agent: string, at: number): BallotResult[] {
  const all = run.ballots.all();
  for (const open of all) {
    open.ballot.withdraw(agent);
    closeBallotIfDecided(run, open, at);
  }
  return all.flatMap((open) => toBallotResult(run, open) ?? []);
}

/** Returns the result of a ballot; `null` while it is open. */
function toBallotResult(run: SwarmRun, { id, task, subject }: OpenBallot): BallotResult | null {
  if (run.ballots.get(id) !== undefined) return null;
  if (subject !== 'merge' && 'approach' in subject) return { subject: id, winner: subject.state === 'won' ? YES : NO, merge: null };
  const merge = mergeState(run, task);
  const winner = subject === 'merge' ? (merge.state === 'refused' ? NO : YES) : (subject.pick ?? '');
  return { subject: id, winner, merge };
}

function closeBallotIfDecided(run: SwarmRun, { task, ballot, subject }: OpenBallot, at: number): void {
  if (subject !== 'merge' && 'approach' in subject) {
    // Another ballot may have ended this one meanwhile.
    if (subject.state === 'open') closeIfDecided(run, task, subject);
    return;
  }
  const merging = findMerging(run, task);
  const entitled = countEntitled(run, ballot);
  const verdict = ballot.countVotes(entitled, agreePercent(run));
  if (merging === null || verdict.state === 'open') return;
  if (subject === 'merge') {
    if (verdict.state === 'lost') {
      refuseMerge(merging, null, `${ballot.count('no')} of ${entitled} voted against it`);
      return;
    }
    merging.merge.isVoted = true;
    merging.deliberation.ballots.delete('');
  } else {
    const pick = subject.options.find(({ id }) => verdict.state === 'won' && id === verdict.choice);
    if (pick === undefined) return;
    answerQuestion(merging, subject, pick, null);
  }
  advanceMerge(merging, at);
}
