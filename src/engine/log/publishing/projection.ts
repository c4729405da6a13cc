/** A file that shows a log's state to programs that know nothing of the log. */
export interface Projection<Operation, State, Foreign> {
  /** Absolute path. */
  readonly file: string;
  /** The file's bytes and the `header.checksum` in them, or `null` while there is nothing to show. */
  render(state: State, time: number): { readonly bytes: Buffer; readonly checksum: string } | null;
  /**
   * Reads bytes that somebody else wrote, without the entries in them that are not valid.
   * @param file where they stand, for messages, when that is not `file`
   * @throws CortexError `broken-file`
   */
  parse(bytes: Buffer, file?: string): Foreign;
  /** What is wrong with the entries that were left out, in a line each; none when all is right. */
  problems(foreign: Foreign): readonly string[];
  /** Whether bytes that were set aside earlier are still of what the state is about. */
  belongs(foreign: Foreign, state: State): boolean;
  /** The `header.checksum` that the bytes carry: that of the publication they were made from, if their writer left it alone. */
  checksum(foreign: Foreign): string;
  /** The `time` with which they were rendered, if their writer left it alone. Milliseconds. */
  time(foreign: Foreign): number;
  /**
   * What a foreign writer changed.
   * @param base the state that it started from; `null` when there was no log: everything is taken over
   * @param from `here`: it says that it was made from a publication of this log (the default); `elsewhere`: another clone may have written it
   */
  difference(
    foreign: Foreign,
    base: State | null,
    from?: 'here' | 'elsewhere',
  ): { readonly size: number; readonly operation: (hash: string) => Operation };
}
