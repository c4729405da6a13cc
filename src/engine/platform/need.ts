import { hash } from 'node:crypto';
import path from 'node:path';
import { compareCodePoints } from '../text/code-point-order.ts';
import { CortexError, describeError } from './errors.ts';
import { commandAtEnd } from './suggested.ts';

/** How pressing something is, the most pressing first (docs/decisions/0018-needs-you.md, "Rank"). */
export const NEED_RANKS = ['blocked', 'at-risk', 'question', 'soon'] as const;

export type NeedRank = (typeof NEED_RANKS)[number];

/** What a person is told of each rank. */
export const RANK_TEXTS: Readonly<Record<NeedRank, string>> = {
  blocked: 'Work is blocked',
  'at-risk': 'Work is at risk',
  question: 'Waiting for an answer',
  soon: 'Soon',
};

/** One thing that settles a need, or helps: an operation, with all of its input that is known. */
export interface NeedAction {
  /** What it does, for a button. */
  readonly title: string;
  /** Words as on the command line: `swarm approve`; of `cstack` those of the stacks. */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The keys of the input that a person has yet to say. */
  readonly asks: readonly string[];
}

/** Something that waits for a person. */
export interface Need {
  /** The same as long as it is about the same thing. */
  readonly id: string;
  readonly kind: string;
  readonly rank: NeedRank;
  /** What it is about. */
  readonly title: string;
  /** What it waits for. */
  readonly why: string;
  /** The command that `why` names first, mostly at its end: it is shown whole, also where `why` is cut. */
  readonly command?: string | undefined;
  /** Since when, milliseconds since 1970 UTC; `null` where nothing says it. */
  readonly since: number | null;
  /** The day of `since`, `YYYY-MM-DD`, where no time of that day is known. */
  readonly day?: string | undefined;
  /** Where one reads about it: an absolute path and a 1-based line; `null` for the whole file, as for what a program wrote. */
  readonly place: { readonly file: string; readonly line: number | null } | null;
  /** Two at most, the likelier first. */
  readonly actions: readonly NeedAction[];
}

/** A need as its protocol says it. */
export type NewNeed = Omit<Need, 'id'> & {
  /** With the kind it says what it is about: ids, paths and the like, in an order of its own. */
  readonly about: readonly string[];
};

const ID_DIGITS = 12;

export function needOf({ about, ...need }: NewNeed): Need {
  return { id: hash('sha256', JSON.stringify([need.kind, ...about]), 'hex').slice(0, ID_DIGITS), ...need };
}

/**
 * A store or a file that could not be read: what it says itself is to be done is the next step. It is about the file, where the error
 * names one. @param where what stands for it otherwise
 */
export function brokenNeed(error: CortexError, where: string): Need {
  const { file, line = 1, column: _column, ...data } = error.data;
  const title = file === undefined ? where : path.basename(file);
  return needOf({
    ...{ kind: 'broken', about: [file ?? where], rank: 'at-risk', title, since: null },
    why: describeError(new CortexError(error.code, error.message, data)),
    command: commandAtEnd(data.next),
    place: file === undefined ? null : { file, line },
    actions: [],
  });
}

const rankOf = ({ rank }: Need): number => NEED_RANKS.indexOf(rank);
const sinceOf = ({ since }: Need, now: number): number => Math.min(since ?? now, now);

/**
 * Needs of any protocols, the most pressing first, then the oldest; what says no time, or one that has not come, is of now.
 * One that is there twice counts once. @param now milliseconds since 1970 UTC
 */
export function ranked<Each extends Need>(needs: readonly Each[], now: number): Each[] {
  const unique = new Map<string, Each>();
  for (const need of needs) if (!unique.has(need.id)) unique.set(need.id, need);
  return [...unique.values()].sort(
    (one, other) => rankOf(one) - rankOf(other) || sinceOf(one, now) - sinceOf(other, now) || compareCodePoints(one.id, other.id),
  );
}

/** Does a reading of needs; what cannot be read is a need itself, and the others are found all the same. */
export async function needsOr(where: string, read: () => Promise<readonly Need[]>): Promise<readonly Need[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CortexError) return [brokenNeed(error, where)];
    throw error;
  }
}
