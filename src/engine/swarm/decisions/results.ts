import type { MergePolicy, SwarmManifest } from '../../crtx/schema.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import { createOutline } from '../tasks/outline.ts';
import type { Task } from '../tasks/task.ts';
import { type Candidate, type Option, type Question, readOutput } from './deliberation.ts';

/** A submitted result. `since` is when the work on it started, in milliseconds since 1970 UTC. */
interface Result extends Option {
  readonly since: number;
}

function resultOf(id: string, { agent, confidence = 0, since, at = since }: Candidate): Result {
  return { id, agent, confidence, since, at };
}

/** Compares by time, then by id, to break ties (RULINGS, crtx 8). */
function earlierFirst(one: Option, other: Option): number {
  return one.at - other.at || (one.id < other.id ? -1 : 1);
}

const optionOf = ({ id, agent, confidence, at }: Result): Option => ({ id, agent, confidence, at });

/** Returns the submitted candidates of a task. */
export function candidateOptions({ deliberation }: Task): Option[] {
  const ready = deliberation?.candidates.filter(({ state }) => state === 'ready') ?? [];
  // A file written by another program may list an agent twice.
  const byAgent = new Map(ready.map((candidate) => [candidate.agent, resultOf(candidate.agent, candidate)]));
  return [...byAgent.values()].sort(earlierFirst).map(optionOf);
}

/** Returns a question if there are several candidates. */
export function createCandidateQuestions(task: Task): Question[] {
  const options = candidateOptions(task);
  return options.length < 2 ? [] : [{ id: `${task.id}#1`, options }];
}

/** Returns the results of a whole swarm by the files that they changed. */
function resultsByFile(run: SwarmRun): Map<string, Result[]> {
  const byFile = new Map<string, Result[]>();
  for (const task of run.tree.tasks) {
    const chosen = task.status === 'done' ? task.deliberation?.candidates.find(({ state }) => state === 'chosen') : undefined;
    // A task that lists a file twice has no conflict with itself.
    for (const file of new Set(chosen?.files)) {
      const results = byFile.get(file);
      const result = resultOf(task.id, chosen ?? { agent: '', state: 'chosen', since: 0 });
      if (results === undefined) byFile.set(file, [result]);
      else results.push(result);
    }
  }
  return byFile;
}

/** Returns the results whose work overlapped in time. A result that was started later built on the finished ones. */
function overlapping(results: readonly Result[]): Result[] {
  const sorted = [...results].sort((one, other) => one.since - other.since || earlierFirst(one, other));
  const found = new Set<Result>();
  let latest: Result | undefined;
  for (const result of sorted) {
    if (latest !== undefined && result.since < latest.at) found.add(latest).add(result);
    if (latest === undefined || result.at > latest.at) latest = result;
  }
  return [...found].sort(earlierFirst);
}

/** Returns a question for each file that several tasks changed at the same time: which result counts? */
export function createFileQuestions(run: SwarmRun): Question[] {
  const questions: Question[] = [];
  for (const [file, results] of resultsByFile(run)) {
    const options = overlapping(results);
    if (options.length > 1) questions.push({ id: `${run.tree.root.id}#${questions.length + 1}`, file, options: options.map(optionOf) });
  }
  return questions;
}

/** Returns the option that a policy picks (seed 1, "MergePolicy"); `null` if someone has to decide. */
export function pickOption({ conflictResolution }: MergePolicy, options: readonly Option[]): Option | null {
  const [first] = options;
  if (first === undefined) return null;
  // The options are in the order that breaks ties.
  if (conflictResolution === 'last_write') return options.reduce((best, option) => (option.at > best.at ? option : best), first);
  if (conflictResolution === 'highest_confidence')
    return options.reduce((best, option) => (option.confidence > best.confidence ? option : best), first);
  return null;
}

/** A file that several tasks changed, and the task whose result counts. */
export interface PickedResult {
  readonly file: string;
  readonly picked: string;
  readonly others: readonly string[];
}

/** Returns the files of a merge for which a result was picked. What is in the file now is not known: the tasks may share a worktree. */
export function listPickedResults({ decomposition }: SwarmManifest): PickedResult[] {
  return createOutline(decomposition).nodes.flatMap(({ output }) =>
    (readOutput(output).deliberation?.merge?.questions ?? []).flatMap(({ file, pick: picked, options }) => {
      if (file === undefined || picked === undefined) return [];
      return [{ file, picked, others: options.map(({ id }) => id).filter((id) => id !== picked) }];
    }),
  );
}

/** Describes what happened to such a file. */
export const describePick = ({ picked, others }: PickedResult): string =>
  `changed by ${[picked, ...others].join(', ')}; the result of ${picked} was picked`;
