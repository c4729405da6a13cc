import { join, relative, sep } from 'node:path';
import { quoted } from '../../crtx/shorten.ts';
import { elsewhereWarning, readingsFromTop } from '../../crtx/typed/typed-elsewhere.ts';
import { isElsewhere, leadsOut, pathInProject, type Workplace } from '../../crtx/typed/typed-path.ts';
import { CortexError } from '../../platform/errors.ts';
import { escapeLockPath, fileOfLockPath, kind, literalSegments, normaliseLockPath, unescaped } from '../locks/lock-path.ts';
import { escapeExisting, realPlace, statOrNull } from '../locks/names-on-disk.ts';
import {
  endsOfUrl,
  isNoPath,
  isShellPattern,
  pathOfEditorUrl,
  pathOfUrl,
  pathReadings,
  pathsWithPlace,
  wordsOf,
} from '../locks/path-readings.ts';
import type { OpenSwarm } from './context.ts';

/** Limits of one request. Every reader of the log applies each request again, and comparing two patterns is slow. */
const MOST_PATHS = 1_000;
const MOST_PATTERNS = 64;
/** Maximum number of patterns that one agent may hold or wait for, because each request of another agent is compared with all of them. */
const MOST_PATTERNS_OF_AGENT = 256;

/** The parts of a swarm that reading a path needs, and the folder that it is relative to. */
export interface Located {
  readonly store: Pick<OpenSwarm['store'], 'runtime' | 'root' | 'foldCase' | 'locks'>;
  readonly place: Workplace;
}

/**
 * Returns the lock path that matches the disk: the one canonical name of a file with several names through links, and a folder with its
 * trailing slash, because locking a folder means locking its content. For a pattern this applies to the folders in front of it. What
 * exists only in the linked worktree that the request comes from counts as if it existed in the main one.
 * @param text before normalization, because a file may have either spelling on disk
 * @throws CortexError `outside-root` for a path that leads out through a symlink
 */
function onDisk({ store, place }: Located, text: string, lockPath: string): string {
  const { fs } = store.runtime;
  const trees = treesOf(place);
  const named = kind(lockPath) !== 'glob';
  const parts = named ? lockPath.replace(/\/$/, '').split('/') : literalSegments(lockPath);
  if (parts.length === 0) return lockPath;
  const front = parts.join('/');
  const names = new Set([unescaped(partsOf(text).slice(0, parts.length).join('/')), unescaped(front)]);
  const places = trees.flatMap((base) => [...names].map((name) => ({ base, real: realPlace(fs, base, name) })));
  if (named && places.some(({ real }) => trees.includes(real))) return lockPath;
  const isFolder = lockPath.endsWith('/') || places.some(({ real }) => statOrNull(fs, real)?.isDirectory());
  const rest = named ? (isFolder ? [''] : []) : [lockPath.slice(front.length + 1)];
  const pathOf = (name: string) => normaliseLockPath([...partsOf(escapeLockPath(name)), ...rest].join('/'), { foldCase: store.foldCase });
  const written = pathOf(unescaped(front));
  const ways = places.map(({ base, real }) => pathOf(relative(base, real).split(sep).join('/')));
  return ways.find((way) => way !== written) ?? written;
}

/** Returns the folders that a path may be in: the project, and the linked worktree that the request comes from. */
export const treesOf = ({ root, tree }: Workplace): string[] => [...new Set([root, tree])];

function partsOf(text: string): string[] {
  return text.split(/[/\\]/).filter((name) => name !== '' && name !== '.');
}

/** Returns the same error with the text that was typed. @param code replaces the code of the error */
function asTyped(error: CortexError, typed: string, text: string, code = error.code): CortexError {
  const meant = text === typed || error.code !== 'outside-root' ? '' : `; in the project this is ${JSON.stringify(text)}`;
  return new CortexError(code, error.message + meant, { ...error.data, value: typed });
}

/** Normalizes a path by its text alone. @throws CortexError `invalid-input` for a text that cannot be a path inside the project */
function normalised({ place, store }: Located, typed: string, text: string): string {
  if (isElsewhere(place, text)) throw leadsOut(typed);
  try {
    return normaliseLockPath(text, { foldCase: store.foldCase });
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    throw asTyped(error, typed, text, place.folder === null ? error.code : 'invalid-input');
  }
}

/**
 * Returns the lock path of a path or pattern without any text around it.
 * @throws CortexError as `normalised`; `outside-root` for a path that leads out through a symlink
 */
export function lockPath(desk: Located, typed: string): string {
  const { place, store } = desk;
  const { fs } = store.runtime;
  const text = pathInProject(fs, place, typed, escapeLockPath);
  try {
    const literal = escapeExisting(fs, treesOf(place), text);
    const path = onDisk(desk, literal, normalised(desk, typed, literal));
    // A path that was locked before the file or folder existed stays locked under the name that was written then.
    const earlier = literal === text ? null : attempt(() => normalised(desk, typed, text));
    // A literal name may be typed as shown, unescaped, and be locked although the file is gone by now.
    const named = /[[*?{]/.test(text) ? attempt(() => normalised(desk, typed, escapeLockPath(text))) : null;
    return [path, otherEnd(path), earlier, named].find((each) => each !== null && isHeld(desk, each)) ?? path;
  } catch (error) {
    throw error instanceof CortexError && error.data.value !== undefined ? asTyped(error, typed, text) : error;
  }
}

/** Returns the same path without its trailing slash, or with one. */
const otherEnd = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);

/** Returns whether a lock on exactly this path is held. */
function isHeld({ store: { locks, runtime } }: Located, path: string): boolean {
  return locks.holders(path, runtime.clock.now()).some((lock) => lock.path === path);
}

/** Returns whether a lock that covers the path, or a part of it, is held. */
function isLocked({ store: { locks, runtime } }: OpenSwarm, path: string): boolean {
  return locks.holders(path, runtime.clock.now()).length > 0;
}

/** Returns whether a path exists or is locked; for a pattern, whether the folder in front of it exists. */
function isKnown(desk: OpenSwarm, path: string): boolean {
  const { place, store } = desk;
  const name = fileOfLockPath(path) ?? literalSegments(path).map(unescaped).join('/');
  if (name === '') return false;
  return isHeld(desk, path) || treesOf(place).some((tree) => statOrNull(store.runtime.fs, join(tree, name)) !== null);
}

/** Lock paths of a request, and warnings about how they were read. */
interface ReadPaths {
  readonly paths: string[];
  readonly warnings: string[];
}

/** Returns the path in a URL. A URL of an editor is used only if it is in the project. @throws CortexError as `pathOfUrl` */
function withoutUrl(desk: Located, text: string): string {
  const linked = pathOfEditorUrl(text);
  return linked === null || attempt(() => lockPath(desk, linked)) === null ? pathOfUrl(text) : linked;
}

/** Returns the typed text if it exists or is locked, else a likely reading that exists or is locked, else the text with a warning. */
function read(desk: OpenSwarm, text: string): { path: string; warning: string | null } {
  const typed = withoutUrl(desk, text);
  const readings = pathReadings(typed);
  if (readings.length === 0) return readWhole(desk, text, typed);
  const known = [typed, ...readings].flatMap((each) => attempt(() => lockPath(desk, each)) ?? []).filter((path) => isKnown(desk, path));
  // A pattern is known by its folder alone, so a path in the text is the surer reading: `src/app.ts?raw`.
  const meant = known.find((path) => kind(path) !== 'glob') ?? known[0];
  if (meant !== undefined) return { path: meant, warning: null };
  const path = lockPath(desk, typed);
  // A reading that is inside a locked folder is as certain.
  const within = isLocked(desk, path)
    ? undefined
    : readings.flatMap((each) => attempt(() => lockPath(desk, each)) ?? []).find((each) => isLocked(desk, each));
  if (within !== undefined) return { path: within, warning: null };
  if (isNoPath(typed)) return { path, warning: noPath(desk, text, typed) };
  // Locking a line of a file that does not exist yet means locking the file.
  const files = pathsWithPlace(typed);
  const file = files.at(isScoped(desk, typed) ? 0 : -1);
  const ofFile = file === undefined ? null : attempt(() => lockPath(desk, file));
  if (file !== undefined && ofFile !== null) return { path: ofFile, warning: `${quoted(text)} is read as the file ${quoted(file)}` };
  return { path, warning: isScoped(desk, typed) ? null : strange(text, quoted(readings.at(-1) ?? '')) };
}

const strange = (text: string, example: string): string =>
  `${quoted(text)} does not exist and is used as a path; expected a path such as ${example}`;

/** Returns the warning for a URL and the like. It may end in a path of the project, which is suggested then. */
function noPath(desk: OpenSwarm, text: string, typed: string): string {
  const end = endsOfUrl(typed).find((each) => isThere(desk, each));
  return strange(text, end === undefined ? 'src/app.ts' : quoted(end));
}

const notOurs = (text: string): string => `${quoted(text)} is used literally: lock patterns are *, ?, [abc] and {a,b}`;

/** Returns a warning when a path does not exist, but the same text relative to the project's root does. */
function elsewhere(desk: OpenSwarm, text: string, taken: string, command: string | null): string | null {
  if (isKnown(desk, taken)) return null;
  const typed = withoutUrl(desk, text);
  const fromTop = { ...desk, place: { ...desk.place, folder: null } };
  const other = [typed, ...pathReadings(typed)]
    .flatMap((each) => readingsFromTop(desk.place, each))
    .flatMap((each) => attempt(() => lockPath(fromTop, each)) ?? [])
    .find((each) => isKnown(fromTop, each));
  return other === undefined ? null : elsewhereWarning(desk.place, taken, other, command);
}

/** Reads a text without anything around a path. It may still be no path: a URL, or a sentence that contains a path. */
function readWhole(desk: OpenSwarm, text: string, typed: string): { path: string; warning: string | null } {
  const path = lockPath(desk, typed);
  const words = wordsOf(typed);
  if (isShellPattern(typed) && (kind(path) === 'glob' || !isKnown(desk, path))) return { path, warning: notOurs(text) };
  if ((words.length === 0 && !isNoPath(typed)) || isKnown(desk, path)) return { path, warning: null };
  if (isNoPath(typed)) return { path, warning: noPath(desk, text, typed) };
  const named = words.flatMap((word) => [word, ...pathReadings(word)]).find((each) => isThere(desk, each));
  return { path, warning: named === undefined ? null : strange(text, quoted(named)) };
}

/** Returns whether a text is the path of something that exists or is locked. */
function isThere(desk: OpenSwarm, text: string): boolean {
  const path = attempt(() => lockPath(desk, text));
  return path !== null && kind(path) !== 'glob' && isKnown(desk, path);
}

/** Returns whether a path begins with an existing folder whose name starts with `@`. */
function isScoped({ place, store }: OpenSwarm, typed: string): boolean {
  const [first = ''] = partsOf(typed);
  return typed.startsWith('@') && treesOf(place).some((tree) => statOrNull(store.runtime.fs, join(tree, first)) !== null);
}

function attempt(find: () => string): string | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

/**
 * Returns the lock paths of a request in the form of the log. Text around a path (`src/app.ts:12`, `@src/app.ts`, quotes) is removed when
 * the path exists and the full text does not.
 * @param command the command to suggest when another path was more likely meant, with `PATH` in its place
 * @throws CortexError `outside-root`; `invalid-input` for a text that is no path, and for too many paths
 */
export function readLockPaths(desk: OpenSwarm, texts: readonly string[], command: string | null = null): ReadPaths {
  if (texts.length > MOST_PATHS) throw tooMany('too many paths in one request', texts.length, `at most ${MOST_PATHS} paths`);
  const found = texts.map((text) => {
    const { path, warning } = read(desk, text);
    return { path, warning: elsewhere(desk, text, path, command) ?? warning };
  });
  const paths = found.map(({ path }) => path);
  const patterns = paths.filter((path) => kind(path) === 'glob').length;
  if (patterns <= MOST_PATTERNS) return { paths, warnings: found.flatMap(({ warning }) => warning ?? []) };
  throw tooMany('too many patterns in one request', patterns, `at most ${MOST_PATTERNS} paths with *, ?, [abc] or {a,b}`);
}

/** Like `readLockPaths`, for a request that acquires no new lock. */
export function lockPaths(desk: OpenSwarm, texts: readonly string[]): string[] {
  return readLockPaths(desk, texts).paths;
}

/**
 * Checks the number of patterns of one agent, held and waited for.
 * @param paths of a new request
 * @throws CortexError `invalid-input` beyond the limit
 */
export function checkPatternsOf({ store: { locks, runtime } }: OpenSwarm, agent: string, paths: readonly string[]): void {
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
