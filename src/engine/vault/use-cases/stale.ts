import { posix } from 'node:path';
import { counted } from '../../text/amounts.ts';
import { readNoteText, UNREAD } from '../notes/format.ts';
import type { Citation } from '../notes/note.ts';
import { formatCitation } from '../prose/citations.ts';
import { type CitedFound, type CitingPlace, checkCited, locateCitation } from '../trust/cited-place.ts';
import { type CitedFile, entriesByPlace, isCitedEntry } from '../trust/cited-text.ts';
import { repositoryAround } from '../trust/repository.ts';
import { type CitingNotes, findStaleCitations, readCitedFile, type StaleReport } from '../trust/stale.ts';
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
  /** Header entries: of existing places the current ones, of others the recorded ones, so that they stay stale. Then those of other programs. */
  readonly entries: readonly string[];
  /** Places that do not exist or could not be checked. */
  readonly missing: readonly MissingPlace[];
  /** Places whose recorded text is in other lines now. Their entries stay: those lines hold other code. */
  readonly moved: readonly MovedPlace[];
  /** Places without text, whose entries say nothing about the code around them. */
  readonly blank: readonly string[];
}

interface MovedPlace {
  readonly place: string;
  readonly lines: readonly number[];
}

/** Cited place without a current hash. */
interface MissingPlace {
  readonly place: string;
  /** Reason, to follow the place's name. */
  readonly what: string;
  /** Whether the author of a new note must correct it. A file name alone may be meant for a file elsewhere; others are unreadable. */
  readonly isWrong: boolean;
}

/** A place at which a citation was looked up. */
interface LookedUp {
  readonly citation: Citation;
  readonly place: string;
  /** Recorded entry. */
  readonly recorded: string | null;
  readonly found: CitedFound;
  /** Lines of its file, if readable. */
  readonly lines: CitedFile | null;
}

/** Explains why a place has no current hash; `null` if it need not have one. */
function missingPlace({ citation, place, recorded, found, lines }: LookedUp): MissingPlace | null {
  if (lines !== null) return { place, what: `which does not exist: the file has ${counted(lines.length, 'line')}`, isWrong: true };
  // Such a text may mean something else, unless it was the place of code once.
  if (citation.form !== undefined && recorded === null) return null;
  if (found === 'gone' || (recorded !== null && found === 'unknown')) return { place, what: 'which does not exist', isWrong: true };
  if (typeof found === 'number') return { place, what: 'which cannot be read', isWrong: false };
  const what = 'which is not a file of the repository (paths start at its root)';
  return { place, what, isWrong: citation.line !== null };
}

/** Result for one citation. */
interface PlaceNow {
  readonly entry: string | null;
  readonly missing?: MissingPlace | null;
  readonly moved?: MovedPlace;
  readonly blank?: string;
}

function placeNow(looked: LookedUp): PlaceNow {
  const { citation, place, recorded, lines } = looked;
  const movedTo = (recorded !== null && lines?.movedTo(citation, recorded)) || [];
  if (movedTo.length > 0) return { entry: recorded, moved: { place, lines: movedTo } };
  const entry = lines?.entryOf(citation) ?? null;
  if (entry === null) return { entry: recorded, missing: missingPlace(looked) };
  return { entry, ...(lines?.isBlank(citation) === true && { blank: place }) };
}

/** Returns what to write and to say outside of a working tree, where no place can be checked. */
function uncheckedPlaces(cited: readonly string[]): CitedNow {
  const what = 'which cannot be checked here: the vault is not in a working tree, or its folder is not trusted';
  const missing = [...entriesByPlace(cited).keys()].map((place) => ({ place, what, isWrong: false }));
  return { entries: cited, missing, moved: [], blank: [] };
}

/** Returns the places that a note cites. Inline code is the more certain form of a place that is cited twice. */
function citedPlaces(vault: OpenVault, note: string, citations: readonly Citation[], entries: ReadonlyMap<string, string>, root: string) {
  const places = new Map<string, Citation>();
  for (const written of citations) {
    if (written.path.endsWith('.md') && vault.store.index.resolve(written.path, note).kind !== 'dead') continue;
    const citation = locateCitation(vault.runtime.fs, citingPlace(vault, root), { note, entries }, written);
    const place = formatCitation(citation);
    if (!places.has(place) || citation.form === undefined) places.set(place, citation);
  }
  return places;
}

/** Returns the current content of a note's citations, for its header (decision 0031). @param text text of the note */
export function readCitedNow(vault: OpenVault, path: string, text: string): CitedNow {
  const { fs } = vault.runtime;
  const root = citedRepository(vault);
  const { citations, cited } = readNoteText(path, text, UNREAD, vault.config);
  if (root === null) return uncheckedPlaces(cited);
  const entries = entriesByPlace(cited);
  const found = Array.from(citedPlaces(vault, path, citations, entries, root), ([place, citation]) => {
    const file = posix.normalize(citation.path);
    const state = checkCited(fs, root, file);
    const lines = typeof state === 'number' ? readCitedFile(fs, root, file) : null;
    return placeNow({ citation, place, recorded: entries.get(place) ?? null, found: state, lines });
  });
  return {
    entries: [...found.flatMap(({ entry }) => entry ?? []), ...cited.filter((entry) => !isCitedEntry(entry))],
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
