import { CortexError } from '../../platform/errors.ts';

/**
 * Runs `work` on the content of a plan.
 * @param file of the plan; `null` if it was not read from a file
 * @throws CortexError `broken-file` in place of `invalid-input`: the command is right, the file is not
 */
export async function withPlanErrors<T>(file: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (file === null || !(error instanceof CortexError) || error.code !== 'invalid-input') throw error;
    throw new CortexError('broken-file', error.message, { file, ...error.data });
  }
}
