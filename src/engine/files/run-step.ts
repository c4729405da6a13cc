import { CortexError } from '../platform/errors.ts';
import { shellWord } from '../text/shell-word.ts';

/** Progress of a change of several files, and how to complete it. */
export interface StepContext {
  /** What is done, such as "changed old.md"; empty if nothing is done yet. */
  readonly done: string;
  /** Words of the command that does the rest, and nothing twice. */
  readonly command: readonly string[];
}

/**
 * Runs one step of a change of several files. An error also says what the steps before have done, and which command completes the change:
 * "try again" alone would not say what is left to do.
 * @throws whatever the step throws
 */
export async function runStep<T>({ done, command }: StepContext, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof CortexError) || done === '') throw error;
    const { code, message, data, warnings } = error;
    const next = `${data.next ?? 'Correct that.'} Done so far: ${done}. To complete it, run: ${command.map(shellWord).join(' ')}`;
    throw new CortexError(code, message, { ...data, next }, { cause: error, warnings });
  }
}
