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

/** What one request may name. Reading a log goes through every request again, and two patterns are compared for long. */
const MOST_PATHS = 1_000;
const MOST_PATTERNS = 64;
/** Patterns that one agent may hold or wait for, since every request of another one is compared with all of them. */
const MOST_PATTERNS_OF_AGENT = 256;

/** What of a swarm paths depend on, and where they are meant. */
interface Located {
  readonly store: Pick<OpenSwarm['store'], 'runtime' | 'root' | 'foldCase' | 'locks'>;
  readonly place: Workplace;
}

/**
 * What a lock path names on the disk: the one name of a file that links give several names, and a folder with its slash, because
 * who locks a folder means what lies in it. Of a pattern that is done with the folders in front of it. What is there only in the linked
 * worktree from which the lock is asked for counts as what is in the main one.
 * @param text before it was normalised: a file may be called by either spelling
 * @throws CortexError `outside-root` for what leads out through a symbolic link
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

const treesOf = ({ root, tree }: Workplace): string[] => [...new Set([root, tree])];

function partsOf(text: string): string[] {
  return text.split(/[/\\]/).filter((name) => name !== '' && name !== '.');
}

/** The same error, with what was typed. @param code where it is another one */
function asTyped(error: CortexError, typed: string, text: string, code = error.code): CortexError {
  const meant = text === typed || error.code !== 'outside-root' ? '' : `; in the project this is ${JSON.stringify(text)}`;
  return new CortexError(code, error.message + meant, { ...error.data, value: typed });
}

/** As the log knows it, as far as its own text says. @throws CortexError `invalid-input` for what was typed so that it cannot be inside */
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
 * The lock path of a path or pattern, and of nothing that may be written around it.
 * @throws CortexError as `normalised`; `outside-root` for what leads out through a symbolic link
 */
export function lockPath(desk: Located, typed: string): string {
  const { place, store } = desk;
  const { fs } = store.runtime;
  const text = pathInProject(fs, place, typed, escapeLockPath);
  try {
    const literal = escapeExisting(fs, treesOf(place), text);
    const path = onDisk(desk, literal, normalised(desk, typed, literal));
    // What was locked before there was such a folder or file stays locked under the name that was written then.
    const earlier = literal === text ? null : attempt(() => normalised(desk, typed, text));
    // A name may be shown as it is on the disk, and be held where it is there no more.
    const named = /[[*?{]/.test(text) ? attempt(() => normalised(desk, typed, escapeLockPath(text))) : null;
    return [path, otherEnd(path), earlier, named].find((each) => each !== null && isHeld(desk, each)) ?? path;
  } catch (error) {
    throw error instanceof CortexError && error.data.value !== undefined ? asTyped(error, typed, text) : error;
  }
}

/** The same file or folder without its slash, or with one. */
const otherEnd = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);

/** Whether anybody holds a lock on a path, written just so. */
function isHeld({ store: { locks, runtime } }: Located, path: string): boolean {
  return locks.holders(path, runtime.clock.now()).some((lock) => lock.path === path);
}

/** Whether somebody holds a lock that covers a path or something of it. */
function isLocked({ store: { locks, runtime } }: OpenSwarm, path: string): boolean {
  return locks.holders(path, runtime.clock.now()).length > 0;
}

/** Whether a lock path is of something that is there, or is held: of a pattern, whether the folder in front of it is there. */
function isKnown(desk: OpenSwarm, path: string): boolean {
  const { place, store } = desk;
  const name = fileOfLockPath(path) ?? literalSegments(path).map(unescaped).join('/');
  if (name === '') return false;
  return isHeld(desk, path) || treesOf(place).some((tree) => statOrNull(store.runtime.fs, join(tree, name)) !== null);
}

/** Lock paths of a request, and what has to be said of them. */
interface ReadPaths {
  readonly paths: string[];
  readonly warnings: string[];
}

/** The path that a URL names: that of an editor only where it is in the project. @throws CortexError as `pathOfUrl` */
function withoutUrl(desk: Located, text: string): string {
  const linked = pathOfEditorUrl(text);
  return linked === null || attempt(() => lockPath(desk, linked)) === null ? pathOfUrl(text) : linked;
}

/** What was typed, where it is there or held; else what it is plainly meant for, where that is; else what was typed, with a warning. */
function read(desk: OpenSwarm, text: string): { path: string; warning: string | null } {
  const typed = withoutUrl(desk, text);
  const readings = pathReadings(typed);
  if (readings.length === 0) return readWhole(desk, text, typed);
  const meant = [typed, ...readings].flatMap((each) => attempt(() => lockPath(desk, each)) ?? []).find((path) => isKnown(desk, path));
  if (meant !== undefined) return { path: meant, warning: null };
  const path = lockPath(desk, typed);
  // What lies in something that is locked is as certain.
  const within = isLocked(desk, path)
    ? undefined
    : readings.flatMap((each) => attempt(() => lockPath(desk, each)) ?? []).find((each) => isLocked(desk, each));
  if (within !== undefined) return { path: within, warning: null };
  if (isNoPath(typed)) return { path, warning: noPath(desk, text, typed) };
  // Who locks a line of a file that is still to be made means the file, as whoever names it without the line.
  const files = pathsWithPlace(typed);
  const file = files.at(isScoped(desk, typed) ? 0 : -1);
  const ofFile = file === undefined ? null : attempt(() => lockPath(desk, file));
  if (file !== undefined && ofFile !== null) return { path: ofFile, warning: `${quoted(text)} is taken for the file ${quoted(file)}` };
  return { path, warning: isScoped(desk, typed) ? null : strange(text, quoted(readings.at(-1) ?? '')) };
}

const strange = (text: string, example: string): string =>
  `${quoted(text)} is taken for a path of that name, which does not exist; expected a path such as ${example}`;

/** Of a URL and the like; it may end in a path of the project. */
function noPath(desk: OpenSwarm, text: string, typed: string): string {
  const end = endsOfUrl(typed).find((each) => isThere(desk, each));
  return strange(text, end === undefined ? 'src/app.ts' : quoted(end));
}

const notOurs = (text: string): string => `${quoted(text)} is taken as it is written: the patterns of locks are *, ?, [abc] and {a,b}`;

/** The warning for a path that names nothing while the same text, read from the top of the project, does. */
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

/** A text without anything around a path. It may still be none: a URL, or a sentence that names one. */
function readWhole(desk: OpenSwarm, text: string, typed: string): { path: string; warning: string | null } {
  const path = lockPath(desk, typed);
  const words = wordsOf(typed);
  if (isShellPattern(typed) && (kind(path) === 'glob' || !isKnown(desk, path))) return { path, warning: notOurs(text) };
  if ((words.length === 0 && !isNoPath(typed)) || isKnown(desk, path)) return { path, warning: null };
  if (isNoPath(typed)) return { path, warning: noPath(desk, text, typed) };
  const named = words.flatMap((word) => [word, ...pathReadings(word)]).find((each) => isThere(desk, each));
  return { path, warning: named === undefined ? null : strange(text, quoted(named)) };
}

/** Whether a text is the path of something that is there. */
function isThere(desk: OpenSwarm, text: string): boolean {
  const path = attempt(() => lockPath(desk, text));
  return path !== null && kind(path) !== 'glob' && isKnown(desk, path);
}

/** Whether a path begins with a folder that is called `@…` and is there. */
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
 * Lock paths of a request as the log knows them. Text around a path (`src/app.ts:12`, `@src/app.ts`, quotes) is left out where the path is
 * there and the text is not.
 * @param command to ask for another path, written `PATH` in it, which is suggested where that one is likelier meant
 * @throws CortexError `outside-root`; `invalid-input` for what is no path, and for too many of them
 */
export function readLockPaths(desk: OpenSwarm, texts: readonly string[], command: string | null = null): ReadPaths {
  if (texts.length > MOST_PATHS) throw tooMany('a request names too many paths', texts.length, `at most ${MOST_PATHS} paths`);
  const found = texts.map((text) => {
    const { path, warning } = read(desk, text);
    return { path, warning: elsewhere(desk, text, path, command) ?? warning };
  });
  const paths = found.map(({ path }) => path);
  const patterns = paths.filter((path) => kind(path) === 'glob').length;
  if (patterns <= MOST_PATTERNS) return { paths, warnings: found.flatMap(({ warning }) => warning ?? []) };
  throw tooMany('a request names too many patterns', patterns, `at most ${MOST_PATTERNS} paths with *, ?, [abc] or {a,b}`);
}

/** As `readLockPaths`, of a request that takes no new lock. */
export function lockPaths(desk: OpenSwarm, texts: readonly string[]): string[] {
  return readLockPaths(desk, texts).paths;
}

/**
 * Refuses patterns beyond what one agent may have, held and waited for.
 * @param paths of a new request
 * @throws CortexError `invalid-input`
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
