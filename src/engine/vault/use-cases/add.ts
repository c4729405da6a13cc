import { isPerson } from '../../crtx/index.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { typedText } from '../../platform/typed-text.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';
import { shellWord } from '../../text/shell-word.ts';
import { isLineOfText } from '../line-of-text.ts';
import { linkTarget } from '../links/auto-link.ts';
import { comparable } from '../notes/comparable.ts';
import { readNoteText, UNREAD } from '../notes/format.ts';
import { inferTags } from '../notes/slug.ts';
import { type NewNote, newNoteText, placeNewNote } from '../notes/write-note.ts';
import { quotedNames } from '../quoted-names.ts';
import type { AddNoteInput, AddNoteOutput } from '../schemas/notes.ts';
import { describeSimilarity, findNearDuplicates, type NearDuplicate } from '../trust/duplicates.ts';
import { currentNoteFilter } from '../trust/reviews.ts';
import { findSimilarNotes, type Similar } from '../trust/short-notes.ts';
import { findActor, personOption } from './decision.ts';
import { findNote } from './find-note.ts';
import { type OpenVault, vaultOperation } from './open-vault.ts';
import { readCitedNow } from './stale.ts';
import { readBodyOrEmpty } from './texts.ts';

/** Retries if other programs keep creating a file at the new note's path. */
const MAX_TRIES = 100;

/** Returns the typed command with more words appended. A body of several lines is replaced by standard input. */
function commandOf({ link, body, by: _by, status: _status, ...options }: AddNoteInput, ...more: readonly string[]): string {
  const text = body === undefined || isLineOfText(body) ? body : '-';
  const given = Object.entries({ ...options, body: text }).filter(([, value]) => value !== undefined && value !== '');
  const words = [...given, ...link.map((note) => ['link', note])].flatMap(([key, value]) => [`--${key}`, shellWord(String(value))]);
  return ['cortex vault add', ...words, ...more].join(' ');
}

/**
 * Returns the status of the new note. Notes of agents wait for a review, and notes of all others where reviews are required.
 * @throws CortexError `denied` if a status skips the review, and no person requested it
 */
function statusOf({ config, context }: OpenVault, input: AddNoteInput): string {
  const { by, status } = input;
  if (by !== undefined && isPerson(by)) return status ?? 'active';
  if (status === 'review' || (by === undefined && !config.isReviewRequired)) return status ?? 'active';
  if (by === undefined) {
    const next = `Add it for review, or ask a person to add it at a terminal with ${personOption(context)}: ${commandOf(input, '--status', 'review')}`;
    const message = '[review] required = true in cortex.toml: only a person can add a note without review';
    throw new CortexError('denied', message, { value: status ?? 'active', allowed: 'review', next });
  }
  if (status === undefined) return 'review';
  const next = 'Omit --status; a person must accept the note.';
  throw new CortexError('denied', 'a note by an agent needs review by a person', { value: status, allowed: 'review', next });
}

function tagsOf({ config }: OpenVault, { tags, name }: AddNoteInput, body: string): string[] {
  if (tags === undefined) return inferTags(`${name}\n${body}`, config);
  const words = tags.split(/[ \t,]+/).map((tag) => tag.replace(/^#/, '').toLowerCase());
  return [...new Set(words.filter((tag) => tag !== ''))];
}

/** Returns similar and opposite notes. The new note is parsed first, so that it is compared in the same form as notes from files. */
function similarTo(vault: OpenVault, text: string): Similar {
  const { index } = vault.store;
  const note = readNoteText('', text, UNREAD, vault.config);
  const fresh = { ...note, body: text.slice(splitHeader(text).bodyFrom) };
  const { same, opposite } = findSimilarNotes(note, Array.from(index.known()).filter(currentNoteFilter(index)));
  const denied = new Set(opposite.map(({ path }) => path));
  const long = findNearDuplicates(fresh, index.known(), (path) => readBodyOrEmpty(vault, path)).filter(({ path }) => !denied.has(path));
  const known = new Set(long.map(({ path }) => path));
  return { same: [...long, ...same.filter(({ path }) => !known.has(path))], opposite };
}

/** Returns the place of the note. @throws CortexError `invalid-input` for a typed folder outside of the vault, which is a usage error */
function placeOf({ store, today, context }: OpenVault, { name, type, dir }: AddNoteInput): { id: string; path: string } {
  try {
    return placeNewNote(store.index, { name, type, day: today, directory: dir ?? null });
  } catch (error) {
    if (context.typedThere !== true || !(error instanceof CortexError) || error.code !== 'outside-root') throw error;
    throw new CortexError('invalid-input', error.message, error.data, { cause: error });
  }
}

/** Creates the note's file. @returns false if another program created it first */
async function write({ store }: OpenVault, path: string, text: string): Promise<boolean> {
  const { changed } = await store.edits.edit(path, (present) => (present === null ? text : null));
  return changed;
}

/** Returns the paths of other notes with the same name, without those that are reported anyway. */
function namesakesOf({ store }: OpenVault, name: string, reported: readonly NearDuplicate[]): string[] {
  const [wanted, known] = [comparable(name), new Set(reported.map(({ path }) => path))];
  const notes = Array.from(store.index.known()).filter((note) => comparable(note.name) === wanted && !known.has(note.path));
  return notes.map(({ path }) => path);
}

function warningsOf(vault: OpenVault, { project, name }: AddNoteInput, { same: similar }: Similar): string[] {
  const { config, store } = vault;
  const namesakes = namesakesOf(vault, name, similar);
  const known = config.projects.length === 0 || config.projects.includes(project) || store.index.byProject.has(project);
  return [
    ...(known ? [] : [`no other note has the project ${JSON.stringify(project)}, and cortex.toml names ${config.projects.join(', ')}`]),
    ...(namesakes.length === 0 ? [] : [`the name is also used by ${quotedNames(namesakes, ', ')}: links with this name are ambiguous`]),
    ...similar.map((each) => `${each.path} ${describeSimilarity(each)}`),
  ];
}

/** Creates the note with an id that is still free, retrying if another program takes its path. @throws CortexError `busy` */
async function writeWithFreeId(
  vault: OpenVault,
  input: AddNoteInput,
  textOf: (id: string) => string,
): Promise<{ path: string; id: string }> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await vault.store.refresh('unknown');
    const { id, path } = placeOf(vault, input);
    if (await write(vault, path, textOf(id))) return { path, id };
  }
  throw new CortexError('busy', 'other programs keep creating a note at the same path', {
    value: input.name,
    next: 'Choose another name.',
  });
}

function citationWarnings(path: string, { missing, blank }: ReturnType<typeof readCitedNow>): string[] {
  const wrong = missing.filter(({ isWrong }) => isWrong);
  return [
    ...wrong.map(({ place, what }) => `${path} cites ${place}, ${what}. Correct the note.`),
    ...blank.map((place) => `${path} cites ${place}, which is blank: changes there are not noticed. Cite a line with text.`),
  ];
}

/** @throws CortexError `invalid-input` for an empty text: a variable without a value would otherwise make an empty note */
async function bodyOf({ context }: OpenVault, { body }: AddNoteInput): Promise<string> {
  if (body === undefined) return '';
  if (body.trim() !== '') return typedText(context, body);
  throw new CortexError('invalid-input', 'the text of the note is empty', { value: body, next: 'Pass a text, or omit --body.' });
}

/** Adds a note (seed 2, "Atom Writer"; rulings, vault 6), and reports similar notes. */
export const addNote = vaultOperation(async (vault: OpenVault, input: AddNoteInput): Promise<Outcome<AddNoteOutput>> => {
  const { store, today, context } = vault;
  const { name, type, project, description = '', confidence, pnl } = input;
  const author = findActor(context, input.by);
  const status = statusOf(vault, input);
  const links = input.link.map((typed) => {
    const note = findNote(vault, typed);
    return linkTarget(store.index, note) ?? note.path;
  });
  const body = await bodyOf(vault, input);
  const tags = tagsOf(vault, input, body);
  const note: Omit<NewNote, 'id'> = {
    name,
    type,
    project,
    status,
    day: today,
    tags,
    links,
    description,
    body,
    author,
    ...(confidence !== undefined && { confidence }),
    ...(pnl !== undefined && { pnlImpact: pnl }),
  };
  const draft = newNoteText({ ...note, id: '' });
  const similar = similarTo(vault, draft);
  // Report an invalid place before anything is written.
  const { path } = placeOf(vault, input);
  const cited = readCitedNow(vault, path, draft);
  const warnings = warningsOf(vault, input, similar);
  const placed = await store.edits.runExclusively(() =>
    writeWithFreeId(vault, input, (id) => newNoteText({ ...note, id, cited: cited.entries })),
  );
  await store.rememberRead();
  const reported = similar.opposite.map(({ path }) => {
    const named = input.vault === undefined ? [] : ['--vault', input.vault];
    const command = ['cortex', 'vault', 'contradict', placed.path, path, ...named].map(shellWord).join(' ');
    return `${path} seems to contradict it; if so, run: ${command}`;
  });
  const answer = { similar: [...similar.same], opposite: [...similar.opposite] };
  return {
    ok: true,
    output: { ...placed, status, tags, ...answer },
    warnings: [...warnings, ...citationWarnings(placed.path, cited), ...reported],
  };
});
