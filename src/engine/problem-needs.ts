import path from 'node:path';
import type { FileProblem } from './file-problems.ts';
import { type Need, needOf } from './kernel/need.ts';

/** The files that cannot be read: one need for each, whatever is wrong in it (docs/decisions/0018-needs-you.md). */
export function problemNeeds(problems: readonly FileProblem[]): Need[] {
  return problems.flatMap(({ severity, file, line, summary }) => {
    if (severity !== 'error' || file === null) return [];
    const title = path.basename(file);
    return needOf({
      kind: 'broken',
      about: [file],
      rank: 'in danger',
      title,
      why: summary,
      since: null,
      place: { file, line },
      actions: [],
    });
  });
}
