import { CortexError } from '../../platform/errors.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import { maskConflicts, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { type Header, splitHeader } from '../../text/frontmatter/split-header.ts';
import { readDay } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import { foldKeys, type KeyedValues } from '../headers/header-keys.ts';
import { HeaderValues } from '../headers/header-values.ts';
import { editNoteHeader } from '../headers/note-header-edit.ts';
import { UNKNOWN } from '../known.ts';
import { withLineFeeds } from '../line-ends.ts';
import { firstLineForHeader } from '../prose/first-line.ts';
import { readNoteText, UNREAD } from './format.ts';
import { inferType, isArchived } from './infer-type.ts';
import type { Note } from './note.ts';
import { splitNote } from './note-parts.ts';
import { inferTags, newNoteId } from './slug.ts';

/** What is known of a file besides its text. */
export interface MigrationFacts {
  /** `YYYY-MM-DD`, by git or else by the file; `null` where neither knows. */
  readonly created: string | null;
  readonly updated: string | null;
  /** Whether another note has this id, or was given it just now. */
  taken(id: string): boolean;
  /** As of `newNoteId`, where many notes are migrated. */
  readonly reached?: Map<string, number>;
}

/** A text with the standard header, and the fields that were added or mended. */
export interface MigratedNote {
  readonly text: string;
  readonly fields: readonly string[];
  /** It stays as it is, because its header cannot be mended. */
  readonly isLeft: boolean;
}

type HeaderChanges = Record<string, string | readonly string[]>;

/** So many lines of a header are put in quotes; one with more is not migrated. */
const MOST_MENDED = 50;

/** The text with all that its headers say in one; `null` where they contradict each other, so that a person has to choose. */
function joinHeaders(text: string): string | null {
  const { header, further } = splitNote(text);
  const [second] = further;
  if (header === null || second === undefined) return text;
  const [keys, others] = [header, second].map(({ yaml }) => foldKeys(readHeader(yaml).values).folded);
  if (others === undefined || [...others.keys()].some((key) => keys?.has(key))) return null;
  return joinHeaders(text.slice(0, header.yamlFrom + header.yaml.length) + text.slice(second.yamlFrom));
}

/** A header that YAML accepts, and the keys whose values were put in quotes for it; `null` when that does not help. */
function mendHeader(text: string): MigratedNote | null {
  const joined = mergeConflicts(text).length > 0 ? null : joinHeaders(text);
  return joined === null ? null : mendJoined(text, joined);
}

function mendJoined(text: string, joined: string): MigratedNote | null {
  const fields: string[] = joined === text ? [] : ['header'];
  let mended = joined;
  for (let round = 0; round <= MOST_MENDED; round += 1) {
    const { header, unclosed } = splitHeader(mended);
    if (unclosed || (header !== null && header.language !== null)) return null;
    const problem = header === null ? null : readHeader(header.yaml).problem;
    if (header === null || problem === null) return { text: mended, fields, isLeft: false };
    const { fix } = problem;
    if (fix === null) return null;
    fields.push((header.yaml.split('\n')[fix.line - 1] ?? '').split(':')[0]?.trim() ?? '');
    mended = mended.slice(0, header.yamlFrom + fix.from) + fix.text + mended.slice(header.yamlFrom + fix.to);
  }
  return null;
}

const earlier = (one: string, other: string) => (compareCodePoints(one, other) < 0 ? one : other);
const later = (one: string, other: string) => (compareCodePoints(one, other) < 0 ? other : one);

/** As Obsidian's templates and plugins, and programs that make sites of notes, name the two dates; in lower case. */
const OTHER_NAMES = {
  created: ['date', 'date created', 'created_at', 'createdat', 'created at'],
  updated: ['date modified', 'modified', 'last modified', 'last_modified', 'lastmod', 'updated_at', 'updatedat', 'updated at'],
} as const;

/** A note with the dates that its header says under other names, where it does not say them under ours. */
function dated(note: Note, values: KeyedValues, { timeZone }: VaultConfig): Note {
  const dayOf = (names: readonly string[]) => names.map((name) => readDay(values.get(name), timeZone)).find((day) => day !== null) ?? null;
  return { ...note, created: note.created ?? dayOf(OTHER_NAMES.created), updated: note.updated ?? dayOf(OTHER_NAMES.updated) };
}

/** The tags that a header has as `tag`, as Obsidian named them before: they go before those that a folder tells. */
function taggedAs(text: string, header: Header | null): HeaderChanges {
  const tags = header === null ? [] : new HeaderValues(text, header).tags('tag');
  return tags.length === 0 ? {} : { tags };
}

/** The two dates; what the header says is kept, and what is added does not contradict it. */
function datesOf(note: Note, facts: MigrationFacts, today: string): { created: string; updated: string } {
  const known = facts.updated ?? facts.created ?? note.created ?? today;
  const updated = note.updated ?? later(known, note.created ?? known);
  return { created: note.created ?? earlier(facts.created ?? updated, updated), updated };
}

/** An id of the name, else of the file's name; `null` when neither has a letter for one. */
function idOf(note: Note, created: string, { taken, reached }: MigrationFacts): string | null {
  for (const name of [note.name, note.path]) {
    try {
      return newNoteId(name, created, taken, reached);
    } catch (error) {
      // Names in other scripts make no id; the note stays without one.
      if (!(error instanceof CortexError)) throw error;
    }
  }
  return null;
}

/** Folders that say nothing of what is in them. */
const NO_TAG = /^(?:[._].*|atoms|archived?)$/;
const TAG = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u;

function tagsOf(path: string, prose: string, config: VaultConfig): string[] {
  const folders = path.toLowerCase().split('/').slice(0, -1);
  const tags = folders.filter((folder) => TAG.test(folder) && !NO_TAG.test(folder));
  return [...new Set([...tags, ...inferTags(prose, config)])].sort(compareCodePoints);
}

/** The standard fields in their order (seed 2, "Every atom"), as they should be where there is none. */
function standardFields(note: Note, body: string, config: VaultConfig, today: string, facts: MigrationFacts): HeaderChanges {
  const { created, updated } = datesOf(note, facts, today);
  const id = idOf(note, created, facts);
  const description = firstLineForHeader(maskConflicts(withLineFeeds(body)));
  return {
    ...(id !== null && { id }),
    name: note.name,
    type: inferType(note.path, body),
    // Written down it would keep [directories] from saying it later.
    ...(note.project !== UNKNOWN && { project: note.project }),
    status: isArchived(note.path) ? 'archived' : 'active',
    created,
    updated,
    tags: tagsOf(note.path, `${note.name}\n${body}`, config),
    links: [],
    ...(description !== '' && { description }),
  };
}

function isMissing(key: string, value: unknown): boolean {
  return value === undefined || value === null || value === '' || (key === 'type' && value === UNKNOWN);
}

/**
 * Gives a note the standard header: adds the fields that it lacks and puts values in quotes that YAML refuses; everything else, and all
 * of the body, stays to the byte (seed 2, "Migration"; RULINGS, vault 8). A header that has no end, is code, or cannot be mended stays
 * as it is. Done twice it changes nothing the second time.
 * @param path from the vault's folder
 * @param today `YYYY-MM-DD`, for a note of which no date is known
 * @throws CortexError `invalid-input` for a header to which nothing can be added
 */
export function migrateHeader(text: string, path: string, config: VaultConfig, today: string, facts: MigrationFacts): MigratedNote {
  const mended = mendHeader(text);
  if (mended === null) return { text, fields: [], isLeft: true };
  const { header, bodyFrom } = splitHeader(mended.text);
  const values = foldKeys(header === null ? new Map<string, unknown>() : readHeader(header.yaml).values).folded;
  const note = dated(readNoteText(path, mended.text, UNREAD, config), values, config);
  const body = mended.text.slice(bodyFrom);
  const standard = { ...standardFields(note, body, config, today, facts), ...taggedAs(mended.text, header) };
  const missing = Object.entries(standard).filter(([key]) => isMissing(key, values.get(key)));
  if (missing.length === 0) return mended;
  const fields = [...mended.fields, ...missing.map(([key]) => key)];
  return { text: editNoteHeader(mended.text, Object.fromEntries(missing)), fields, isLeft: false };
}
