import { repositoryAround } from '../trust/repository.ts';
import { type CitingNotes, type StaleReport, staleCitations } from '../trust/stale.ts';
import type { OpenVault } from './open-vault.ts';

/** What is stale, and what the person should know of how it was found out. */
export interface StaleNotes extends Pick<StaleReport, 'stale'> {
  readonly warnings: readonly string[];
}

/**
 * Which notes cite code that is not any more what it was (decision 0010, "Stale"). None outside of a work tree, nor in a folder that is not
 * trusted, where git is not asked.
 * @param notes of the vault: only what they cite is looked at
 */
export async function staleNotes({ runtime, config, context }: OpenVault, notes: CitingNotes): Promise<StaleNotes> {
  const repository = context.isUntrusted === true ? null : repositoryAround(runtime.fs, config.root);
  if (repository === null) return { stale: [], warnings: [] };
  const { stale, problem } = await staleCitations(notes, repository, runtime, config.timeZone, context.signal);
  return { stale, warnings: problem === null ? [] : [`${problem}: whether code has changed is judged by the times of its files`] };
}
