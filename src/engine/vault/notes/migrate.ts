import { CortexError } from '../../platform/errors.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import { maskConflicts, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { type Header, splitHeader } from '../../text/frontmatter/split-header.ts';
import { parseDay } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import { foldKeys, type KeyedValues } from '../headers/header-keys.ts';
import { HeaderValues } from '../headers/header-values.ts';
import { editNoteHeader } from '../headers/note-header-edit.ts';
import { withLineFeeds } from '../line-ends.ts';
import { UNKNOWN } from '../note-fields.ts';
import { firstLineForHeader } from '../prose/first-line.ts';
import { readNoteText, titleIn, UNREAD } from './format.ts';
import { inferType, isArchived } from './infer-type.ts';
import type { Note } from './note.ts';
import { splitNote, withOpeningFence } from './note-parts.ts';
import { inferTags, newNoteId, readableName } from './slug.ts';

/** Facts about a file besides its text. */
export interface MigrationFacts {
  /** Day of the first commit, `YYYY-MM-DD`; `null` if git does not know the note. */
  readonly committed: string | null;
  /** Day of the last commit; `null` if there is only one, which may only have imported the note. */
  readonly changed: string | null;
  /** Day on which the file was written. Copying and cloning change it. */
  readonly written: string | null;
  /** Reports whether another note has this id, including ids assigned in this run. */
  taken(id: string): boolean;
  /** As for `newNoteId`, if many notes are migrated. */
  readonly reached?: Map<string, number>;
}

/** A text with the standard header, and the fields that were added or fixed. */
export interface MigratedNote {
  readonly text: string;
  readonly fields: readonly string[];
  /** The note is unchanged because its header cannot be fixed. */
  readonly isLeft: boolean;
}

/** What all notes of a migration share. */
interface Migration {
  readonly config: VaultConfig;
  readonly today: string;
  readonly facts: MigrationFacts;
}

type HeaderChanges = Record<string, string | readonly string[]>;

/** Largest number of values to quote in a header. A note that needs more is not migrated. */
const MAX_MENDED = 50;

/** Joins all headers of a text into one; `null` if they share a key, so that a person must choose. */
function joinHeaders(text: string): string | null {
  const { header, further } = splitNote(text);
  const [second] = further;
  if (header === null || second === undefined) return text;
  const [keys, others] = [header, second].map(({ yaml }) => foldKeys(readHeader(yaml).values).folded);
  if (others === undefined || [...others.keys()].some((key) => keys?.has(key))) return null;
  return joinHeaders(text.slice(0, header.yamlFrom + header.yaml.length) + text.slice(second.yamlFrom));
}

/** Returns the text with a header that YAML accepts, and the keys whose values were quoted; `null` if quoting does not help. */
function repairHeader(text: string): MigratedNote | null {
  const joined = mergeConflicts(text).length > 0 ? null : joinHeaders(withOpeningFence(text) ?? text);
  return joined === null ? null : fixJoinedHeader(text, joined);
}

function fixJoinedHeader(text: string, joined: string): MigratedNote | null {
  const fields: string[] = joined === text ? [] : ['header'];
  let fixed = joined;
  for (let round = 0; round <= MAX_MENDED; round += 1) {
    const { header, unclosed } = splitHeader(fixed);
    if (unclosed || (header !== null && header.language !== null)) return null;
    const problem = header === null ? null : readHeader(header.yaml).problem;
    if (header === null || problem === null) return { text: fixed, fields, isLeft: false };
    const { fix } = problem;
    if (fix === null) return null;
    fields.push((header.yaml.split('\n')[fix.line - 1] ?? '').split(':')[0]?.trim() ?? '');
    fixed = fixed.slice(0, header.yamlFrom + fix.from) + fix.text + fixed.slice(header.yamlFrom + fix.to);
  }
  return null;
}

const earlier = (one: string, other: string) => (compareCodePoints(one, other) < 0 ? one : other);
const later = (one: string, other: string) => (compareCodePoints(one, other) < 0 ? other : one);

/** Lower-case names of the two dates in Obsidian's templates and plugins, and in static site generators. */
const OTHER_NAMES = {
  created: ['date created', 'created_at', 'createdat', 'created at'],
  updated: ['date modified', 'modified', 'last modified', 'last_modified', 'lastmod', 'updated_at', 'updatedat', 'updated at'],
} as const;

/** Fills in missing dates from fields with other names, beside `date`, which every reader knows. */
function dated(note: Note, values: KeyedValues, { timeZone }: VaultConfig): Note {
  const dayOf = (names: readonly string[]) => names.map((name) => parseDay(values.get(name), timeZone)).find((day) => day !== null) ?? null;
  return { ...note, created: note.created ?? dayOf(OTHER_NAMES.created), updated: note.updated ?? dayOf(OTHER_NAMES.updated) };
}

/** Returns the tags in the field `tag`, Obsidian's older name. They take precedence over inferred tags. */
function taggedAs(text: string, header: Header | null): HeaderChanges {
  const tags = header === null ? [] : new HeaderValues(text, header).tags('tag');
  return tags.length === 0 ? {} : { tags };
}

/**
 * Returns both dates. Dates in the header are kept, and added dates do not contradict them. The day of the file counts only if nothing
 * else is known: after a clone, it would make old notes hot.
 */
function datesOf(note: Note, { committed, changed, written }: MigrationFacts, today: string): { created: string; updated: string } {
  const known = changed ?? note.created ?? committed ?? written ?? today;
  const updated = note.updated ?? later(known, note.created ?? known);
  return { created: note.created ?? earlier(committed ?? written ?? updated, updated), updated };
}

/** Returns an id derived from the name, or else from the path; `null` if neither contains letters for it. */
function idOf(note: Note, created: string, { taken, reached }: MigrationFacts): string | null {
  for (const name of [note.name, note.path]) {
    try {
      return newNoteId(name, created, taken, reached);
    } catch (error) {
      // Names in other scripts yield no id. The note stays without one.
      if (!(error instanceof CortexError)) throw error;
    }
  }
  return null;
}

/** Folders whose names do not describe their notes. */
const NO_TAG = /^(?:[._].*|atoms|archived?)$/;
const TAG = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u;

function tagsOf(path: string, prose: string, config: VaultConfig): string[] {
  const folders = path.toLowerCase().split('/').slice(0, -1);
  const tags = folders.filter((folder) => TAG.test(folder) && !NO_TAG.test(folder));
  return [...new Set([...tags, ...inferTags(prose, config)])].sort(compareCodePoints);
}

/** Returns the standard fields in order (seed 2, "Every atom"), with the values for a note that has none. */
function standardFields(note: Note, name: string, body: string, { config, today, facts }: Migration): HeaderChanges {
  const { created, updated } = datesOf(note, facts, today);
  const id = idOf({ ...note, name }, created, facts);
  const description = firstLineForHeader(maskConflicts(withLineFeeds(body)));
  return {
    ...(id !== null && { id }),
    name,
    type: inferType(note.path, body),
    // A stored `unknown` would take precedence over later settings in [directories].
    ...(note.project !== UNKNOWN && { project: note.project }),
    status: isArchived(note.path) ? 'archived' : 'active',
    created,
    updated,
    tags: tagsOf(note.path, `${name}\n${body}`, config),
    links: [],
    ...(description !== '' && { description }),
  };
}

function isMissing(key: string, value: unknown): boolean {
  return value === undefined || value === null || value === '' || (key === 'type' && value === UNKNOWN);
}

/**
 * Gives a note the standard header: adds missing fields, and quotes values that YAML rejects. All other bytes, and the whole body, stay
 * unchanged (seed 2, "Migration"; RULINGS, vault 8). Headers without an end, headers in code, and headers that cannot be fixed stay as
 * they are. Idempotent.
 * @param path relative to the vault's root
 * @param today `YYYY-MM-DD`, for a note without any known date
 * @throws CortexError `invalid-input` if nothing can be added to the header
 */
export function migrateHeader(text: string, path: string, config: VaultConfig, today: string, facts: MigrationFacts): MigratedNote {
  const fixed = repairHeader(text);
  if (fixed === null) return { text, fields: [], isLeft: true };
  const { header, bodyFrom } = splitHeader(fixed.text);
  const values = foldKeys(header === null ? new Map<string, unknown>() : readHeader(header.yaml).values).folded;
  const note = dated(readNoteText(path, fixed.text, UNREAD, config), values, config);
  const body = fixed.text.slice(bodyFrom);
  const name = titleIn(new HeaderValues(fixed.text, header)) ?? readableName(note.name);
  const standard = { ...standardFields(note, name, body, { config, today, facts }), ...taggedAs(fixed.text, header) };
  const missing = Object.entries(standard).filter(([key]) => isMissing(key, values.get(key)));
  if (missing.length === 0) return fixed;
  const fields = [...fixed.fields, ...missing.map(([key]) => key)];
  return { text: editNoteHeader(fixed.text, Object.fromEntries(missing)), fields, isLeft: false };
}
