/** Something that installing changes in git, outside of the files of the project. */
export interface GitChange {
  readonly files: readonly { readonly path: string; readonly diff: string }[];
  /** What is left to a person, in words. */
  readonly steps: readonly string[];
  /** @param command the words of the command that does what is missing @throws CortexError */
  apply(command: readonly string[]): Promise<void>;
}

export const NO_CHANGE: GitChange = { files: [], steps: [], apply: async () => undefined };
