import { patternsOverlap } from './lock-match.ts';
import { lockPathKind, unescapeLockName } from './lock-path.ts';
import { compile, compileBelow, nameSegments, type Pattern } from './lock-pattern.ts';

/**
 * How far a lock path reaches. `below`: it covers everything that is or will be below it, with or without a trailing slash. `name`: the
 * rule of earlier versions, in which a path without a trailing slash covered one file. Records of that time keep the answers they got
 * (docs/decisions/0036).
 */
export type Reach = 'below' | 'name';

const slashed = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

/**
 * Reports whether two normalised paths cover anything in common. Symmetric, and depends only on the two texts, so every process agrees.
 * Exact when one of them is a file or a folder. Two globs may be reported to overlap when they do not, never the other way round.
 *
 * A path may name a folder that does not exist yet, so a glob is also compared with what may lie below the path. This does not apply to
 * paths whose last name ends as only files do (`src/app.ts`); otherwise a lock on `**\/*.md` would exclude every file of the project.
 */
export function overlaps(left: string, right: string, reach: Reach = 'below'): boolean {
  if (left === right) return true;
  const [leftIsGlob, rightIsGlob] = [lockPathKind(left) === 'glob', lockPathKind(right) === 'glob'];
  if (!(leftIsGlob || rightIsGlob)) return reach === 'below' ? isWithin(left, right) : isWithinFolder(left, right);
  if (reach === 'below' && leftIsGlob !== rightIsGlob && isWithin(left, right)) return true;
  return patternsOverlap(compiled(left, leftIsGlob, reach), compiled(right, rightIsGlob, reach), { steps: 0 });
}

/** Reports whether one path equals the other or lies below it. */
function isWithin(one: string, other: string): boolean {
  const [left, right] = [slashed(one), slashed(other)];
  return left.startsWith(right) || right.startsWith(left);
}

function isWithinFolder(one: string, other: string): boolean {
  return (one.endsWith('/') && `${other}/`.startsWith(one)) || (other.endsWith('/') && `${one}/`.startsWith(other));
}

/** Returns a function that reports whether the glob covers a file or folder. For comparing thousands of globs with many paths each. */
export function globCovers(glob: string): (plain: string) => boolean {
  let pattern: Pattern | null = null;
  return (plain) => {
    pattern ??= compileBelow(glob);
    return patternsOverlap(pattern, compiled(plain, false, 'name'), { steps: 0 });
  };
}

/**
 * Reports whether a glob matches something that a lock covers, without what is below the matches: what a command changes that enters no
 * folders, such as `rm *`.
 */
export function matchesLocked(glob: string, lock: string): boolean {
  return patternsOverlap(compile(glob), compileBelow(lock), { steps: 0 });
}

/**
 * Reports whether a lock covers an existing file or folder itself, not only something that may lie below it.
 * @param path normalised lock path, as for `overlaps`
 * @param file name relative to the project, not escaped
 */
export function coversFile(path: string, file: string): boolean {
  if (lockPathKind(path) !== 'glob') return `${file}/`.startsWith(slashed(unescapeLockName(path)));
  return patternsOverlap(compiled(path, true, 'below'), nameSegments(file), { steps: 0 });
}

/**
 * Reports whether `outer` covers everything that `inner` covers. An `inner` file counts as the file alone when `outer` is a glob or `reach`
 * is `name`. Returns `false` when unsure.
 */
export function covers(outer: string, inner: string, reach: Reach = 'below'): boolean {
  if (outer === inner) return true;
  if (lockPathKind(inner) === 'file' && (reach === 'name' || lockPathKind(outer) === 'glob')) {
    return patternsOverlap(compiled(outer, lockPathKind(outer) === 'glob', reach), compiled(inner, false, 'name'), { steps: 0 });
  }
  if (reach === 'below') return lockPathKind(outer) !== 'glob' && slashed(inner).startsWith(slashed(outer));
  return lockPathKind(outer) === 'folder' && inner.startsWith(outer);
}

const MAX_REMEMBERED = 5_000;
const globs: Record<Reach, Map<string, Pattern>> = { below: new Map(), name: new Map() };
const lastPlain: Record<Reach, { path: string; pattern: Pattern }> = {
  below: { path: '', pattern: [] },
  name: { path: '', pattern: [] },
};

/**
 * Compiles a path, with caches. Globs are compared often, so up to 5,000 compiled globs are cached. A file or folder is compared with
 * several globs in a row, so only the last one is cached.
 */
function compiled(path: string, isGlob: boolean, reach: Reach): Pattern {
  const compileIt = reach === 'below' ? compileBelow : compile;
  if (!isGlob) {
    if (lastPlain[reach].path !== path) lastPlain[reach] = { path, pattern: compileIt(path) };
    return lastPlain[reach].pattern;
  }
  const known = globs[reach].get(path);
  if (known !== undefined) return known;
  const pattern = compileIt(path);
  if (globs[reach].size >= MAX_REMEMBERED) globs[reach].clear();
  globs[reach].set(path, pattern);
  return pattern;
}
