import { CortexError } from '../../platform/errors.ts';

/**
 * Does something with what stands in a plan.
 * @param file the plan's; `null`: it was not read from one
 * @throws CortexError `broken-file` for what would be wrong usage, had it been typed: the command is right, the file is not
 */
export async function ofPlan<T>(file: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (file === null || !(error instanceof CortexError) || error.code !== 'invalid-input') throw error;
    throw new CortexError('broken-file', error.message, { file, ...error.data });
  }
}
