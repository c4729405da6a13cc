import path from 'node:path';
import type { TeamStore } from '../../../engine/team/index.ts';
import { clipped } from '../../model/pages.ts';
import type { ProblemRow } from '../protocol.ts';

const MOST_PROBLEMS = 50;

/** What a person should know of a team: what was said of it in words, then what is wrong in its files, errors first. */
export function problemRowsOf(said: readonly string[], store: Pick<TeamStore, 'problems' | 'root'> | null): ProblemRow[] {
  const inFiles = (store?.problems ?? []).map(({ severity, message, path: file, line }): ProblemRow => {
    return { severity, message: clipped(message), place: { file: path.join(store?.root ?? '', file), line, column: 1 } };
  });
  const inWords = said.map((message): ProblemRow => ({ severity: 'warning', message: clipped(message), place: null }));
  const errors = inFiles.filter(({ severity }) => severity === 'error');
  return [...inWords, ...errors, ...inFiles.filter(({ severity }) => severity === 'warning')].slice(0, MOST_PROBLEMS);
}
