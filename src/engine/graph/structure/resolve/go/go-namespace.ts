/** A Go module: the prefix of its import paths, and its folder. */
interface Named {
  readonly path: string;
  readonly folder: string;
}

const isBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}/`);

/** Returns the leading segments that all paths share. */
function commonStart(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => path.split('/'));
  const parts = [...first];
  const end = parts.findIndex((part, n) => others.some((other) => other[n] !== part));
  return parts.slice(0, end < 0 ? parts.length : end).join('/');
}

/**
 * Returns prefixes that mark an import path as the project's own, although no module has that path: `example.com/mono` if
 * `example.com/mono/a` is in the folder `a`, and the common prefix of several modules. A host alone (`github.com`) does not count.
 */
export function goNamespaces(modules: readonly Named[]): readonly string[] {
  const tops = modules.flatMap(({ path, folder }) =>
    folder !== '' && path.endsWith(`/${folder}`) ? [path.slice(0, -folder.length - 1)] : [],
  );
  const shared = modules.length > 1 ? [commonStart(modules.map(({ path }) => path))] : [];
  return [...new Set([...tops, ...shared])].filter((each) => each.includes('/'));
}

const REQUIRED = /^[ \t]*(?:require[ \t]+)?"?([^\s"()]+)"?[ \t]+v\d\S*/;
const OTHERS = /=>|^[ \t]*(?:exclude|retract|go|toolchain)\b/;
const MAX_LINE_LENGTH = 1_000;

/** Returns the modules that a `go.mod` requires. */
export function parseRequired(text: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const path = line.length > MAX_LINE_LENGTH || OTHERS.test(line) ? undefined : REQUIRED.exec(line)?.[1];
    return path === undefined ? [] : [path];
  });
}

/** Returns the longest of the given paths that is a prefix of an import path. */
export const longestPrefix = (paths: readonly string[], specifier: string): string | undefined =>
  paths.filter((path) => isBelow(specifier, path)).sort((one, other) => other.length - one.length)[0];
