import path from 'node:path';
import type { UnreadFile } from '../crtx/index.ts';
import { readHead } from '../files/file-head.ts';
import type { FileStat } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { HEAD_BYTES } from '../text/shebang.ts';
import { isConfig } from './configs.ts';
import { hasNoEnding, languageOf, languageOfScript } from './languages.ts';
import { MAX_EXAMINED } from './limits.ts';

/** Names of documents and of files of other tools: `LICENSE`, `OWNERS`, `Makefile`, `Gemfile`. */
const DOCUMENT = /^(?:[A-Z][A-Z\d_-]*|[A-Z]\w*file|[Ll]icense|[Rr]eadme|[Mm]akefile|\..*)$/;
/** Programs of web servers, in any language. */
const COMMON_GATEWAY = /\.f?cgi$/i;
const EXECUTABLE = 0o111n;

/** Whether a file may be a source although its name does not show it. If it is in a graph, it is one. */
export const mayBeScript = (relative: string): boolean =>
  (hasNoEnding(relative) || COMMON_GATEWAY.test(relative)) && languageOf(relative) === null && !isConfig(relative);

/** A file whose first line has to be read to know whether it is a script. */
export interface Candidate {
  readonly path: string;
  readonly stat: FileStat;
}

/** Whether a file without an ending is worth a look: no folder, and no document unless it can be executed. */
export function isCandidate({ path: relative, stat }: Candidate): boolean {
  if (!stat.isFile() || !mayBeScript(relative)) return false;
  return isExecutable(stat) || !DOCUMENT.test(path.posix.basename(relative));
}

const isExecutable = ({ mode }: FileStat): boolean => (mode & EXECUTABLE) !== 0n;

/** Whether the first line of a file names a program that runs a language which is read. @param root a real path */
export function isScript({ fs }: Runtime, root: string, relative: string): boolean {
  return languageOfScript(readHead(fs, path.join(root, relative), HEAD_BYTES)) !== null;
}

/** The candidates that are examined, and an entry for all others. */
export interface Selection {
  readonly some: readonly Candidate[];
  readonly unread: readonly UnreadFile[];
}

/** Selects the candidates to examine: executable files before all others, because a folder of data may have many names without endings. */
export function selectCandidates(all: readonly Candidate[]): Selection {
  if (all.length <= MAX_EXAMINED) return { some: all, unread: [] };
  const sorted = [...all.filter(({ stat }) => isExecutable(stat)), ...all.filter(({ stat }) => !isExecutable(stat))];
  const others = sorted.slice(MAX_EXAMINED);
  const also = others.length === 1 ? '' : `, nor are ${others.length - 1} more such files`;
  const reason = `is not read${also}: only the first ${MAX_EXAMINED} files without a file extension are examined`;
  return { some: sorted.slice(0, MAX_EXAMINED), unread: others.slice(0, 1).map(({ path: first }) => ({ path: first, reason })) };
}
