import type { StackFingerprint } from '../schema/dna.ts';
import { ownProperty } from '../validate.ts';

/** Who keeps the packages that a manifest names. */
export type Ecosystem = 'npm' | 'python' | 'go' | 'rust' | 'java' | 'ruby' | 'php' | 'dotnet' | 'images';

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

/** How many names one manifest may give of each kind; more are no manifest's that people wrote. */
const MOST_NAMES = 5_000;

/** The members of an object along a way of keys; `undefined` where there are none. */
export function at(value: unknown, ...way: readonly string[]): unknown {
  return way.reduce<unknown>(ownProperty, value);
}

/** The texts in whatever should be a list of them. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, MOST_NAMES) : [];
}

/** A text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The members of whatever should be an object; a list or anything else has none. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value).slice(0, MOST_NAMES) : [];
}

export function keysOf(value: unknown): string[] {
  return entriesOf(value).map(([key]) => key);
}

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
