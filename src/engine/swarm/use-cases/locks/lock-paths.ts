import { join, relative, sep } from 'node:path';
import { quoted } from '../../../crtx/shorten.ts';
import { elsewhereWarning, pathsFromTop } from '../../../crtx/typed/typed-elsewhere.ts';
import { isOutsideProject, outsideProjectError, pathInProject, type Workplace } from '../../../crtx/typed/typed-path.ts';
import { CortexError } from '../../../platform/errors.ts';
import {
  escapeLockPath,
  literalSegments,
  lockPathKind,
  lockPathToFile,
  normaliseLockPath,
  unescapeLockName,
} from '../../locks/lock-path.ts';
import { escapeExisting, resolveOnDisk, statOrNull } from '../../locks/names-on-disk.ts';
import {
  editorUrlToPath,
  fileUrlToPath,
  isClearlyNoPath,
  isShellPattern,
  pathsBeforePosition,
  possiblePaths,
  splitSentence,
  urlPathSuffixes,
} from '../../locks/path-readings.ts';
import type { OpenSwarm } from '../context.ts';

/** Limits of one request. Every reader of the log applies each request again, and comparing two patterns is slow. */
const MAX_PATHS = 1_000;
const MAX_PATTERNS = 64;
/** Maximum number of patterns that one agent may hold or wait for, because each request of another agent is compared with all of them. */
const MAX_PATTERNS_OF_AGENT = 256;

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
  const trees = listSearchedFolders(place);
  const named = lockPathKind(lockPath) !== 'glob';
  const parts = named ? lockPath.replace(/\/$/, '').split('/') : literalSegments(lockPath);
  if (parts.length === 0) return lockPath;
  const front = parts.join('/');
  const names = new Set([unescapeLockName(partsOf(text).slice(0, parts.length).join('/')), unescapeLockName(front)]);
  const places = trees.flatMap((base) => [...names].map((name) => ({ base, real: resolveOnDisk(fs, base, name) })));
  if (named && places.some(({ real }) => trees.includes(real))) return lockPath;
  const isFolder = lockPath.endsWith('/') || places.some(({ real }) => statOrNull(fs, real)?.isDirectory());
  const rest = named ? (isFolder ? [''] : []) : [lockPath.slice(front.length + 1)];
  const pathOf = (name: string) => normaliseLockPath([...partsOf(escapeLockPath(name)), ...rest].join('/'), { foldCase: store.foldCase });
  const written = pathOf(unescapeLockName(front));
  const ways = places.map(({ base, real }) => pathOf(relative(base, real).split(sep).join('/')));
  return ways.find((way) => way !== written) ?? written;
}

/** Returns the folders that a path may be in: the project, and the linked worktree that the request comes from. */
export const listSearchedFolders = ({ root, tree }: Workplace): string[] => [...new Set([root, tree])];

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
  if (isOutsideProject(place, text)) throw outsideProjectError(typed);
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
export function lockPath(context: Located, typed: string): string {
  const { place, store } = context;
  const { fs } = store.runtime;
  const text = pathInProject(fs, place, typed, escapeLockPath);
  try {
    const literal = escapeExisting(fs, listSearchedFolders(place), text);
    const path = onDisk(context, literal, normalised(context, typed, literal));
    // A path that was locked before the file or folder existed stays locked under the name that was written then.
    const earlier = literal === text ? null : valueOrNull(() => normalised(context, typed, text));
    // A literal name may be typed as shown, unescaped, and be locked although the file is gone by now.
    const named = /[[*?{]/.test(text) ? valueOrNull(() => normalised(context, typed, escapeLockPath(text))) : null;
    return [path, toggleTrailingSlash(path), earlier, named].find((each) => each !== null && isHeld(context, each)) ?? path;
  } catch (error) {
    throw error instanceof CortexError && error.data.value !== undefined ? asTyped(error, typed, text) : error;
  }
}

/** Returns the same path without its trailing slash, or with one. */
const toggleTrailingSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);

/** Returns whether a lock on exactly this path is held. */
function isHeld({ store: { locks, runtime } }: Located, path: string): boolean {
  return locks.holders(path, runtime.clock.now()).some((lock) => lock.path === path);
}

/** Returns whether a lock that covers the path, or a part of it, is held. */
function isLocked({ store: { locks, runtime } }: OpenSwarm, path: string): boolean {
  return locks.holders(path, runtime.clock.now()).length > 0;
}

/** Returns whether a path exists or is locked; for a pattern, whether the folder in front of it exists. */
function isKnown(context: OpenSwarm, path: string): boolean {
  const { place, store } = context;
  const name = lockPathToFile(path) ?? literalSegments(path).map(unescapeLockName).join('/');
  if (name === '') return false;
  return isHeld(context, path) || listSearchedFolders(place).some((tree) => statOrNull(store.runtime.fs, join(tree, name)) !== null);
}

/** Lock paths of a request, and warnings about how they were read. */
interface ReadPaths {
  readonly paths: string[];
  readonly warnings: string[];
}

/** Returns the path in a URL. A URL of an editor is used only if it is in the project. @throws CortexError as `fileUrlToPath` */
function withoutUrl(context: Located, text: string): string {
  const linked = editorUrlToPath(text);
  return linked === null || valueOrNull(() => lockPath(context, linked)) === null ? fileUrlToPath(text) : linked;
}

/** Returns the typed text if it exists or is locked, else a likely reading that exists or is locked, else the text with a warning. */
function interpretTyped(context: OpenSwarm, text: string): { path: string; warning: string | null } {
  const typed = withoutUrl(context, text);
  const readings = possiblePaths(typed);
  if (readings.length === 0) return interpretWhole(context, text, typed);
  const known = [typed, ...readings]
    .flatMap((each) => valueOrNull(() => lockPath(context, each)) ?? [])
    .filter((path) => isKnown(context, path));
  // A pattern is known by its folder alone, so a path in the text is the surer reading: `src/app.ts?raw`.
  const meant = known.find((path) => lockPathKind(path) !== 'glob') ?? known[0];
  if (meant !== undefined) return { path: meant, warning: null };
  const path = lockPath(context, typed);
  // A reading that is inside a locked folder is as certain.
  const within = isLocked(context, path)
    ? undefined
    : readings.flatMap((each) => valueOrNull(() => lockPath(context, each)) ?? []).find((each) => isLocked(context, each));
  if (within !== undefined) return { path: within, warning: null };
  if (isClearlyNoPath(typed)) return { path, warning: noPathWarning(context, text, typed) };
  // Locking a line of a file that does not exist yet means locking the file.
  const files = pathsBeforePosition(typed);
  const file = files.at(isScoped(context, typed) ? 0 : -1);
  const ofFile = file === undefined ? null : valueOrNull(() => lockPath(context, file));
  if (file !== undefined && ofFile !== null) return { path: ofFile, warning: `${quoted(text)} is read as the file ${quoted(file)}` };
  return { path, warning: isScoped(context, typed) ? null : unusualPathWarning(text, quoted(readings.at(-1) ?? '')) };
}

const unusualPathWarning = (text: string, example: string): string =>
  `${quoted(text)} does not exist and is used as a path; expected a path such as ${example}`;

/** Returns the warning for a URL and the like. It may end in a path of the project, which is suggested then. */
function noPathWarning(context: OpenSwarm, text: string, typed: string): string {
  const end = urlPathSuffixes(typed).find((each) => isThere(context, each));
  return unusualPathWarning(text, end === undefined ? 'src/app.ts' : quoted(end));
}

const foreignUrlWarning = (text: string): string => `${quoted(text)} is used literally: lock patterns are *, ?, [abc] and {a,b}`;

/** Returns a warning when a path does not exist, but the same text relative to the project's root does. */
function elsewhereInProjectWarning(context: OpenSwarm, text: string, taken: string, command: string | null): string | null {
  if (isKnown(context, taken)) return null;
  const typed = withoutUrl(context, text);
  const fromTop = { ...context, place: { ...context.place, folder: null } };
  const other = [typed, ...possiblePaths(typed)]
    .flatMap((each) => pathsFromTop(context.place, each))
    .flatMap((each) => valueOrNull(() => lockPath(fromTop, each)) ?? [])
    .find((each) => isKnown(fromTop, each));
  return other === undefined ? null : elsewhereWarning(context.place, taken, other, command);
}

/** Reads a text without anything around a path. It may still be no path: a URL, or a sentence that contains a path. */
function interpretWhole(context: OpenSwarm, text: string, typed: string): { path: string; warning: string | null } {
  const path = lockPath(context, typed);
  const words = splitSentence(typed);
  if (isShellPattern(typed) && (lockPathKind(path) === 'glob' || !isKnown(context, path)))
    return { path, warning: foreignUrlWarning(text) };
  if ((words.length === 0 && !isClearlyNoPath(typed)) || isKnown(context, path)) return { path, warning: null };
  if (isClearlyNoPath(typed)) return { path, warning: noPathWarning(context, text, typed) };
  const named = words.flatMap((word) => [word, ...possiblePaths(word)]).find((each) => isThere(context, each));
  return { path, warning: named === undefined ? null : unusualPathWarning(text, quoted(named)) };
}

/** Returns whether a text is the path of something that exists or is locked. */
function isThere(context: OpenSwarm, text: string): boolean {
  const path = valueOrNull(() => lockPath(context, text));
  return path !== null && lockPathKind(path) !== 'glob' && isKnown(context, path);
}

/** Returns whether a path begins with an existing folder whose name starts with `@`. */
function isScoped({ place, store }: OpenSwarm, typed: string): boolean {
  const [first = ''] = partsOf(typed);
  return typed.startsWith('@') && listSearchedFolders(place).some((tree) => statOrNull(store.runtime.fs, join(tree, first)) !== null);
}

function valueOrNull(find: () => string): string | null {
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
export function readLockPaths(context: OpenSwarm, texts: readonly string[], command: string | null = null): ReadPaths {
  if (texts.length > MAX_PATHS) throw tooMany('too many paths in one request', texts.length, `at most ${MAX_PATHS} paths`);
  const found = texts.map((text) => {
    const { path, warning } = interpretTyped(context, text);
    return { path, warning: elsewhereInProjectWarning(context, text, path, command) ?? warning };
  });
  const paths = found.map(({ path }) => path);
  const patterns = paths.filter((path) => lockPathKind(path) === 'glob').length;
  if (patterns <= MAX_PATTERNS) return { paths, warnings: found.flatMap(({ warning }) => warning ?? []) };
  throw tooMany('too many patterns in one request', patterns, `at most ${MAX_PATTERNS} paths with *, ?, [abc] or {a,b}`);
}

/** Like `readLockPaths`, for a request that acquires no new lock. */
export function lockPaths(context: OpenSwarm, texts: readonly string[]): string[] {
  return readLockPaths(context, texts).paths;
}

/**
 * Checks the number of patterns of one agent, held and waited for.
 * @param paths of a new request
 * @throws CortexError `invalid-input` beyond the limit
 */
export function checkPatternLimit({ store: { locks, runtime } }: OpenSwarm, agent: string, paths: readonly string[]): void {
  const wanted = paths.filter((path) => lockPathKind(path) === 'glob');
  if (wanted.length === 0) return;
  const held = locks.list(runtime.clock.now()).filter(({ agentId }) => agentId === agent);
  const waiting = locks.queue().filter(({ agentId }) => agentId === agent);
  const own = [...held.map(({ path }) => path), ...waiting.flatMap((request) => request.paths)].filter(
    (path) => lockPathKind(path) === 'glob',
  );
  const all = new Set([...own, ...wanted]).size;
  if (all <= MAX_PATTERNS_OF_AGENT || wanted.every((path) => own.includes(path))) return;
  throw tooMany(`agent ${quoted(agent)} would have too many patterns`, all, `at most ${MAX_PATTERNS_OF_AGENT}, waits included`);
}

function tooMany(problem: string, value: number, allowed: string): CortexError {
  return new CortexError('invalid-input', problem, { value, allowed, next: 'Lock a folder above them, or fewer at a time.' });
}
