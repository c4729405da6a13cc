import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import { isInside, resolveInside } from '../../files/safe-path.ts';
import { CortexError, fileError, systemCode } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { conflictSide, mergeConflicts, withoutMarks } from '../../text/conflicts/merge-conflicts.ts';
import { shellWord } from '../../text/shell-word.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { type AgentDefinition, parseAgents } from '../agents/agents-file.ts';
import { STACK_FILES } from '../store.ts';
import { fileInPlaceError } from './stack-folder.ts';

export const AGENTS_FILE = 'AGENTS.md';
export const STACK_FOLDER = '.cstack';
/** Folder in a stack for files that git ignores. If it contains an INBOX.md, it is itself the stack (stealth mode). */
export const LOCAL_FOLDER = '.local';
export const GIT_FOLDER = '.git';
const MAX_AGENTS_FILE_SIZE = 4 * 1024 * 1024;

export interface OpenStacks {
  /** Use only the given folder as the home folder, not one above it. */
  readonly exact?: boolean;
  /** Folder that a person named: its `.cstack` may be a link that leads out of the working tree. */
  readonly namedFolder?: string | null;
}

/** The folder of the caller's stack, and the AGENTS.md that applies there. */
export interface FoundStacks {
  readonly root: string;
  readonly home: string;
  /** The `.cstack` of the folder that a person named, as `stackDirectory` takes it; else `null`. */
  readonly named: string | null;
  readonly agentsText: string | null;
  readonly agents: readonly AgentDefinition[];
}

/**
 * Returns the folder with the files of a stack: `.cstack/`, or in stealth mode `.cstack/.local/`.
 * @param root a real path that must contain it @param relative the stack's `.cstack/`, below `root`
 * @param named absolute path of a `.cstack` whose folder a person named: that one may be a link that leads out of `root` (rulings, all
 * protocols 5)
 * @returns its real path, which may not exist yet @throws CortexError `outside-root`, `broken-file` when a file is in its place
 */
export function stackDirectory({ fs }: Pick<Runtime, 'fs'>, root: string, relative = STACK_FOLDER, named: string | null = null): string {
  const linked = path.resolve(root, relative) === named ? realPathOrNull(fs, named) : null;
  const directory = linked ?? insideDirectory(fs, root, relative);
  if (path.relative(root, directory).toLowerCase().split(path.sep).includes(GIT_FOLDER)) {
    const data = { file: directory, value: relative, next: 'Correct the path.' };
    throw new CortexError('outside-root', 'a stack cannot be inside .git', data);
  }
  requireFolder(fs, directory);
  if (nameExists(fs, path.join(directory, STACK_FILES.inbox))) return directory;
  const hidden = path.join(directory, LOCAL_FOLDER, STACK_FILES.inbox);
  if (!nameExists(fs, hidden)) return directory;
  return linked === null ? resolveInside(fs, root, path.join(relative, LOCAL_FOLDER)) : resolveInside(fs, linked, LOCAL_FOLDER);
}

function realPathOrNull(fs: Runtime['fs'], file: string): string | null {
  try {
    return fs.realpathSync(file);
  } catch {
    return null;
  }
}

/** @throws CortexError `outside-root`; for a `.cstack` that is a link it says where the link leads, and how a person names it */
function insideDirectory(fs: Runtime['fs'], root: string, relative: string): string {
  try {
    return resolveInside(fs, root, relative);
  } catch (error) {
    const written = path.resolve(root, relative);
    const target = path.basename(written) === STACK_FOLDER && isInside(root, written) ? realPathOrNull(fs, written) : null;
    if (target === null || isInside(root, target)) throw error;
    throw new CortexError('outside-root', `${STACK_FOLDER} is a link to ${target}, which is outside of the working tree`, {
      file: written,
      allowed: `a folder inside ${root}`,
      next: `Nothing was read or written through it. Remove the link, or, if you trust it, add: --root ${shellWord(path.dirname(written))}`,
    });
  }
}

/** @throws CortexError `broken-file` when the path, or a parent of it, is a file */
function requireFolder(fs: Runtime['fs'], directory: string): void {
  let at = directory;
  for (;;) {
    try {
      if (fs.statSync(at, { bigint: true }).isDirectory()) return;
      throw fileInPlaceError(at);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOENT') return;
      if (code !== 'ENOTDIR') throw fileError(error, at, 'find the stack', 'read');
    }
    at = path.dirname(at);
  }
}

/** @throws CortexError as `Stacks.open` */
export function findStacks(runtime: Runtime, from: string, { exact = false, namedFolder = null }: OpenStacks): FoundStacks {
  const { fs } = runtime;
  const named = namedFolder === null ? null : path.join(realPath(runtime, namedFolder), STACK_FOLDER);
  const start = realPath(runtime, from);
  let home = exact ? start : null;
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (home === null && nameExists(fs, path.join(folder, STACK_FOLDER))) home = folder;
    const { agentsText, agents } = agentsIn(runtime, folder);
    if (agents.length > 0 || hasUnmergedAgents(agentsText)) return { root: folder, home: home ?? start, named, agentsText, agents };
    if (path.dirname(folder) === folder || nameExists(fs, path.join(folder, GIT_FOLDER))) break;
  }
  return { root: home ?? start, home: home ?? start, named, agentsText: null, agents: [] };
}

function realPath({ fs }: Runtime, folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch (error) {
    throw fileError(error, folder, 'read the folder', 'read');
  }
}

function agentsIn({ fs }: Runtime, folder: string): Pick<FoundStacks, 'agentsText' | 'agents'> {
  const file = path.join(folder, AGENTS_FILE);
  const content = readFileBounded(fs, file, { maxBytes: MAX_AGENTS_FILE_SIZE, root: folder });
  const agentsText = content === null ? null : decodeUtf8(content.bytes, file);
  return { agentsText, agents: parseAgents(agentsText ?? '') };
}

/** Reports whether an AGENTS.md defines agents only inside unresolved git conflicts. */
function hasUnmergedAgents(text: string | null): boolean {
  const conflicts = mergeConflicts(text ?? '');
  if (text === null || conflicts.length === 0) return false;
  const sides = (['ours', 'theirs'] as const).map((side) => conflictSide(text, conflicts, side).text);
  return [...sides, withoutMarks(text)].some((side) => parseAgents(side).length > 0);
}

/** Reports whether a name exists, dangling symlinks included. @throws CortexError */
export function nameExists(fs: Runtime['fs'], file: string): boolean {
  try {
    fs.lstatSync(file, { bigint: true });
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw fileError(error, file, 'find the stack', 'read');
  }
}

/** Returns the next step for a missing stack, as a command that works in any folder. */
export function createStackAdvice(directory: string): string {
  if (path.basename(directory) !== STACK_FOLDER) return 'Create the folder, or correct the path.';
  return `Create it: cstack init ${shellWord(path.dirname(directory))}`;
}
