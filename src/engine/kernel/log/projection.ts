/** A file that shows a log's state to programs that know nothing of the log. */
export interface Projection<Operation, State, Foreign> {
  /** Absolute path. */
  readonly file: string;
  /** The file's bytes and the `header.checksum` in them, or `null` while there is nothing to show. */
  render(state: State, time: number): { readonly bytes: Buffer; readonly checksum: string } | null;
  /** Reads bytes that somebody else wrote. @throws CortexError `broken-file` */
  parse(bytes: Buffer): Foreign;
  /** The `header.checksum` that the bytes carry: that of the publication they were made from, if their writer left it alone. */
  checksum(foreign: Foreign): string;
  /** The `time` with which they were rendered, if their writer left it alone. Milliseconds. */
  time(foreign: Foreign): number;
  /**
   * What a foreign writer changed.
   * @param base the state that it started from; `null` when there was no log: everything is taken over
   */
  difference(foreign: Foreign, base: State | null): { readonly size: number; readonly operation: (hash: string) => Operation };
}
