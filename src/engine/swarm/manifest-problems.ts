import type { SwarmManifest } from '../crtx/schema.ts';
import { formatJsonPath, type JsonPath } from '../text/json/json-position.ts';
import { limitNameSchema } from './state/changes.ts';
import { pathOfTask } from './tasks/decomposition.ts';
import { createOutline } from './tasks/outline.ts';
import { decompositionProblemsWithTasks } from './tasks/task-problems.ts';

/** Why a manifest cannot be used: a phrase, and the path to the value from the root of the file. */
interface ManifestProblem {
  readonly text: string;
  readonly path: JsonPath;
}

/** Returns problems that no schema finds: invalid combinations of tasks, and negative limits. */
export function findManifestProblems({ decomposition, strategy, budget }: Pick<SwarmManifest, 'decomposition' | 'strategy' | 'budget'>): {
  readonly tasks: readonly ManifestProblem[];
  readonly limits: readonly ManifestProblem[];
} {
  const tree = createOutline(decomposition);
  const tasks = decompositionProblemsWithTasks(tree, strategy).map(({ text, places: [place] }) => ({
    text,
    path: ['data', 'decomposition', ...pathOfTask(tree, place)],
  }));
  const limits = limitNameSchema().options.flatMap((limit) => {
    const path = ['data', 'budget', limit];
    return budget[limit] < 0 ? [{ text: `${formatJsonPath(path)} is below zero: ${budget[limit]}`, path }] : [];
  });
  return { tasks, limits };
}

/** Returns all problems as one phrase; `null` if there are none. */
export function describeManifestProblems(manifest: Parameters<typeof findManifestProblems>[0]): string | null {
  const { tasks, limits } = findManifestProblems(manifest);
  const taskProblems = tasks.length === 0 ? [] : [`data.decomposition cannot be used: ${tasks.map(({ text }) => text).join('; ')}`];
  const all = [...taskProblems, ...limits.map(({ text }) => text)];
  return all.length === 0 ? null : all.join('; ');
}
