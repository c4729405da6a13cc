import { decodeUtf8 } from '../../text/utf8.ts';
import type { ReplacedFile } from './replaced-file.ts';

/**
 * Computes the next text of a file from its present one. `null` as the input means that the file is missing, as the result that it is left
 * unchanged. It may be called several times, with whatever text the file has then.
 */
export type TextChange = (text: string | null) => string | null;

/** A file that was replaced less than a second ago. */
export interface ReplacedVersion {
  readonly replacedFile: ReplacedFile;
  /** The real path of the file. */
  readonly target: string;
  /** The change of its text; `null` if the text of a late writer was taken over. */
  readonly change: TextChange | null;
  /** The replaced file whose late text this replacement brings in. */
  readonly takenFrom: ReplacedVersion | null;
  /** Whether our changes were made again, in the late text and nothing else. */
  readonly redone: boolean;
  /** The bytes that were read, and those that replaced them. */
  readonly before: Buffer;
  readonly after: Buffer;
  /** The part of its content that has been taken over or read. */
  seen: Buffer;
  /** When it was last looked at, and when it was replaced, in milliseconds of the monotonic clock. */
  since: number;
  readonly first: number;
  /** How often taking over its text has failed. */
  failures: number;
}

export interface ForeignWrite {
  /** Present content of the replaced file. */
  readonly foreign: Buffer;
  /** The replaced file, and those that were replaced after it at the same path. */
  readonly chain: readonly [ReplacedVersion, ...ReplacedVersion[]];
  /** Present content of the file at that path. */
  readonly present: Buffer;
  /** Whether git may have written the present file: then it may belong to another branch. */
  readonly isOfGit: boolean;
}

/** A merged text. */
export interface MergedText {
  readonly bytes: Buffer;
  /** Whether our changes were made again. */
  readonly redone: boolean;
}

/**
 * Merges text that a late writer wrote into a file that we replaced. If only we have changed the file since, applies our changes to the
 * late text. Otherwise, text that was only added at the end is put at the end of the present file. Returns `null` if neither is possible,
 * also if git has changed the file since.
 * @throws CortexError if the late text is not UTF-8, as during a write, and whatever the changes throw
 */
export function mergeForeignWrite({ foreign: late, present, isOfGit, chain }: ForeignWrite): MergedText | null {
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

/** Returns whether only the changes of the chain, one after the other, have led from its first text to its last. */
function isOurs(chain: readonly [ReplacedVersion, ...ReplacedVersion[]]): boolean {
  return chain.every(({ change, redone, takenFrom, before }, index) => {
    const previous = chain[index - 1];
    const follows = previous === undefined || previous.after.equals(before);
    return follows && (change !== null || (redone && takenFrom === chain[0]));
  });
}
