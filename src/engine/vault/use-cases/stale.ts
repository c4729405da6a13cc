import { posix } from 'node:path';
import { counted } from '../../text/amounts.ts';
import { readNoteText, UNREAD } from '../notes/format.ts';
import type { Citation } from '../notes/note.ts';
import { citedPlace } from '../prose/citations.ts';
import type { CitedFile } from '../trust/cited-text.ts';
import { repositoryAround } from '../trust/repository.ts';
import { type CitedFound, type CitingNotes, citedFile, lookAtCited, type StaleReport, staleCitations } from '../trust/stale.ts';
import type { OpenVault } from './open-vault.ts';

/** What is stale, and what the person should know of how it was found out. */
export interface StaleNotes extends Pick<StaleReport, 'stale'> {
  readonly warnings: readonly string[];
}

/** The work tree whose code notes of a vault cite; `null` outside of any, and in a folder that is not trusted. */
function citedRepository({ runtime, config, context }: OpenVault): string | null {
  return context.isUntrusted === true ? null : repositoryAround(runtime.fs, config.root);
}

/** What the cited places of a text hold now. */
export interface CitedNow {
  /** Of the places that are there, each in a line of the header. */
  readonly entries: readonly string[];
  /** The places that are not, or of which nobody can tell. */
  readonly missing: readonly MissingPlace[];
}

/** A cited place that has no hash. */
interface MissingPlace {
  readonly place: string;
  /** What is wrong with it, as words behind it. */
  readonly what: string;
  /** It is not there; others may be elsewhere, or cannot be read. */
  readonly isGone: boolean;
}

/** Why a place has no hash. @param lines of its file, as far as it can be read */
function missingPlace(citation: Citation, found: CitedFound, lines: CitedFile | null): MissingPlace {
  const place = citedPlace(citation);
  if (lines !== null) return { place, what: `which is not there: the file has ${counted(lines.length, 'line')}`, isGone: true };
  if (found === 'gone') return { place, what: 'which is not there', isGone: true };
  return {
    place,
    what: typeof found === 'number' ? 'which cannot be read' : 'which is not there from the root of the work tree',
    isGone: false,
  };
}

/** What a note cites, as its header says it when the note is written or confirmed (decision 0031). @param text of the note */
export function citedNow(vault: OpenVault, path: string, text: string): CitedNow {
  const { fs } = vault.runtime;
  const root = citedRepository(vault);
  const { citations } = root === null ? { citations: [] } : readNoteText(path, text, UNREAD, vault.config);
  const found = citations
    .filter(({ path: file }) => !file.endsWith('.md') || vault.store.index.resolve(file, path).kind === 'dead')
    .map((citation) => {
      const file = posix.normalize(citation.path);
      const state = lookAtCited(fs, root ?? '', file);
      const lines = typeof state === 'number' ? citedFile(fs, root ?? '', file) : null;
      const entry = lines?.entryOf(citation) ?? null;
      return { entry, missing: entry === null ? missingPlace(citation, state, lines) : null };
    });
  return { entries: found.flatMap(({ entry }) => entry ?? []), missing: found.flatMap(({ missing }) => missing ?? []) };
}

/**
 * Which notes cite code that is not any more what it was (decision 0010, "Stale"). None outside of a work tree, nor in a folder that is not
 * trusted, where git is not asked.
 * @param notes of the vault: only what they cite is looked at
 */
export async function staleNotes(vault: OpenVault, notes: CitingNotes): Promise<StaleNotes> {
  const { runtime, config, context } = vault;
  const repository = citedRepository(vault);
  if (repository === null) return { stale: [], warnings: [] };
  const { stale, problem } = await staleCitations(notes, repository, runtime, config.timeZone, context.signal);
  return { stale, warnings: problem === null ? [] : [`${problem}: whether code has changed is judged by the times of its files`] };
}
