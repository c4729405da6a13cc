/** A change by an installation in git, outside the files of the project. */
export interface GitChange {
  readonly files: readonly { readonly path: string; readonly diff: string }[];
  /** Steps that a person must do, as sentences. */
  readonly steps: readonly string[];
  /** @param command words of the command that completes an interrupted change @throws CortexError */
  apply(command: readonly string[]): Promise<void>;
}

export const NO_CHANGE: GitChange = { files: [], steps: [], apply: async () => undefined };
