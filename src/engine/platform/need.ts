import { hash } from 'node:crypto';
import path from 'node:path';
import { compareCodePoints } from '../text/code-point-order.ts';
import { CortexError, describeError } from './errors.ts';
import { commandAtEnd } from './suggested.ts';

/** Ranks of urgency, the most urgent first (docs/decisions/0018-needs-you.md, "Rank"). */
export const NEED_RANKS = ['blocked', 'at-risk', 'question', 'soon'] as const;

export type NeedRank = (typeof NEED_RANKS)[number];

/** Text of each rank for people. */
export const RANK_TEXTS: Readonly<Record<NeedRank, string>> = {
  blocked: 'Work is blocked',
  'at-risk': 'Work is at risk',
  question: 'Waiting for an answer',
  soon: 'Soon',
};

/** An operation that resolves a need or helps with it, with the known part of its input. */
export interface NeedAction {
  /** Button text. */
  readonly title: string;
  /** Words as on the command line, such as `swarm approve`. For stacks, words of `cstack`. */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Keys of the input that a person must still provide. */
  readonly asks: readonly string[];
}

/** An item that waits for a person. */
export interface Need {
  /** Stable while the need is about the same subject. */
  readonly id: string;
  readonly kind: string;
  readonly rank: NeedRank;
  /** The subject. */
  readonly title: string;
  /** What it waits for, as text. */
  readonly why: string;
  /** The first command in `why`, mostly at its end. It is shown in full, even where `why` is truncated. */
  readonly command?: string | undefined;
  /** The commands of its other choices. */
  readonly otherCommands?: readonly string[] | undefined;
  /** Start of the need, in milliseconds since 1970 UTC; `null` if unknown. */
  readonly since: number | null;
  /** The day of `since`, `YYYY-MM-DD`, if the time of day is unknown. */
  readonly day?: string | undefined;
  /** Where to read about it: an absolute path and a 1-based line. The line is `null` for a whole file, such as a generated one. */
  readonly place: { readonly file: string; readonly line: number | null } | null;
  /** Two at most, the more likely first. */
  readonly actions: readonly NeedAction[];
}

/** A need before its id is computed. */
export type NewNeed = Omit<Need, 'id'> & {
  /** Identifies the subject together with `kind`: ids, paths and the like, always in the same order. */
  readonly about: readonly string[];
};

const ID_DIGITS = 12;

export function createNeed({ about, ...need }: NewNeed): Need {
  return { id: hash('sha256', JSON.stringify([need.kind, ...about]), 'hex').slice(0, ID_DIGITS), ...need };
}

/**
 * Returns the need for a store or file that cannot be read. Its next step is the error's own. The need is about the file that the error
 * names.
 * @param where the subject if the error names no file
 */
export function needForError(error: CortexError, where: string): Need {
  const { file, line = 1, column: _column, ...data } = error.data;
  const title = file === undefined ? where : path.basename(file);
  return createNeed({
    kind: 'broken',
    about: [file ?? where],
    rank: 'at-risk',
    title,
    since: null,
    why: describeError(new CortexError(error.code, error.message, data)),
    command: commandAtEnd(data.next),
    place: file === undefined ? null : { file, line },
    actions: [],
  });
}

const rankOf = ({ rank }: Need): number => NEED_RANKS.indexOf(rank);
const sinceOf = ({ since }: Need, now: number): number => Math.min(since ?? now, now);

/**
 * Sorts needs of all protocols: the most urgent first, then the oldest. A need without a time, or with a future one, counts as starting
 * now. Duplicates are removed.
 * @param now milliseconds since 1970 UTC
 */
export function sortByRank<Each extends Need>(needs: readonly Each[], now: number): Each[] {
  const unique = new Map<string, Each>();
  for (const need of needs) if (!unique.has(need.id)) unique.set(need.id, need);
  return [...unique.values()].sort(
    (one, other) => rankOf(one) - rankOf(other) || sinceOf(one, now) - sinceOf(other, now) || compareCodePoints(one.id, other.id),
  );
}

/** Reads needs. A `CortexError` becomes a need itself, so that the needs of other sources are still shown. */
export async function readNeedsOrProblem(where: string, read: () => Promise<readonly Need[]>): Promise<readonly Need[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CortexError) return [needForError(error, where)];
    throw error;
  }
}
