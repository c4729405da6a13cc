import type { SwarmManifest } from '../crtx/schema.ts';
import { formatJsonPath, type JsonPath } from '../text/json-position.ts';
import { limitNameSchema } from './state/changes.ts';
import { pathOfTask } from './tasks/decomposition.ts';
import { outline } from './tasks/outline.ts';
import { placedProblems } from './tasks/task-problems.ts';

/** Why a manifest cannot be worked on: a phrase, and the way to the value from the file's own. */
interface ManifestProblem {
  readonly text: string;
  readonly path: JsonPath;
}

/** What no schema sees: tasks that do not fit together, and limits below zero. */
export function manifestProblems({ decomposition, strategy, budget }: Pick<SwarmManifest, 'decomposition' | 'strategy' | 'budget'>): {
  readonly tasks: readonly ManifestProblem[];
  readonly limits: readonly ManifestProblem[];
} {
  const tree = outline(decomposition);
  const tasks = placedProblems(tree, strategy).map(({ text, places: [place] }) => ({
    text,
    path: ['data', 'decomposition', ...pathOfTask(tree, place)],
  }));
  const limits = limitNameSchema().options.flatMap((limit) => {
    const path = ['data', 'budget', limit];
    return budget[limit] < 0 ? [{ text: `${formatJsonPath(path)} is below zero: ${budget[limit]}`, path }] : [];
  });
  return { tasks, limits };
}

/** All of them in a sentence without its end; `null` where there are none. */
export function describeUnworkable(manifest: Parameters<typeof manifestProblems>[0]): string | null {
  const { tasks, limits } = manifestProblems(manifest);
  const said = tasks.length === 0 ? [] : [`data.decomposition cannot be used: ${tasks.map(({ text }) => text).join('; ')}`];
  const all = [...said, ...limits.map(({ text }) => text)];
  return all.length === 0 ? null : all.join('; ');
}
