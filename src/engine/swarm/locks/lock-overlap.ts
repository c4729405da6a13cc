import { patternsOverlap } from './lock-match.ts';
import { kind, unescaped } from './lock-path.ts';
import { compile, compileBelow, nameSegments, type Pattern } from './lock-pattern.ts';

/**
 * How far a lock path reaches. `below`: it covers what is or will be below it, with or without a slash at its end. `name`: the rule of
 * earlier versions, in which a path without a slash covered one file; what their records were answered stays (docs/decisions/0036).
 */
export type Reach = 'below' | 'name';

const slashed = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

/**
 * Whether two normalised paths cover anything in common. It depends on the two texts alone, so every process agrees; symmetric. Exact
 * when one of them is a file or a folder; two globs may be taken to overlap when they do not, never the other way round.
 *
 * A path may be that of a folder that does not exist yet, so a pattern is also tried on what may lie below it; not where its last name
 * ends as only files do (`src/app.ts`), or a lock on `**\/*.md` would exclude every file of the project.
 */
export function overlaps(left: string, right: string, reach: Reach = 'below'): boolean {
  if (left === right) return true;
  const [leftIsGlob, rightIsGlob] = [kind(left) === 'glob', kind(right) === 'glob'];
  if (!(leftIsGlob || rightIsGlob)) return reach === 'below' ? isWithin(left, right) : isWithinFolder(left, right);
  if (reach === 'below' && leftIsGlob !== rightIsGlob && isWithin(left, right)) return true;
  return patternsOverlap(compiled(left, leftIsGlob, reach), compiled(right, rightIsGlob, reach), { steps: 0 });
}

/** Whether one path is written as the other or as something below it. */
function isWithin(one: string, other: string): boolean {
  const [left, right] = [slashed(one), slashed(other)];
  return left.startsWith(right) || right.startsWith(left);
}

function isWithinFolder(one: string, other: string): boolean {
  return (one.endsWith('/') && `${other}/`.startsWith(one)) || (other.endsWith('/') && `${one}/`.startsWith(other));
}

/** Finds out whether a glob covers a file or folder: for thousands of globs that are each compared with many of these. */
export function globCovers(glob: string): (plain: string) => boolean {
  let pattern: Pattern | null = null;
  return (plain) => {
    pattern ??= compileBelow(glob);
    return patternsOverlap(pattern, compiled(plain, false, 'name'), { steps: 0 });
  };
}

/**
 * Whether a lock covers a file or folder that is there, and not only something that may lie below it.
 * @param path normalised, as all that is compared with `overlaps`
 * @param file its name relative to the project, as `nameToLocks` gives it
 */
export function coversFile(path: string, file: string): boolean {
  if (kind(path) !== 'glob') return `${file}/`.startsWith(slashed(unescaped(path)));
  return patternsOverlap(compiled(path, true, 'below'), nameSegments(file), { steps: 0 });
}

/** Whether `outer` covers all that `inner` does, of a file no more than the file; `false` when unsure. */
export function covers(outer: string, inner: string, reach: Reach = 'below'): boolean {
  if (outer === inner) return true;
  if (kind(inner) === 'file' && (reach === 'name' || kind(outer) === 'glob')) {
    return patternsOverlap(compiled(outer, kind(outer) === 'glob', reach), compiled(inner, false, 'name'), { steps: 0 });
  }
  if (reach === 'below') return kind(outer) !== 'glob' && slashed(inner).startsWith(slashed(outer));
  return kind(outer) === 'folder' && inner.startsWith(outer);
}

const MOST_REMEMBERED = 5_000;
const globs: Record<Reach, Map<string, Pattern>> = { below: new Map(), name: new Map() };
const lastPlain: Record<Reach, { path: string; pattern: Pattern }> = {
  below: { path: '', pattern: [] },
  name: { path: '', pattern: [] },
};

/**
 * Globs are compared often, so their compiled form is kept, of more of them than are ever held in earnest; a file or folder is compared
 * with several of them in a row.
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
  if (globs[reach].size >= MOST_REMEMBERED) globs[reach].clear();
  globs[reach].set(path, pattern);
  return pattern;
}
