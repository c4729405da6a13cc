import { checkAgent, checkLookAlike } from '../../crtx/people.ts';
import { type ContentLimits, checkContent } from '../../crtx/stored-content.ts';
import { MAX_TASK_DEPTH } from '../../crtx/validate.ts';
import { joinSentences } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { inNamedFolder } from '../../platform/suggested.ts';
import { toSkeleton } from '../../text/confusables/skeleton.ts';
import type { BudgetWarning } from '../budget.ts';
import { outlookOf } from '../budget-outlook.ts';
import { openMergeOf } from '../decisions/open-subjects.ts';
import { describePick, listPickedResults } from '../decisions/results.ts';
import { endOfSwarm, explainClaim, explainLostTasks, explainNoTask, explainRefusal } from '../events/explain.ts';
import { type AnswerReader, type Explanation, suggestSwarmCommand } from '../events/explanation.ts';
import type { Refused } from '../refusal.ts';
import type { LapsedView, LockView } from '../schemas/locks.ts';
import type {
  AdmitInput,
  AdmitOutput,
  AssignInput,
  AssignOutput,
  ClaimInput,
  ClaimOutput,
  CompleteInput,
  CompleteOutput,
  FailInput,
  FailOutput,
  HeartbeatInput,
  HeartbeatOutput,
  RecruitInput,
  RecruitOutput,
  RetireInput,
  RetireOutput,
  StartInput,
  StartOutput,
  StatusInput,
  UsageInput,
  UsageOutput,
} from '../schemas/swarm.ts';
import { claimCodeSchema } from '../schemas/swarm.ts';
import type { StatusOutput } from '../schemas/swarm-state.ts';
import type { RecordedAnswer as Stored, SwarmStore } from '../store.ts';
import type { ClaimedTask, WithWarnings } from '../swarm-answers.ts';
import { explainWarning } from '../wording.ts';
import { toBallotOutput } from './ballot-output.ts';
import { clockWarnings } from './clock-warnings.ts';
import type { OpenSwarm } from './context.ts';
import { listTasks } from './list-tasks.ts';
import { readLockPaths } from './locks/lock-paths.ts';
import { toLapsedView, toLockView, toReleasedLocks } from './locks/lock-view.ts';
import { listOverlaps, listOverlapsOfClaim } from './overlaps.ts';
import { refusalError, type Steps, toReader } from './refusals.ts';
import { readState } from './status.ts';

/** Limits for the output of a task, which is nested below the manifest and all parent tasks, each with its list of children. */
export const OUTPUT_LIMITS: ContentLimits = {
  noun: 'the output of a task',
  levels: 2 * MAX_TASK_DEPTH,
  maxBytes: 1_048_576,
  next: 'Put the text into a file and name it in the output.',
};

function done<Output>(output: Output, warnings: readonly BudgetWarning[], ok = true): Outcome<Output> {
  return { ok, output, warnings: warnings.map(explainWarning) };
}

interface Accepted {
  readonly status: 'ok';
  readonly warnings: readonly BudgetWarning[];
}

/**
 * Returns the result of an accepted operation, with the limits that it reached as warnings.
 * @param reader created after the answer, because before it the swarm may not have been read
 * @throws CortexError when it was refused
 */
export function requireAccepted<T extends Accepted>(
  answer: T | WithWarnings<Refused>,
  reader: AnswerReader,
  steps?: Steps,
): Outcome<Omit<T, keyof Accepted>> {
  if (answer.status === 'refused') throw refusalError(answer, reader, steps);
  const { status: _status, warnings, ...output } = answer;
  return done(output, warnings);
}

/** Refuses an id that looks like another one. An ASCII id needs no check, so most agents skip reading the others. */
async function requireDistinct({ store }: OpenSwarm, agent: string): Promise<void> {
  if (toSkeleton(agent) === agent.toLowerCase()) return;
  // If another process is the leader, this one has not read the current agents yet.
  await store.refresh();
  const { names, applicants } = store.swarm;
  checkLookAlike(agent, [...(names?.agents.keys() ?? []), ...(applicants ?? []).map((each) => each.agent)]);
}

/** Next steps for an agent that wanted to join a swarm that is over. */
const NOT_JOINED: Steps = {
  finished: 'It has no tasks left, so it admits no agents.',
  aborted: 'It has no tasks left, so it admits no agents.',
};

/** Recruits an agent. An agent that left joins again. */
export async function recruitAgent(context: OpenSwarm, { agent, role, expertise }: RecruitInput): Promise<Outcome<RecruitOutput>> {
  checkAgent(context, agent);
  await requireDistinct(context, agent);
  return requireAccepted(
    (await context.store.transact({ op: 'swarm.recruit', agent, role, expertise })).result,
    toReader(context, agent),
    NOT_JOINED,
  );
}

/** Admits or refuses an agent that waits to join. */
export async function admitAgent(context: OpenSwarm, { agent, by, refuse: refused, reason }: AdmitInput): Promise<Outcome<AdmitOutput>> {
  checkAgent(context, by);
  checkContent(reason ?? '', OUTPUT_LIMITS);
  const stands = refused ? ({ stands: true } as const) : {};
  const record = { op: 'swarm.admit', agent, by, refused, ...(reason !== undefined && { reason }), ...stands } as const;
  return requireAccepted((await context.store.transact(record)).result, toReader(context));
}

/** An agent that is not a member need not be recruited before it can be retired. */
const NOT_THERE: Steps = { 'unknown-agent': 'See "cortex swarm status" for its members.' };

/** An agent that assigns tasks may also resume the swarm; claiming again is advice for others. */
const stepsIfPaused = ({ decider }: AnswerReader): Steps => ({
  paused: `Resume it, then assign the task: ${suggestSwarmCommand('swarm resume', { by: decider })}`,
});

/** Retires an agent; without `by` it retires itself. Its locks stay until they expire, because it may be in the middle of an edit. */
export async function retireAgent(context: OpenSwarm, { agent, by, reason }: RetireInput): Promise<Outcome<RetireOutput>> {
  checkAgent(context, by ?? agent);
  const { store } = context;
  const record = { op: 'swarm.retire', agent, ...(by !== undefined && { by }), ...(reason !== undefined && { reason }) } as const;
  const answered = await store.transact(record);
  const { output, ...outcome } = requireAccepted(answered.result, toReader(context), NOT_THERE);
  const shown = {
    withdrawn: output.withdrawn ?? false,
    released: [...output.released],
    decided: output.decided.map(toBallotOutput),
    locks: locksOf(store, agent),
  };
  return { ...outcome, output: { ...output, ...shown, ...toReleasedLocks(answered) } };
}

/** Returns the locks that an agent holds. */
function locksOf({ locks, now }: SwarmStore, agent: string): LockView[] {
  return locks
    .list(now)
    .filter(({ agentId }) => agentId === agent)
    .map(toLockView);
}

/**
 * Returns the locks that an agent still holds after its work on a task, those it lost during it, and those that just ended with the swarm.
 * @param since when the work began, as known before its end, in milliseconds; `null` to include all lost locks
 */
function locksAfter(
  store: SwarmStore,
  { agent, since, answered }: { readonly agent: string; readonly since: number | null; readonly answered: Ended },
): Pick<CompleteOutput, 'locks' | 'lapsed' | 'releasedLocks'> {
  const released = new Set(answered.releasedLocks.filter(({ agentId }) => agentId === agent).map(({ path }) => path));
  const lapsed = lapsedSince(store, agent, since ?? 0).filter(({ path }) => !released.has(path));
  return { locks: locksOf(store, agent), lapsed, ...toReleasedLocks(answered) };
}

type Ended = Stored<'swarm.complete'> | Stored<'swarm.fail'>;

function lapsedSince(store: SwarmStore, agent: string, since: number): LapsedView[] {
  const lapsed = store.lapsed.of(agent).filter(({ at }) => at >= since);
  return lapsed.map((each) => toLapsedView(store, each));
}

/** Assigns a task to an agent. */
export async function assignTask(context: OpenSwarm, { task, agent, by }: AssignInput): Promise<Outcome<AssignOutput>> {
  checkAgent(context, by);
  const { result } = await context.store.transact({ op: 'swarm.assign', task, agent, by });
  const reader = toReader(context);
  return requireAccepted(result, reader, stepsIfPaused(reader));
}

/** Returns the outcome without a task, with the reason. */
function noTask(code: ClaimOutput['code'], reason: string, warnings: readonly BudgetWarning[]): Outcome<ClaimOutput> {
  return done({ task: null, code, reason, before: [], agreed: null, overlaps: [] }, warnings, false);
}

const joinExplanation = ({ named }: OpenSwarm, { what, next }: Explanation): string => joinSentences(what, inNamedFolder(next, named));

/** Claims the next task. No task, or a refusal, is an answer and not an error, because agents read it as JSON. */
export async function claimNow(context: OpenSwarm, { agent, task }: Pick<ClaimInput, 'agent' | 'task'>): Promise<Outcome<ClaimOutput>> {
  checkAgent(context, agent);
  const { result } = await context.store.transact({ op: 'swarm.claim', agent, ...(task !== undefined && { task }) });
  const { warnings } = result;
  const reader = toReader(context, agent);
  // A claim can be refused only with codes of this schema.
  if (result.status === 'refused')
    return noTask(claimCodeSchema.parse(result.code), joinExplanation(context, explainRefusal(result, reader)), warnings);
  if (result.status === 'none') {
    const code = result.reason === 'all-done' ? endOfSwarm(result) : result.reason;
    return noTask(code, `${explainLostTasks(result)}${joinExplanation(context, explainNoTask(result, reader))}`, warnings);
  }
  const code = result.again ? 'already-claimed' : 'claimed';
  const reason = `${explainLostTasks(result)}${explainClaim(result)}`;
  const overlaps = listOverlapsOfClaim(context.store, { agent, task: result.task });
  return done({ task: result.task, code, reason, ...toClaimOutput(result), overlaps }, warnings);
}

/** Returns what an agent gets together with a task. */
function toClaimOutput({ before, agreed }: Pick<ClaimedTask, 'before' | 'agreed'>): Pick<ClaimOutput, 'before' | 'agreed'> {
  return { before: [...before], agreed: agreed ?? null };
}

/** Starts an assigned task. */
export async function startTask(context: OpenSwarm, { task, agent }: StartInput): Promise<Outcome<StartOutput>> {
  checkAgent(context, agent);
  const { output, ...outcome } = requireAccepted(
    (await context.store.transact({ op: 'swarm.start', task, agent })).result,
    toReader(context, agent),
  );
  return { ...outcome, output: { task: output.task, again: output.again, ...toClaimOutput(output) } };
}

/** Returns the state of the swarm after a task has ended. */
function summarizeSwarm({ swarm }: SwarmStore): CompleteOutput['swarm'] {
  const progress = swarm.progress();
  if (progress === null) throw new Error('a task was ended in no swarm');
  const status = swarm.end?.how ?? (progress.pending + progress.active === 0 ? 'merging' : 'running');
  const manifest = status === 'merging' ? swarm.toManifest([]) : null;
  return { status, progress, waitsFor: manifest === null ? null : (openMergeOf(manifest)?.waitsFor ?? null) };
}

/** Completes a task. */
export async function completeTask(context: OpenSwarm, input: CompleteInput): Promise<Outcome<CompleteOutput>> {
  const { task, agent, output, confidence } = input;
  checkAgent(context, agent);
  if (output !== undefined) checkContent(output, OUTPUT_LIMITS);
  // The same file may have been typed in several ways.
  const { paths, warnings: strange } = readLockPaths(context, input.file);
  const files = [...new Set(paths)];
  const { store } = context;
  const result = {
    ...(output !== undefined && { output }),
    ...(confidence !== undefined && { confidence }),
    ...(files.length > 0 && { files }),
  };
  const since = store.swarm.begunAt(task);
  const answered = await store.transact({ op: 'swarm.complete', task, agent, ...result });
  const { output: ended, ...outcome } = requireAccepted(answered.result, toReader(context, agent));
  const locks = locksAfter(store, { agent, since, answered });
  const swarm = summarizeSwarm(store);
  const manifest = swarm.status === 'finished' ? store.swarm.toManifest([]) : null;
  const picked = manifest === null ? [] : listPickedResults(manifest).map((each) => `${each.file}: ${describePick(each)}. Check the file.`);
  const warnings = [...strange, ...(outcome.warnings ?? []), ...picked];
  return { ...outcome, output: { ...ended, ready: [...ended.ready], ...locks, swarm }, warnings };
}

/** Fails a task. */
export async function failTask(context: OpenSwarm, { task, agent, reason }: FailInput): Promise<Outcome<FailOutput>> {
  checkAgent(context, agent);
  checkContent(reason, OUTPUT_LIMITS);
  const { store } = context;
  const since = store.swarm.begunAt(task);
  const answered = await store.transact({ op: 'swarm.fail', task, agent, reason });
  const { output, ...outcome } = requireAccepted(answered.result, toReader(context, agent));
  const locks = locksAfter(store, { agent, since, answered });
  return { ...outcome, output: { ...output, skipped: [...output.skipped], ...locks, swarm: summarizeSwarm(store) } };
}

/** Records a heartbeat of an agent, and returns what it lost since the last one. */
export async function recordHeartbeat(context: OpenSwarm, { agent }: HeartbeatInput): Promise<Outcome<HeartbeatOutput>> {
  checkAgent(context, agent);
  const { store } = context;
  const { output, ...outcome } = requireAccepted((await store.transact({ op: 'swarm.activity', agent })).result, toReader(context, agent));
  const { released, since } = output;
  return { ...outcome, output: { agent, released: [...released], lapsed: lapsedSince(store, agent, since) } };
}

/** Records the tokens and the cost that an agent has used. */
export async function reportUsage(context: OpenSwarm, { agent, tokens = 0, cost = 0, task }: UsageInput): Promise<Outcome<UsageOutput>> {
  checkAgent(context, agent);
  const record = { op: 'swarm.usage', agent, tokens, costUsd: cost, ...(task !== undefined && { task }) } as const;
  return requireAccepted((await context.store.transact(record)).result, toReader(context, agent));
}

const swarmRunning = ({ swarm }: SwarmStore) => ({ pause: swarm.paused, isAborted: swarm.isAborted, stoppedMs: swarm.stoppedMs });

/**
 * Returns the state of the swarm: manifest in the seed's shape, progress, last activity of each agent, overlapping tasks, and the tasks
 * that the input selects. The answer is negative if it selects none.
 */
export async function showStatus({ store }: OpenSwarm, input: StatusInput): Promise<Outcome<StatusOutput>> {
  const state = readState(store.swarm, store.manifest(), store.now);
  const tasks = state.swarm === null ? null : listTasks(state.swarm, input);
  const outlook = state.swarm && outlookOf(state.swarm, swarmRunning(store), store.now);
  const output = { ...state, outlook, overlaps: listOverlaps(store, state.swarm), tasks };
  return { ok: tasks === null || tasks.length > 0, output, warnings: clockWarnings(store) };
}
