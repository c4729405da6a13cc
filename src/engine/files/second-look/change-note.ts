import { hash } from 'node:crypto';
import { isCount, isFlag, isText, listOf, orNone, orNull, shapeGuard } from '../../text/shape.ts';
import { type GitState, isGitState } from './git-state.ts';

/** Size and hash of a text, to recognize it. */
export interface Content {
  readonly size: number;
  readonly hash: string;
}

/** A change of ours, from which text and to which text, so that it can be made again in another text, or found to be gone. */
export interface NotedChange {
  readonly from: number;
  readonly removed: string;
  readonly inserted: string;
  /** The lines before it, which locate it. */
  readonly context: string;
  readonly before: Content;
  readonly after: Content;
}

/** Text added to the end of a file, in parts that may disappear separately. */
export interface AdditionNote {
  /** Size of the file before, in bytes. */
  readonly size: number;
  /** Hash of the last bytes before. */
  readonly tail: string;
  readonly parts: readonly { readonly text: string; readonly what: string }[];
}

/** The process that changed a file. */
interface Changer {
  readonly boot: string;
  readonly namespace: string;
  readonly pid: number;
  readonly started: string | null;
}

/**
 * Note of a change, for the process that takes the second look: this one, or any other if this one has ended. The content is that of the
 * replaced file when it was read, or when its text was last taken over. For an addition it has no meaning.
 */
export interface ChangeNote extends Content {
  readonly path: string;
  readonly change: NotedChange | null;
  readonly addition: AdditionNote | null;
  /** What to report if the change is gone a second later: "the claim of …". `null`: nothing is reported. */
  readonly what: string | null;
  /** Whether the inserted text exists nowhere else. */
  readonly isOnlyCopy: boolean;
  /** Whether a later change of ours found this one gone, before it changed the file. */
  readonly isMissed: boolean;
  /** What git had checked out around the file; `null` outside of all working trees. */
  readonly git: GitState | null;
  /** How often the change was made again. */
  readonly tries: number;
  /** The replaced file whose late text this replacement brings in, and the content of that file. */
  readonly takes: (Content & { readonly id: string }) | null;
  readonly process: Changer;
}

/** Notes of earlier versions lack some fields. */
type StoredNote = Omit<ChangeNote, 'isMissed' | 'git'> & Partial<Pick<ChangeNote, 'isMissed' | 'git'>>;

/** Longest path that any system allows. */
const MAX_PATH_LENGTH = 4_096;

const contentChecks = { size: isCount, hash: isText };
const isContent = shapeGuard<Content>(contentChecks);

const isStoredNote = shapeGuard<StoredNote>({
  ...contentChecks,
  path: (path) => typeof path === 'string' && path.length <= MAX_PATH_LENGTH,
  change: orNull(
    shapeGuard<NotedChange>({ from: isCount, removed: isText, inserted: isText, context: isText, before: isContent, after: isContent }),
  ),
  addition: orNull(
    shapeGuard<AdditionNote>({
      size: isCount,
      tail: isText,
      parts: listOf(shapeGuard<AdditionNote['parts'][number]>({ text: isText, what: isText })),
    }),
  ),
  what: orNull(isText),
  isOnlyCopy: isFlag,
  isMissed: orNone(isFlag),
  git: orNone(orNull(isGitState)),
  tries: isCount,
  takes: orNull(shapeGuard<NonNullable<ChangeNote['takes']>>({ ...contentChecks, id: isText })),
  process: shapeGuard<Changer>({ boot: isText, namespace: isText, pid: (pid) => isCount(pid) && pid !== 0, started: orNull(isText) }),
});

/** Returns the note, or `null` if the value is none. Untrusted: a note may come with a project that another person has made. */
export function readNote(value: unknown): ChangeNote | null {
  return isStoredNote(value) ? { isMissed: false, git: null, ...value } : null;
}

/** The fields of a note that have defaults. */
export type NoteDetails = Partial<Pick<ChangeNote, 'change' | 'addition' | 'what' | 'git' | 'isOnlyCopy' | 'tries' | 'takes'>>;

export type TakenContent = ChangeNote['takes'];

/** SHA-256 of nothing. Kept here, because a program that only creates files need not load `node:crypto`. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Returns the size and hash of a text. */
export const toContent = (bytes: Uint8Array): Content => ({
  size: bytes.length,
  hash: bytes.length === 0 ? EMPTY : hash('sha256', bytes, 'hex'),
});

export const joinParts = ({ parts }: AdditionNote): Buffer => Buffer.from(parts.map(({ text }) => text).join(''));

/**
 * Returns whether an addition is where it was written. If not, it may still be elsewhere in the file.
 * @param read returns the bytes of the file from one offset to another
 */
export function isInPlace(addition: AdditionNote, read: (from: number, to: number) => Buffer): boolean {
  const text = joinParts(addition);
  return read(addition.size, addition.size + text.length).equals(text);
}
