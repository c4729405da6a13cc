import type { StackFingerprint } from '../crtx/schema/dna.ts';

/** Who keeps the packages that a manifest names. */
export type Ecosystem = 'npm' | 'python' | 'go' | 'rust' | 'java' | 'ruby' | 'php' | 'dotnet' | 'images' | 'prisma';

/** What one manifest says. Names are as its ecosystem's table of known names has them. */
export interface ManifestFacts {
  readonly ecosystem: Ecosystem;
  /** The package's own name: what others of the project depend on. */
  readonly name?: string | undefined;
  /** What it is for, in the words of its authors. */
  readonly purpose?: string | undefined;
  readonly dependencies?: readonly string[];
  /** What the manifest says by itself, whatever it depends on. */
  readonly stack?: Partial<StackFingerprint>;
  /** Folders of a workspace, relative to the manifest; `*` and `**` stand for many, a leading `!` takes back. */
  readonly members?: readonly string[];
  /** Files where execution starts, relative to the manifest. */
  readonly entryPoints?: readonly string[];
  /** Folders of which container images are built, relative to the manifest. */
  readonly services?: readonly string[];
}

/** Reads a manifest. @throws Error of any kind for a text that it cannot read: manifests are what others wrote */
export type ManifestReader = (text: string, file: string) => ManifestFacts;

/** How many names are taken of one text. */
const MOST_NAMES = 5_000;

/** The lines of a text, without the comments that begin with a mark. */
export function linesOf(text: string, comment: string): string[] {
  return text.split('\n').map((line) => {
    const end = line.indexOf(comment);
    return (end < 0 ? line : line.slice(0, end)).trim();
  });
}

/** All that stands in quotes, single or double, each pair on one line. */
export function allQuoted(text: string): string[] {
  return [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map((match) => match[1] ?? match[2] ?? '').slice(0, MOST_NAMES);
}
