import { CortexError } from '../platform/errors.ts';
import { shellWord } from '../text/shell-word.ts';

/** What of a change of several files is made, and how it is completed. */
export interface PartlyDone {
  /** As "old.md says it"; empty: nothing is made yet. */
  readonly done: string;
  /** The words of the command that does what is missing, and nothing twice. */
  readonly command: readonly string[];
}

/**
 * Does one step of a change of several files. An error says what the steps before it have done, and which command completes it: "try
 * again" alone would leave open what there is to be done.
 * @throws whatever the step throws
 */
export async function completing<T>({ done, command }: PartlyDone, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof CortexError) || done === '') throw error;
    const { code, message, data, warnings } = error;
    const next = `${data.next ?? 'Correct that.'} Done so far: ${done}. This completes it: ${command.map(shellWord).join(' ')}`;
    throw new CortexError(code, message, { ...data, next }, { cause: error, warnings });
  }
}
