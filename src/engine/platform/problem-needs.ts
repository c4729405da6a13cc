import path from 'node:path';
import type { FileProblem } from './file-problem.ts';
import { createNeed, type Need } from './need.ts';

/** Returns the need to accept a loss of history. Until a person does, every read of the history reports it. */
function historyNeed(folder: string, why: string, command: string | undefined): Need {
  const title = `History of ${path.basename(folder)}`;
  return createNeed({ kind: 'history', about: [folder, why], rank: 'soon', title, why, command, since: null, place: null, actions: [] });
}

/**
 * Returns one need for each unreadable file and for each file that preserves the bytes of one, however many problems the file has
 * (docs/decisions/0018-needs-you.md).
 */
export function problemNeeds(problems: readonly FileProblem[]): Need[] {
  return problems.flatMap(({ severity, file, line, summary, command, history, isKept = false }) => {
    if (history !== undefined) return historyNeed(history, summary, command);
    if (file === null || (severity !== 'error' && !isKept)) return [];
    return createNeed({
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
