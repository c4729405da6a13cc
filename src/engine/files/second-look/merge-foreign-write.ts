import { decodeUtf8 } from '../../text/utf8.ts';
import type { ReplacedFile } from './replaced-file.ts';

/**
 * Makes of a file's present text its next one; `null` stands for a file that is missing, and as the answer for one that is left as
 * it is. It may be applied several times, to whatever stands in the file by then.
 */
export type TextChange = (text: string | null) => string | null;

/** A file that was replaced less than a second ago. */
export interface Replaced {
  readonly kept: ReplacedFile;
  /** The real path of the file. */
  readonly target: string;
  /** What was done to its text; `null` where the text of a late writer was taken over. */
  readonly change: TextChange | null;
  /** Into which file the late writer wrote whose text it brings in. */
  readonly takenFrom: Replaced | null;
  /** Whether our changes were made anew, to his text and nothing else. */
  readonly redone: boolean;
  /** What was read of it, and what was put in its place. */
  readonly before: Buffer;
  readonly after: Buffer;
  /** What of it is taken care of. */
  seen: Buffer;
  /** When it was last looked at, and when it was replaced; milliseconds of the monotonic clock. */
  since: number;
  readonly first: number;
  /** How often it could not be taken over. */
  failures: number;
}

export interface ForeignWrite {
  /** What stands in the replaced file now. */
  readonly late: Buffer;
  /** The replaced file, and those that were replaced after it at the same place. */
  readonly chain: readonly [Replaced, ...Replaced[]];
  /** What stands in its place. */
  readonly present: Buffer;
  /** Whether git may have put it there: then it may belong to another branch. */
  readonly isOfGit: boolean;
}

/** A text with all that is to be in it. */
export interface Merged {
  readonly bytes: Buffer;
  /** Whether our changes were made anew. */
  readonly redone: boolean;
}

/**
 * What the file should hold, where somebody wrote into the one that we replaced: our changes applied to his text, if nobody else has
 * changed the file since; what he added at the end, put at its end, if that is all he did; `null` when that cannot be told, and where git
 * has changed the file since.
 * @throws CortexError when his text is not UTF-8, as of one who is still writing, and whatever the changes throw
 */
export function mergeForeignWrite({ late, present, isOfGit, chain }: ForeignWrite): Merged | null {
  const [first] = chain;
  if (isOurs(chain) && chain.at(-1)?.after.equals(present) === true) {
    const text = chain.reduce((rest, { change }) => change?.(rest) ?? rest, decodeUtf8(late, first.target));
    return { bytes: Buffer.from(text), redone: true };
  }
  if (isOfGit) return null;
  const { seen } = first;
  const isAddition = late.length > seen.length && late.subarray(0, seen.length).equals(seen);
  return isAddition ? { bytes: Buffer.concat([present, late.subarray(seen.length)]), redone: false } : null;
}

/** Whether nothing but the changes of the chain, one upon the other, has led from its first text to its last. */
function isOurs(chain: readonly [Replaced, ...Replaced[]]): boolean {
  return chain.every(({ change, redone, takenFrom, before }, index) => {
    const previous = chain[index - 1];
    const follows = previous === undefined || previous.after.equals(before);
    return follows && (change !== null || (redone && takenFrom === chain[0]));
  });
}
