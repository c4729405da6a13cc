import { advanceMerge, answer, refuseMerge } from './swarm-model-merges.ts';
import {
  closeVote,
  entitled,
  find,
  isEnded,
  line,
  type Merge,
  type ModelSwarm,
  type ModelTask,
  openVote,
  type Proposal,
  type Question,
  refuseAgent,
  tasksOf,
  type Votable,
} from './swarm-model-state.ts';
import { statusOf } from './swarm-model-tasks.ts';

/** The rules of votes: one vote for each member, the last one counts, and votes are counted when a member votes or leaves. */

const YES_OR_NO = ['yes', 'no'];

/** A subject of a vote, with the id of the proposal, of the question, or of the merged task. */
type Subject =
  | { readonly kind: 'proposal'; readonly id: string; readonly task: ModelTask; readonly on: Proposal }
  | { readonly kind: 'question'; readonly id: string; readonly task: ModelTask; readonly on: Question }
  | { readonly kind: 'merge'; readonly id: string; readonly task: ModelTask; readonly on: Merge };

function openSubjects(swarm: ModelSwarm): Subject[] {
  const all = tasksOf(swarm).flatMap((task): Subject[] => [
    ...task.proposals.map((on) => ({ kind: 'proposal' as const, id: on.id, task, on })),
    ...(task.merge?.questions ?? []).map((on) => ({ kind: 'question' as const, id: on.id, task, on })),
    ...(task.merge === null ? [] : [{ kind: 'merge' as const, id: task.id, task, on: task.merge }]),
  ]);
  return all.filter(({ on }) => on.voices !== undefined);
}

/** Returns whether there is an open vote in which an agent has not voted. */
export function mayVote(swarm: ModelSwarm, agent: string): boolean {
  return openSubjects(swarm).some(({ on }) => isEntitled(swarm, on, agent) && !on.voices?.some((voice) => voice.agent === agent));
}

function isEntitled(swarm: ModelSwarm, on: Votable, agent: string): boolean {
  return entitled(swarm, on).some(({ id }) => id === agent);
}

/** A returning member may not vote on subjects opened before. */
export function noteReturn(swarm: ModelSwarm, agent: string): void {
  const place = swarm.members.findIndex(({ id }) => id === agent);
  for (const { on } of openSubjects(swarm)) {
    if (on.electorate !== undefined && place < on.electorate.members && !on.electorate.returned.includes(agent))
      on.electorate.returned.push(agent);
  }
}

function optionsOf(subject: Subject): string[] {
  return subject.kind === 'question' ? subject.on.options.map(({ id }) => id) : YES_OR_NO;
}

function count({ voices = [] }: Votable, choice: string): number {
  return voices.filter((voice) => voice.choice === choice).length;
}

function isEnough(swarm: ModelSwarm, on: Votable, voices: number): boolean {
  return voices > 0 && voices * 100 >= (swarm.policy.minAgreePercent ?? 51) * entitled(swarm, on).length;
}

/** Yes or no: won when enough agree, lost when too many are against it. */
function judge(swarm: ModelSwarm, on: Votable): 'open' | 'won' | 'lost' {
  const all = entitled(swarm, on).length;
  if (all > 0 && isEnough(swarm, on, count(on, 'yes'))) return 'won';
  const could = all - count(on, 'no');
  return could * 100 < (swarm.policy.minAgreePercent ?? 51) * all ? 'lost' : 'open';
}

/** Returns the first option with enough votes or, when all have voted, the first of those with the most. */
function winner(swarm: ModelSwarm, { options, ...on }: Question): string | undefined {
  const all = entitled(swarm, on).length;
  if (all === 0) return undefined;
  const voices = (id: string) => count(on, id);
  const won = options.find(({ id }) => isEnough(swarm, on, voices(id)));
  if (won !== undefined || (on.voices ?? []).length < all) return won?.id;
  const most = Math.max(...options.map(({ id }) => voices(id)));
  return options.find(({ id }) => voices(id) === most)?.id;
}

export function propose(
  swarm: ModelSwarm,
  {
    task: id,
    agent,
    proposal,
    approach,
    confidence,
  }: { task: string; agent: string; proposal: string; approach: string; confidence: number },
  at: number,
): string {
  const task = find(swarm, id);
  if (task === undefined) return 'unknown-task';
  const refused = refuseAgent(swarm, agent);
  if (refused !== null) return refused;
  if (swarm.strategy !== 'consensus') return 'not-consensus';
  if (isEnded(statusOf(task))) return 'already-ended';
  if (line(task).some(({ proposals }) => proposals.some(({ state }) => state === 'won'))) return 'agreed-already';
  const made: Proposal = { id: proposal, agent, approach, confidence, at, state: 'open', agree: 0, against: 0 };
  openVote(swarm, made);
  made.voices = [{ agent, choice: 'yes' }];
  task.proposals.push(made);
  settleProposal(swarm, task, made);
  return `ok ${made.state} ${made.agree}:${made.against}`;
}

function settleProposal(swarm: ModelSwarm, task: ModelTask, proposal: Proposal): void {
  proposal.agree = count(proposal, 'yes');
  proposal.against = count(proposal, 'no');
  // No remaining member may vote on it, so it cannot win.
  const isDead = proposal.electorate !== undefined && entitled(swarm, proposal).length === 0;
  const state = isDead ? 'lost' : judge(swarm, proposal);
  if (state === 'open') return;
  close(proposal, state);
  if (state === 'won') for (const other of task.proposals) if (other.state === 'open') close(other, 'lost');
}

function close(proposal: Proposal, state: 'won' | 'lost'): void {
  proposal.state = state;
  closeVote(proposal);
}

export function vote(
  swarm: ModelSwarm,
  { subject: id, agent, choice }: { subject: string; agent: string; choice: string },
  at: number,
): string {
  const subject = openSubjects(swarm).find((each) => each.id === id);
  const refused = refuseAgent(swarm, agent);
  if ((refused === 'unknown-agent' || refused === 'retired') && subject?.on.electorate !== undefined) return 'not-entitled';
  if (refused !== null) return refused;
  if (subject === undefined) return 'no-ballot';
  const { on } = subject;
  if (!isEntitled(swarm, on, agent)) return 'not-entitled';
  if (!optionsOf(subject).includes(choice)) return 'no-such-choice';
  const all = entitled(swarm, on).length;
  const before = on.voices?.find((voice) => voice.agent === agent)?.choice;
  on.voices = [...(on.voices ?? []).filter((voice) => voice.agent !== agent), { agent, choice }];
  const cast = on.voices;
  if (before !== choice) settle(swarm, subject, at);
  const counts = optionsOf(subject).map((option) => cast.filter((voice) => voice.choice === option).length);
  return `ok ${on.voices === undefined ? winnerOf(subject) : 'open'} ${counts.join(':')} of ${all}`;
}

/** Returns the result of a closed vote. */
function winnerOf({ kind, on }: Subject): string {
  if (kind === 'question') return on.pick ?? '';
  if (kind === 'proposal') return on.state === 'won' ? 'yes' : 'no';
  return on.isVoted === true ? 'yes' : 'no';
}

/** Removes the votes of leaving members and counts again. Returns the decisions that follow. */
export function withdrawVoices(swarm: ModelSwarm, agents: readonly string[], at: number): string {
  if (agents.length === 0) return '';
  const subjects = openSubjects(swarm);
  for (const { on } of subjects) on.voices = on.voices?.filter((voice) => !agents.includes(voice.agent)) ?? [];
  // An earlier subject may have closed this one.
  for (const subject of subjects) if (subject.on.voices !== undefined) settle(swarm, subject, at);
  const over = subjects.filter(({ on }) => on.voices === undefined);
  return over.map((subject) => `; ${subject.id}: ${winnerOf(subject)}`).join('');
}

function settle(swarm: ModelSwarm, { kind, task, on }: Subject, at: number): void {
  if (kind === 'proposal') settleProposal(swarm, task, on);
  else if (kind === 'question') {
    const pick = winner(swarm, on);
    if (pick === undefined) return;
    answer(on, pick);
    advanceMerge(swarm, task, at);
  } else {
    const state = judge(swarm, on);
    if (state === 'lost') refuseMerge(swarm, task, `${count(on, 'no')} of ${entitled(swarm, on).length} voted against it`);
    if (state !== 'won') return;
    on.isVoted = true;
    closeVote(on);
    advanceMerge(swarm, task, at);
  }
}
