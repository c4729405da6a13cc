import type { MergePolicy } from '../../crtx/schema.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import type { Task } from '../tasks/task.ts';
import type { Candidate, Option, Question } from './deliberation.ts';

/** What somebody handed in, with the time in which it was made (milliseconds). */
interface Result extends Option {
  readonly since: number;
}

function resultOf(id: string, { agent, confidence = 0, since, at = since }: Candidate): Result {
  return { id, agent, confidence, since, at };
}

/** The earlier first, then by id: so ties are broken (RULINGS, crtx 8). */
function earlierFirst(one: Option, other: Option): number {
  return one.at - other.at || (one.id < other.id ? -1 : 1);
}

const optionOf = ({ id, agent, confidence, at }: Result): Option => ({ id, agent, confidence, at });

/** The candidates that were handed in for a task. */
export function candidateOptions({ deliberation }: Task): Option[] {
  const ready = deliberation?.candidates.filter(({ state }) => state === 'ready') ?? [];
  // A file that another program wrote may name an agent twice.
  const byAgent = new Map(ready.map((candidate) => [candidate.agent, resultOf(candidate.agent, candidate)]));
  return [...byAgent.values()].sort(earlierFirst).map(optionOf);
}

/** Several candidates are a question. */
export function candidateQuestions(task: Task): Question[] {
  const options = candidateOptions(task);
  return options.length < 2 ? [] : [{ id: `${task.id}#1`, options }];
}

/** The results of a whole swarm, by the file that they touched. */
function resultsByFile(run: SwarmRun): Map<string, Result[]> {
  const byFile = new Map<string, Result[]>();
  for (const task of run.tree.tasks) {
    const chosen = task.status === 'done' ? task.deliberation?.candidates.find(({ state }) => state === 'chosen') : undefined;
    // Who names a file twice has no conflict with itself.
    for (const file of new Set(chosen?.files)) {
      const results = byFile.get(file);
      const result = resultOf(task.id, chosen ?? { agent: '', state: 'chosen', since: 0 });
      if (results === undefined) byFile.set(file, [result]);
      else results.push(result);
    }
  }
  return byFile;
}

/** Those of which one began before another had ended: whoever began later has built on what was there. */
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

/** The files that several tasks of a swarm touched at the same time, each a question: whose result counts? */
export function fileQuestions(run: SwarmRun): Question[] {
  const questions: Question[] = [];
  for (const [file, results] of resultsByFile(run)) {
    const options = overlapping(results);
    if (options.length > 1) questions.push({ id: `${run.tree.root.id}#${questions.length + 1}`, file, options: options.map(optionOf) });
  }
  return questions;
}

/** Seed 1, "MergePolicy": what a policy picks by itself; `null` where somebody has to. */
export function pickByPolicy({ conflictResolution }: MergePolicy, options: readonly Option[]): Option | null {
  const [first] = options;
  if (first === undefined) return null;
  // The options stand in the order in which ties are broken.
  if (conflictResolution === 'last_write') return options.reduce((best, option) => (option.at > best.at ? option : best), first);
  if (conflictResolution === 'highest_confidence')
    return options.reduce((best, option) => (option.confidence > best.confidence ? option : best), first);
  return null;
}
