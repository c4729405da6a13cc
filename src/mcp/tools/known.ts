import { CortexError, describeError } from '../../engine/platform/errors.ts';

/** What a question is answered; `null` where there is nothing to ask, as without a graph or a vault. */
export async function known<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found') return null;
    throw error;
  }
}

/** As `known`; in words, why nobody can tell: what else was asked for is answered all the same. */
export async function knownOrWhy<T>(ask: () => Promise<T>): Promise<T | string | null> {
  try {
    return await known(ask);
  } catch (error) {
    if (error instanceof CortexError) return describeError(error);
    throw error;
  }
}
