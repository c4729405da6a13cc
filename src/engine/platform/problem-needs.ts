import path from 'node:path';
import type { FileProblem } from './file-problem.ts';
import { type Need, needOf } from './need.ts';

/** A person says whether the loss is accepted; until then every reading of the past names it. */
function historyNeed(folder: string, why: string, command: string | undefined): Need {
  const title = `History of ${path.basename(folder)}`;
  return needOf({ kind: 'history', about: [folder, why], rank: 'soon', title, why, command, since: null, place: null, actions: [] });
}

/**
 * The files that cannot be read, and the bytes of those that were written anew: one need for each, whatever is wrong in it
 * (docs/decisions/0018-needs-you.md).
 */
export function problemNeeds(problems: readonly FileProblem[]): Need[] {
  return problems.flatMap(({ severity, file, line, summary, command, history, isKept = false }) => {
    if (history !== undefined) return historyNeed(history, summary, command);
    if (file === null || (severity !== 'error' && !isKept)) return [];
    return needOf({
      ...(isKept ? { kind: 'kept', rank: 'soon' } : { kind: 'broken', rank: 'at-risk' }),
      about: [file],
      title: path.basename(file),
      why: summary,
      command,
      since: null,
      place: { file, line },
      actions: [],
    });
  });
}
