import { swarmBudgetSchema } from '../../crtx/schema/swarm.ts';
import { refuseUnadmitted } from '../agents/admission.ts';
import { applyAgentChange } from '../agents/apply-agents.ts';
import type { Member } from '../agents/members.ts';
import { withdrawVotes } from '../decisions/voting.ts';
import { findManifestProblems } from '../manifest-problems.ts';
import { applyTaskChange, type StructureChange } from '../tasks/apply-tasks.ts';
import { decideCompleteContests } from '../tasks/contest.ts';
import { decompositionProblems } from '../tasks/task-problems.ts';
import { applyStructure, applyStructureAtOnce, type CheckedChange } from './apply-structure.ts';
import type { ChangeFor, ManifestChange, MergeReport, RefusedChange } from './changes.ts';
import { findChanges } from './differences.ts';
import type { Draft } from './draft.ts';
import { SwarmRun } from './swarm-run.ts';
import { knownKeys, setUnknownKeys } from './unknown-keys.ts';
import { NOTHING_UNPUBLISHED, type toCreationRules } from './unpublished.ts';

interface AppliedChanges extends MergeReport {
  /** The resulting swarm: a new object if anything changed. */
  readonly run: SwarmRun | null;
}

type Rules = ReturnType<typeof toCreationRules> & {
  /** Whether new tasks and dependencies are applied one by one; older records lack this. */
  readonly oneByOne: boolean;
  /** Whether `budget.spent` is refused; older records lack this. */
  readonly derivedSpent: boolean;
};

/**
 * Applies changes that another program made to the manifest: to a copy of the manifest, from which a new `SwarmRun` is built.
 * @param at effective time, milliseconds since 1970 UTC
 * @param rules the rules of the record, and of a swarm that it adds
 */
export function applyChanges(run: SwarmRun | null, changes: readonly ManifestChange[], at: number, rules: Rules): AppliedChanges {
  const [first, ...others] = changes;
  if (first === undefined) return { run, applied: [], refused: [] };
  if (first.change === 'swarm' && others.length === 0) {
    // A torn log may have the swarm but none of its publications. Then the file shows what the log has lost.
    if (run?.id === first.manifest.id && !run.isFinished) {
      return applyChanges(run, findChanges(first.manifest, run.toManifest([], at)), at, { ...rules, derivedSpent: false });
    }
    return replaceSwarm(run, first, at, rules);
  }
  if (run === null) return { run, ...report(changes.map((change) => [change, 'There is no swarm to change.'])) };
  const structural = rules.oneByOne ? applyStructure : applyStructureAtOnce;
  const { draft, verdicts: structure } = structural(run, changes.filter(isStructural), at);
  const contents = changes.filter((change): change is Exclude<ManifestChange, StructureChange> => !isStructural(change));
  const verdicts = [
    ...structure,
    ...contents.map(
      (change): CheckedChange => [
        change,
        refuseSpent(run, change, at, rules) ?? refuseUnadmitted(run, change) ?? applyContent(draft, change, at),
      ],
    ),
  ];
  if (verdicts.every(([, sentence]) => sentence !== null)) return { run, ...report(verdicts) };
  // New agents follow the existing ones, so lists by agent index still match. `paths` is omitted, so that critical paths are computed for
  // all tasks.
  const { paths: _paths, ...unpublished } = run.toUnpublished();
  const next = new SwarmRun(draft.manifest, at, unpublished);
  next.hadEnded = run.hadEnded;
  // A swarm that has just ended may still need a merge, so its clock keeps running.
  if (!run.isFinished && run.pause === null) next.budget.startClock(at);
  updateMemberTimes(run, next, verdicts, at);
  return { run: next, ...report(verdicts.map((verdict) => verify(next, verdict))) };
}

/** Sets the time at which assigned members got their tasks, and the start time of tasks that the edit started. */
function updateMemberTimes(before: SwarmRun, run: SwarmRun, verdicts: readonly CheckedChange[], at: number): void {
  for (const [change, sentence] of verdicts) {
    if (sentence !== null || change.change !== 'task-progress') continue;
    const task = run.tree.get(change.task);
    if (task?.isLeaf && task.status === 'active') task.since ??= at;
    const member = run.members.get(change.assignedTo ?? '');
    if (member !== undefined) member.givenAt = at;
  }
  updatePresence(before, run, at);
}

/** Excludes returned members from open votes, adapts contests to a new number of seats, and withdraws the votes of members who left. */
function updatePresence(before: SwarmRun, run: SwarmRun, at: number): void {
  const changed = [...run.members.values()].filter((member) => hasJoinedOrLeft(before.members.get(member.id), member));
  for (const member of changed) if (member.left === null) run.ballots.noteReturn(member);
  if (run.seats !== before.seats) decideCompleteContests(run, at);
  for (const { id, left } of changed) if (left !== null) withdrawVotes(run, id, at);
}

function hasJoinedOrLeft(before: Member | undefined, now: Member): boolean {
  return before !== undefined && (before.left === null) !== (now.left === null);
}

function report(verdicts: readonly CheckedChange[]): MergeReport {
  const refused: RefusedChange[] = [];
  for (const [change, sentence] of verdicts) if (sentence !== null) refused.push({ change, sentence });
  return { applied: verdicts.filter(([, sentence]) => sentence === null).map(([change]) => change), refused };
}

function replaceSwarm(
  run: SwarmRun | null,
  change: ChangeFor<'swarm'>,
  at: number,
  { oneByOne, derivedSpent: _derivedSpent, ...rules }: Rules,
): AppliedChanges {
  const refuse = (sentence: string) => ({ run, ...report([[change, sentence]]) });
  const { id, decomposition, strategy } = change.manifest;
  if (run !== null && !run.isFinished) return refuse(`Swarm "${run.id}" has unfinished work, so "${id}" cannot take its place.`);
  const problems = decompositionProblems(decomposition, strategy);
  if (problems.length > 0) return refuse(`The tasks of swarm "${id}" cannot be worked on: ${problems.join('; ')}.`);
  const { limits } = findManifestProblems(change.manifest);
  if (oneByOne && limits.length > 0) return refuse(`Swarm "${id}" cannot be taken over: ${limits.map(({ text }) => text).join('; ')}.`);
  return { run: new SwarmRun(change.manifest, at, { ...NOTHING_UNPUBLISHED, ...rules }), ...report([[change, null]]) };
}

function isStructural(change: ManifestChange): change is StructureChange {
  return change.change === 'task-new' || change.change === 'task-dependencies';
}

function applyContent(draft: Draft, change: Exclude<ManifestChange, StructureChange>, at: number): string | null {
  switch (change.change) {
    case 'agent-new':
    case 'agent-gone':
    case 'agent-usage':
    case 'agent-status':
    case 'agent-profile':
      return applyAgentChange(draft, change, at);
    case 'task-moved':
    case 'tasks-reordered':
    case 'task-gone':
    case 'task-text':
    case 'task-tokens':
    case 'task-rest':
    case 'task-progress':
    case 'task-output':
      return applyTaskChange(draft, change);
    default:
      return applySwarmChange(draft, change);
  }
}

/** @param at effective time, until when the swarm has been running */
function refuseSpent(run: SwarmRun, change: ManifestChange, at: number, { derivedSpent }: Rules): string | null {
  if (change.change !== 'spent' || !derivedSpent) return null;
  const { agents, durationMs } = change;
  if (agents !== undefined) return 'budget.spent.agents cannot be edited: it is the number of agents that have joined.';
  if (durationMs === undefined)
    return 'budget.spent cannot be edited: it is the sum of what the agents used. Change tokensUsed and costUsd of an agent.';
  // A program may write the time that has passed since it read the file.
  const isPassed = durationMs >= 0 && durationMs <= run.budget.toBudget(at).spent.durationMs;
  return isPassed ? null : 'budget.spent.durationMs cannot be edited: it is the time that the swarm has been running.';
}

type SwarmChange = ChangeFor<
  'swarm' | 'goal' | 'coordinator' | 'strategy' | 'created' | 'merge-policy' | 'limit' | 'spent' | 'swarm-rest' | 'budget-rest'
>;

function applySwarmChange(draft: Draft, change: SwarmChange): string | null {
  const { manifest } = draft;
  switch (change.change) {
    case 'swarm':
      return `Swarm "${change.manifest.id}" can only be taken over by itself.`;
    case 'coordinator':
      return `The coordinator cannot change: it is "${manifest.coordinator}".`;
    case 'strategy':
      return `The strategy of a running swarm cannot change: it is ${manifest.strategy}.`;
    case 'created':
      return 'The creation time of the swarm cannot change.';
    case 'limit':
      return setLimit(draft, change);
    case 'goal':
      manifest.task = change.goal;
      return null;
    case 'merge-policy':
      manifest.mergePolicy = change.mergePolicy;
      return null;
    case 'spent':
      draft.spend(change.tokens, change.costUsd);
      return null;
    case 'swarm-rest':
      setUnknownKeys(manifest, knownKeys.manifest(), change.rest);
      return null;
    case 'budget-rest':
      setUnknownKeys(manifest.budget, knownKeys.budget(), change.rest);
      return null;
  }
}

function setLimit({ manifest }: Draft, { limit, max }: ChangeFor<'limit'>): string | null {
  if (max < 0 || !swarmBudgetSchema().shape[limit].safeParse(max).success)
    return `${max} cannot be ${limit}, which stays ${manifest.budget[limit]}.`;
  manifest.budget[limit] = max;
  return null;
}

/** Refuses a change whose derived status came out differently from what the other program wrote. */
function verify(run: SwarmRun, [change, sentence]: CheckedChange): CheckedChange {
  if (sentence !== null) return [change, sentence];
  if (change.change === 'task-progress') {
    const status = run.tree.get(change.task)?.status;
    if (status !== change.status) return [change, `Task "${change.task}" is ${status}: that follows from its children and dependencies.`];
  }
  if (change.change === 'agent-status') {
    const status = run.members.get(change.agent)?.status(run.isWorking(change.agent));
    if (status !== change.status) return [change, `Agent "${change.agent}" is ${status}: that follows from the tasks that it works on.`];
  }
  return [change, null];
}
