import { hash } from 'node:crypto';
import { isCount, isFlag, isText, listOf, orNone, orNull, shaped } from '../../text/shape.ts';
import { type GitState, isGitState } from './git-state.ts';

/** What a text was, to know it again. */
export interface Content {
  readonly size: number;
  readonly hash: string;
}

/** A change of ours: what it was made of and led to, so that it can be made again in another text, or found to be gone. */
export interface NotedChange {
  readonly from: number;
  readonly removed: string;
  readonly inserted: string;
  /** The lines before it, by which it is known where it stands. */
  readonly context: string;
  readonly before: Content;
  readonly after: Content;
}

/** What was added to the end of a file, in parts that may go each by itself. */
export interface AdditionNote {
  /** Of the file before. */
  readonly size: number;
  /** The hash of the last bytes before. */
  readonly tail: string;
  readonly parts: readonly { readonly text: string; readonly what: string }[];
}

/** Who changed a file. */
interface Changer {
  readonly boot: string;
  readonly namespace: string;
  readonly pid: number;
  readonly started: string | null;
}

/**
 * What is written down of a change, for whoever takes the second look at it: this process, or, when that has ended, any other one. The
 * content is what a replaced file held, or what of it is taken care of by now; of an addition it means nothing.
 */
export interface ChangeNote extends Content {
  readonly path: string;
  readonly change: NotedChange | null;
  readonly addition: AdditionNote | null;
  /** What is reported when the change is gone a second later: "the claim of …". `null`: then nothing is. */
  readonly what: string | null;
  /** What it inserts is nowhere else. */
  readonly isOnlyCopy: boolean;
  /** A later change of ours has found it gone, before it did anything. */
  readonly isMissed: boolean;
  /** What git had checked out around the file; `null` outside of all work trees. */
  readonly git: GitState | null;
  /** How often it was made again. */
  readonly tries: number;
  /** Whose late text this replacement brings into the file, and what that was. */
  readonly takes: (Content & { readonly id: string }) | null;
  readonly process: Changer;
}

/** Earlier versions did not write all of it. */
type StoredNote = Omit<ChangeNote, 'isMissed' | 'git'> & Partial<Pick<ChangeNote, 'isMissed' | 'git'>>;

/** No system knows a longer one. */
const LONGEST_PATH = 4_096;

const contentChecks = { size: isCount, hash: isText };
const isContent = shaped<Content>(contentChecks);

const isStoredNote = shaped<StoredNote>({
  ...contentChecks,
  path: (path) => typeof path === 'string' && path.length <= LONGEST_PATH,
  change: orNull(
    shaped<NotedChange>({ from: isCount, removed: isText, inserted: isText, context: isText, before: isContent, after: isContent }),
  ),
  addition: orNull(
    shaped<AdditionNote>({
      size: isCount,
      tail: isText,
      parts: listOf(shaped<AdditionNote['parts'][number]>({ text: isText, what: isText })),
    }),
  ),
  what: orNull(isText),
  isOnlyCopy: isFlag,
  isMissed: orNone(isFlag),
  git: orNone(orNull(isGitState)),
  tries: isCount,
  takes: orNull(shaped<NonNullable<ChangeNote['takes']>>({ ...contentChecks, id: isText })),
  process: shaped<Changer>({ boot: isText, namespace: isText, pid: (pid) => isCount(pid) && pid !== 0, started: orNull(isText) }),
});

/** What was written down, or `null` for what is no note. It may come with a project that somebody else has made. */
export function readNote(value: unknown): ChangeNote | null {
  return isStoredNote(value) ? { isMissed: false, git: null, ...value } : null;
}

/** What of a note is not the same for all. */
export type NoteDetails = Partial<Pick<ChangeNote, 'change' | 'addition' | 'what' | 'git' | 'isOnlyCopy' | 'tries' | 'takes'>>;

export type Takes = ChangeNote['takes'];

/** What a text is. */
export const contentOf = (bytes: Uint8Array): Content => ({ size: bytes.length, hash: hash('sha256', bytes, 'hex') });

export const textOf = ({ parts }: AdditionNote): Buffer => Buffer.from(parts.map(({ text }) => text).join(''));

/**
 * Whether an addition is where it was written. Where it is not, it may still be elsewhere in the file.
 * @param read gives the bytes of the file from one offset to another
 */
export function isInPlace(addition: AdditionNote, read: (from: number, to: number) => Buffer): boolean {
  const text = textOf(addition);
  return read(addition.size, addition.size + text.length).equals(text);
}
