/** What an option or a word takes: nothing, one of some words, a name in the swarm (`agents`, `tasks`), or any text (`any`). */
export type Takes = null | readonly string[] | string;

export interface OptionEntry {
  /** `--agent`, or a short and a long name. */
  readonly names: readonly string[];
  readonly about: string;
  readonly takes: Takes;
  /** True if it may be given more than once. */
  readonly repeats: boolean;
}

/** A command, or a group of commands. */
export interface CommandEntry {
  readonly about: string;
  /** Its options besides those of all commands; `null` for a group. */
  readonly options: readonly OptionEntry[] | null;
  /** The words after the command. */
  readonly words: readonly Takes[];
  /** True if the last word may be followed by more of its kind. */
  readonly takesMore: boolean;
}

/** The commands of a program, by their words: `lock acquire`. */
export type CommandTable = Readonly<Record<string, CommandEntry>>;
