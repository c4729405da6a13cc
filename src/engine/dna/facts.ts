import type { StackFingerprint } from '../crtx/schema/dna.ts';

/** The package ecosystem of a manifest. */
export type Ecosystem = 'npm' | 'python' | 'go' | 'rust' | 'java' | 'ruby' | 'php' | 'dotnet' | 'images' | 'prisma';

/** The content of one manifest. Names are written as in the ecosystem's table of known names. */
export interface ManifestFacts {
  readonly ecosystem: Ecosystem;
  /** The package's own name, by which other packages of the project depend on it. */
  readonly name?: string | undefined;
  /** Its description by its authors. */
  readonly purpose?: string | undefined;
  readonly dependencies?: readonly string[];
  /** Those of `dependencies` that only development and tests use. */
  readonly forDevelopment?: readonly string[];
  /** Stack entries that the manifest implies, apart from its dependencies. */
  readonly stack?: Partial<StackFingerprint>;
  /** Folders of a workspace, relative to the manifest. `*` and `**` are wildcards, and a leading `!` excludes. */
  readonly members?: readonly string[];
  /** Files where execution starts, relative to the manifest. */
  readonly entryPoints?: readonly string[];
  /** Folders of container images, relative to the manifest. */
  readonly services?: readonly string[];
}

/** Parses a manifest. @throws Error of any kind for invalid text: manifests are foreign data */
export type ManifestReader = (text: string, file: string) => ManifestFacts;

/** Maximum number of names from one text. */
const MAX_NAMES = 5_000;

/** Returns the lines of a text, trimmed and without comments that begin with `comment`. */
export function splitLines(text: string, comment: string): string[] {
  return text.split('\n').map((line) => {
    const end = line.indexOf(comment);
    return (end < 0 ? line : line.slice(0, end)).trim();
  });
}

/** Returns all texts in single or double quotes that do not span lines. */
export function findQuoted(text: string): string[] {
  return [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map((match) => match[1] ?? match[2] ?? '').slice(0, MAX_NAMES);
}
