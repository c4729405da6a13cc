/** A package can be named with its scope; npm accepts capital letters in old names. */
const NAME = '((?:@[^@/]+/)?[a-z][^@/]*)';
const ALIAS = new RegExp(`^(?:npm:${NAME}(?:@|$)|workspace:${NAME}@)`, 'i');
/** A package that `bun link` registered. For other programs it is a path. */
const REGISTERED = new RegExp(`^link:${NAME}$`, 'i');
const LOCAL = /^(?:file|link|portal|workspace):/;
const PLACED = /^(?:file|link|portal):(?:\/\/(?=\.))?(.*)$/;
/** pnpm takes a path after `workspace:` if it starts with a dot, Yarn also others. */
const PLACED_MEMBER = /^workspace:(\.{1,2}(?:\/.*)?|[^@/]+\/.+)$/;
/** npm, pnpm and Yarn read a version that starts like a path as `file:`. */
const BARE = /^(?:\.{1,2}(?:\/|$)|\.[^/]*\/|~\/|\/|[a-z]:\/)/i;
/** An archive is installed, and is not a source of the project. */
const ARCHIVE = /\.(?:tgz|tar(?:\.gz)?)$/i;

/** npm replaces backslashes in paths. */
const slashed = (version: string): string => version.replaceAll('\\', '/');

/** Returns the path in the version of a dependency: `file:../a`, `../a`, `workspace:../a`; `undefined` if there is none. */
export function pathInVersion(version: string): string | undefined {
  const text = slashed(version);
  return PLACED.exec(text)?.[1] ?? PLACED_MEMBER.exec(text)?.[1] ?? (BARE.test(text) ? text : undefined);
}

/** Whether a path leads to an archive. */
export const isArchive = (path: string): boolean => ARCHIVE.test(path);

/** Whether a path starts at the root of a file system, or at the home folder. */
export const isOfMachine = (path: string): boolean => /^(?:\/|~\/|[a-z]:\/)/i.test(path);

/** Whether the version of a dependency requests a package of the project, or one at a path. */
export const isLocalVersion = (version: string): boolean => LOCAL.test(version) || pathInVersion(version) !== undefined;

/** Returns the real name of a dependency in its version: `npm:b@1`, `workspace:b@*`, `link:b`; `null` if it is not aliased. */
export function aliasInVersion(version: string): string | null {
  const [, ofRegistry, ofWorkspace] = ALIAS.exec(version) ?? [];
  return ofRegistry ?? ofWorkspace ?? REGISTERED.exec(version)?.[1] ?? null;
}
