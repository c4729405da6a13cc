import { posix } from 'node:path';
import { counted } from '../../text/amounts.ts';
import { readNoteText, UNREAD } from '../notes/format.ts';
import type { Citation } from '../notes/note.ts';
import { formatCitation } from '../prose/citations.ts';
import { type CitedFile, entriesByPlace } from '../trust/cited-text.ts';
import { repositoryAround } from '../trust/repository.ts';
import {
  type CitedFound,
  type CitingNotes,
  type CitingPlace,
  checkCited,
  findStaleCitations,
  locateCitation,
  readCitedFile,
  type StaleReport,
} from '../trust/stale.ts';
import type { OpenVault } from './open-vault.ts';

/** Stale citations, and warnings about how they were detected. */
export interface StaleNotes extends Pick<StaleReport, 'stale'> {
  readonly warnings: readonly string[];
}

/** Returns the working tree to which citations refer; `null` if there is none, or the folder is untrusted. */
function citedRepository({ runtime, config, context }: OpenVault): string | null {
  return context.isUntrusted === true ? null : repositoryAround(runtime.fs, config.root);
}

function citingPlace({ runtime, config }: OpenVault, repository: string): CitingPlace {
  return { vault: runtime.fs.realpathSync(config.root), repository };
}

/** Current content of the places that a text cites. */
export interface CitedNow {
  /** Header entries for existing places. */
  readonly entries: readonly string[];
  /** Places that do not exist or could not be checked. */
  readonly missing: readonly MissingPlace[];
  /** Places whose recorded text is in other lines now. Their entries stay: those lines hold other code. */
  readonly moved: readonly { readonly place: string; readonly lines: readonly number[] }[];
  /** Places without text, whose entries say nothing about the code around them. */
  readonly blank: readonly string[];
}

/** Cited place without a hash. */
interface MissingPlace {
  readonly place: string;
  /** Reason, to follow the place's name. */
  readonly what: string;
  /** Whether the author of a new note must correct it. A file name alone may be meant for a file elsewhere; others are unreadable. */
  readonly isWrong: boolean;
}

/** Explains why a place has no hash; `null` if it need not have one. @param lines lines of its file, if readable */
function missingPlace(citation: Citation, found: CitedFound, lines: CitedFile | null): MissingPlace | null {
  // Such a text may mean something else.
  if (citation.form !== undefined) return null;
  const place = formatCitation(citation);
  if (lines !== null) return { place, what: `which does not exist: the file has ${counted(lines.length, 'line')}`, isWrong: true };
  if (found === 'gone') return { place, what: 'which does not exist', isWrong: true };
  if (typeof found === 'number') return { place, what: 'which cannot be read', isWrong: false };
  const what = 'which is not a file of the repository (paths start at its root)';
  return { place, what, isWrong: citation.line !== null };
}

/** Returns the current content of a note's citations, for its header (decision 0031). @param text text of the note */
export function readCitedNow(vault: OpenVault, path: string, text: string): CitedNow {
  const { fs } = vault.runtime;
  const root = citedRepository(vault);
  const { citations, cited } = root === null ? { citations: [], cited: [] } : readNoteText(path, text, UNREAD, vault.config);
  const known = entriesByPlace(cited);
  const found = citations
    .filter(({ path: file }) => !file.endsWith('.md') || vault.store.index.resolve(file, path).kind === 'dead')
    .map((written) => (root === null ? written : locateCitation(fs, citingPlace(vault, root), path, written)))
    .map((citation) => {
      const file = posix.normalize(citation.path);
      const state = checkCited(fs, root ?? '', file);
      const lines = typeof state === 'number' ? readCitedFile(fs, root ?? '', file) : null;
      const place = formatCitation(citation);
      const recorded = known.get(place) ?? null;
      const movedTo = (recorded !== null && lines?.movedTo(citation, recorded)) || [];
      if (movedTo.length > 0) return { entry: recorded, missing: null, moved: { place, lines: movedTo }, blank: null };
      const entry = lines?.entryOf(citation) ?? null;
      if (entry === null) return { entry, missing: missingPlace(citation, state, lines), moved: null, blank: null };
      return { entry, missing: null, moved: null, blank: lines?.isBlank(citation) === true ? place : null };
    });
  return {
    entries: [...new Set(found.flatMap(({ entry }) => entry ?? []))],
    missing: found.flatMap(({ missing }) => missing ?? []),
    moved: found.flatMap(({ moved }) => moved ?? []),
    blank: found.flatMap(({ blank }) => blank ?? []),
  };
}

/**
 * Returns citations of code that has changed (decision 0010, "Stale"). Returns none outside of a working tree or in an untrusted folder,
 * where git is not run.
 * @param notes notes whose citations to check
 */
export async function findStaleNotes(vault: OpenVault, notes: CitingNotes): Promise<StaleNotes> {
  const { runtime, config, context } = vault;
  const repository = citedRepository(vault);
  if (repository === null) return { stale: [], warnings: [] };
  const { stale, problem } = await findStaleCitations(notes, citingPlace(vault, repository), runtime, config.timeZone, context.signal);
  return { stale, warnings: problem === null ? [] : [`${problem}: changes of code are detected by file times`] };
}
