/** Why an operation was not done, and what to do about it. */
export interface Explanation {
  /** What is wrong: a sentence without its full stop, as the message of a `CortexError` is. */
  readonly what: string;
  /** What to do now, as a whole sentence. */
  readonly next: string;
}
