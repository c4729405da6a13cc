import { CortexError, describeError } from '../../engine/platform/errors.ts';

/** Returns the result of a query; `null` if there is nothing to query, such as no graph or no vault. */
export async function resultOrNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found') return null;
    throw error;
  }
}

/** Like `known`, but returns the message of an error, so that the rest of the answer is still given. */
export async function resultOrMessage<T>(ask: () => Promise<T>): Promise<T | string | null> {
  try {
    return await resultOrNull(ask);
  } catch (error) {
    if (error instanceof CortexError) return describeError(error);
    throw error;
  }
}
