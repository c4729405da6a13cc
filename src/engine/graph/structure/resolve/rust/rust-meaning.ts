import type { RustModule } from './rust-tree.ts';

/** Whether a name exists. `maybe`: what only a compiler sees may bring it. */
type Verdict = 'yes' | 'no' | 'maybe';

/** What a name of a module means. */
export interface Meaning {
  readonly verdict: Verdict;
  readonly modules: readonly RustModule[];
  /** The variants of the enums of that name; `null` if they are not known. */
  readonly enums: readonly (readonly string[] | null)[];
  /** It may also be outside of the project, for example under a `#[cfg]`. Omitted otherwise. */
  readonly isOutside?: boolean;
  /** It leads back to itself. Omitted otherwise. */
  readonly isCycle?: boolean;
}

export const NOTHING: Meaning = { verdict: 'no', modules: [], enums: [] };
export const CYCLE: Meaning = { ...NOTHING, isCycle: true };
export const MAYBE: Meaning = { ...NOTHING, verdict: 'maybe' };
export const OTHER: Meaning = { ...NOTHING, verdict: 'yes' };
export const OUTSIDE: Meaning = { ...OTHER, isOutside: true };

export const asMeaning = (module: RustModule | null, lacking: Meaning): Meaning =>
  module === null ? lacking : { ...OTHER, modules: [module] };

/** Unites the meanings of alternatives: a name that one of them has is found. */
export function united(all: readonly Meaning[]): Meaning {
  const verdict = (['yes', 'maybe'] as const).find((each) => all.some((one) => one.verdict === each)) ?? 'no';
  const isOutside = all.some((one) => one.isOutside);
  const isCycle = verdict === 'no' && all.some((one) => one.isCycle);
  return { verdict, modules: all.flatMap(({ modules }) => modules), enums: all.flatMap(({ enums }) => enums), isOutside, isCycle };
}
