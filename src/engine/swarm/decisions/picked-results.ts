import type { SwarmManifest } from '../../crtx/schema.ts';
import { createOutline } from '../tasks/outline.ts';
import { readOutput } from './deliberation.ts';

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
