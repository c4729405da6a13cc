import { checkAgent, isPerson } from '../../crtx/index.ts';
import { CortexError } from '../../kernel/errors.ts';
import type { Outcome } from '../../kernel/operation.ts';
import { linkTarget } from '../auto-link.ts';
import type { Note } from '../note.ts';
import type { AcceptInput, ArchiveInput, StatusOutput, SupersedeInput } from '../operations/notes.ts';
import { acceptedText, archivedText, replacementText, supersededText } from '../review.ts';
import { findNote } from './find-note.ts';
import { inVault, type OpenVault } from './open-vault.ts';
import { type Change, changeText } from './texts.ts';

type Decided = StatusOutput['notes'][number];

/** Changes a note, and says how it stands then. */
async function decide(vault: OpenVault, { path, name }: Note, change: Change): Promise<Decided> {
  const changed = await changeText(vault, path, change);
  vault.store.lookAt(path);
  return { path, name, status: vault.store.index.get(path)?.status ?? '', changed: changed !== null };
}

/** Accepts a note that waits for a person (decision 0010, "Review queue"). @throws CortexError `denied` for anybody else */
export const acceptNote = inVault(async (vault: OpenVault, { note, by }: AcceptInput): Promise<Outcome<StatusOutput>> => {
  checkAgent(vault.context, by);
  if (!isPerson(by)) {
    const next = 'Ask a person to run this command, or to accept the note in the editor.';
    throw new CortexError('denied', 'only a person accepts a note', { value: by, allowed: 'person:<name>', next });
  }
  const accept: Change = (text) => acceptedText(text, { by, day: vault.today });
  return { ok: true, output: { notes: [await decide(vault, findNote(vault.store.index, note), accept)] } };
});

/** Archives a note: it is found, and counts for less. */
export const archiveNote = inVault(async (vault: OpenVault, { note }: ArchiveInput): Promise<Outcome<StatusOutput>> => {
  return { ok: true, output: { notes: [await decide(vault, findNote(vault.store.index, note), archivedText)] } };
});

/** Says in both notes that one takes the place of the other (decision 0010, "Supersession"). */
export const supersedeNote = inVault(async (vault: OpenVault, { old, new: fresh }: SupersedeInput): Promise<Outcome<StatusOutput>> => {
  const { index } = vault.store;
  const [replaced, replacement] = [findNote(index, old), findNote(index, fresh)];
  if (replaced.path === replacement.path) {
    throw new CortexError('invalid-input', 'a note cannot take its own place', { value: fresh, next: 'Name two notes.' });
  }
  const targetOf = (note: Note) => linkTarget(index, note) ?? note.path;
  const [toOld, toFresh] = [targetOf(replaced), targetOf(replacement)];
  // The old one first: by itself it says all that counts.
  const notes = [
    await decide(vault, replaced, (text) => supersededText(text, toFresh)),
    await decide(vault, replacement, (text) => replacementText(text, toOld)),
  ];
  return { ok: true, output: { notes } };
});
