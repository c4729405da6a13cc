import { join, relative, sep } from 'node:path';
import { CortexError } from '../../kernel/errors.ts';
import { type FileStat, type FileSystem, isThere } from '../../kernel/file-system.ts';
import { resolveInside } from '../../kernel/safe-path.ts';
import { escapeLockPath, kind, literalSegments, normaliseLockPath, unescaped } from '../locks/lock-path.ts';
import { quoted } from '../shorten.ts';
import { isElsewhere, leadsOut, pathInProject } from '../typed-path.ts';
import type { SwarmDesk } from './desk.ts';

/** What one request may name. Reading a log goes through every request again, and two patterns are compared for long. */
const MOST_PATHS = 1_000;
const MOST_PATTERNS = 64;
/** Patterns that one agent may hold or wait for, since every request of another one is compared with all of them. */
const MOST_PATTERNS_OF_AGENT = 256;

/** `null` for what is not there, and for what nobody may look at. */
function statOf(fs: FileSystem, file: string): FileStat | null {
  try {
    return fs.statSync(file, { bigint: true });
  } catch {
    return null;
  }
}

/** A name as its folder spells it: "é" may be one character there or two, whatever was typed. */
function spelled(fs: FileSystem, folder: string, name: string): string {
  if (/^[ -~]*$/.test(name) || isThere(fs, join(folder, name))) return name;
  const composed = name.normalize('NFC');
  try {
    return fs.readdirSync(folder).find((entry) => entry.normalize('NFC') === composed) ?? name;
  } catch {
    return name;
  }
}

/** Where a name leads to. @throws CortexError `outside-root` for what leads out through a symbolic link */
function realPlace(fs: FileSystem, tree: string, name: string): string {
  const found: string[] = [];
  for (const part of name.split('/')) found.push(spelled(fs, join(tree, ...found), part));
  return resolveInside(fs, tree, found.join('/'));
}

/** Whether a lock path is a name and no pattern. `app/[id]` is a name where there is such a file or folder. */
function isName(fs: FileSystem, trees: readonly string[], lockPath: string): boolean {
  if (kind(lockPath) !== 'glob') return true;
  // Whoever writes `src/*` means everything in there, also beside a file with that name.
  if (/[*?]/.test(lockPath.replace(/\[[*?]\]/g, ''))) return false;
  return trees.some((tree) => statOf(fs, realPlace(fs, tree, unescaped(lockPath))) !== null);
}

/**
 * What a lock path names on the disk: the one name of a file that links give several names, and a folder with its slash, because
 * who locks a folder means what lies in it. Of a pattern that is done with the folders in front of it. A lock that is held under
 * just the name that was written stays that. What is there only in the linked worktree from which the lock is asked for counts as
 * what is in the main one.
 * @param text before it was normalised: a file may be called by either spelling
 * @throws CortexError `outside-root` for what leads out through a symbolic link
 */
function onDisk({ store, place: { root, tree } }: SwarmDesk, text: string, lockPath: string): string {
  const { runtime, foldCase, locks } = store;
  const { fs } = runtime;
  const trees = [...new Set([root, tree])];
  const named = isName(fs, trees, lockPath);
  const parts = named ? lockPath.replace(/\/$/, '').split('/') : literalSegments(lockPath);
  if (parts.length === 0) return lockPath;
  const front = parts.join('/');
  const names = new Set([unescaped(partsOf(text).slice(0, parts.length).join('/')), unescaped(front)]);
  const places = trees.flatMap((base) => [...names].map((name) => ({ base, real: realPlace(fs, base, name) })));
  if (named && places.some(({ real }) => trees.includes(real))) return lockPath;
  const isFolder = lockPath.endsWith('/') || places.some(({ real }) => statOf(fs, real)?.isDirectory());
  const rest = named ? (isFolder ? [''] : []) : [lockPath.slice(front.length + 1)];
  const pathOf = (name: string) => normaliseLockPath([...partsOf(escapeLockPath(name)), ...rest].join('/'), { foldCase });
  const written = pathOf(unescaped(front));
  const ways = places.map(({ base, real }) => pathOf(relative(base, real).split(sep).join('/')));
  const found = ways.find((way) => way !== written) ?? written;
  const isHeld = found !== lockPath && locks.holders(lockPath, runtime.clock.now()).some(({ path }) => path === lockPath);
  return isHeld ? lockPath : found;
}

function partsOf(text: string): string[] {
  return text.split(/[/\\]/).filter((name) => name !== '' && name !== '.');
}

/** The same error, with what was typed. @param code where it is another one */
function asTyped(error: CortexError, typed: string, text: string, code = error.code): CortexError {
  const meant = text === typed || error.code !== 'outside-root' ? '' : `; in the project this is ${JSON.stringify(text)}`;
  return new CortexError(code, error.message + meant, { ...error.data, value: typed });
}

/** As the log knows it, as far as its own text says. @throws CortexError `invalid-input` for what was typed so that it cannot be inside */
function normalised({ place, store }: SwarmDesk, typed: string, text: string): string {
  if (isElsewhere(place, text)) throw leadsOut(typed);
  try {
    return normaliseLockPath(text, { foldCase: store.foldCase });
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    throw asTyped(error, typed, text, place.folder === null ? error.code : 'invalid-input');
  }
}

function lockPath(desk: SwarmDesk, typed: string): string {
  const text = pathInProject(desk.store.runtime.fs, desk.place, typed, escapeLockPath);
  const path = normalised(desk, typed, text);
  try {
    return onDisk(desk, text, path);
  } catch (error) {
    throw error instanceof CortexError && error.data.value !== undefined ? asTyped(error, typed, text) : error;
  }
}

/**
 * Lock paths of a request as the log knows them.
 * @throws CortexError `outside-root`; `invalid-input` for what is no path, and for too many of them
 */
export function lockPaths(desk: SwarmDesk, paths: readonly string[]): string[] {
  if (paths.length > MOST_PATHS) throw tooMany('a request names too many paths', paths.length, `at most ${MOST_PATHS} paths`);
  const found = paths.map((typed) => lockPath(desk, typed));
  const patterns = found.filter((path) => kind(path) === 'glob').length;
  if (patterns <= MOST_PATTERNS) return found;
  throw tooMany('a request names too many patterns', patterns, `at most ${MOST_PATTERNS} paths with *, ?, [abc] or {a,b}`);
}

/**
 * Refuses patterns beyond what one agent may have, held and waited for.
 * @param paths of a new request
 * @throws CortexError `invalid-input`
 */
export function checkPatternsOf({ store: { locks, runtime } }: SwarmDesk, agent: string, paths: readonly string[]): void {
  const wanted = paths.filter((path) => kind(path) === 'glob');
  if (wanted.length === 0) return;
  const held = locks.list(runtime.clock.now()).filter(({ agentId }) => agentId === agent);
  const waiting = locks.queue().filter(({ agentId }) => agentId === agent);
  const own = [...held.map(({ path }) => path), ...waiting.flatMap((request) => request.paths)].filter((path) => kind(path) === 'glob');
  const all = new Set([...own, ...wanted]).size;
  if (all <= MOST_PATTERNS_OF_AGENT || wanted.every((path) => own.includes(path))) return;
  throw tooMany(`agent ${quoted(agent)} would have too many patterns`, all, `at most ${MOST_PATTERNS_OF_AGENT}, waits included`);
}

function tooMany(problem: string, value: number, allowed: string): CortexError {
  return new CortexError('invalid-input', problem, { value, allowed, next: 'Lock a folder above them, or fewer at a time.' });
}
