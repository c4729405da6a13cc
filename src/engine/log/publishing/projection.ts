/** A file that shows a log's state to programs that do not know the log. */
export interface Projection<Operation, State, Foreign> {
  /** Absolute path. */
  readonly file: string;
  /** Returns the file's bytes and the `header.checksum` in them, or `null` while there is nothing to show. */
  render(state: State, time: number): { readonly bytes: Buffer; readonly checksum: string } | null;
  /**
   * Parses bytes from a foreign writer, and leaves out invalid entries.
   * @param file path of the bytes, for messages; default: `file`
   * @throws CortexError `broken-file`
   */
  parse(bytes: Buffer, file?: string): Foreign;
  /** Returns the problems of the entries that were left out, one line each; empty if all are valid. */
  problems(foreign: Foreign): readonly string[];
  /** Returns whether bytes that were set aside earlier still belong to the subject of the state. */
  belongs(foreign: Foreign, state: State): boolean;
  /** Returns the `header.checksum` in the bytes: that of the publication they were made from, unless their writer changed it. */
  checksum(foreign: Foreign): string;
  /** Returns the `time` at which the bytes were rendered, in milliseconds, unless their writer changed it. */
  time(foreign: Foreign): number;
  /**
   * Computes what a foreign writer changed.
   * @param base the state that it started from; `null` if there was no log: everything is adopted
   * @param from `here`: the bytes name a publication of this log (the default); `elsewhere`: another clone may have written them
   */
  difference(
    foreign: Foreign,
    base: State | null,
    from?: 'here' | 'elsewhere',
  ): { readonly size: number; readonly operation: (hash: string) => Operation };
  /**
   * Completes an operation of `difference` that takes back what this log has lost, by what the file does not show; default: unchanged.
   * @param repaired the state to be reached; `null` if only the file is known
   * @param present the state that the operation is applied to
   * @param upTo ordinal of the last record that the file shows
   */
  restored?(operation: Operation, repaired: State | null, present: State, upTo: number): Operation;
}
