import { CortexError } from '../../engine/platform/errors.ts';

/** What a question is answered; `null` where there is nothing to ask, as without a graph or a vault. */
export async function known<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found') return null;
    throw error;
  }
}
