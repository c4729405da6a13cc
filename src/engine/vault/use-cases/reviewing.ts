import { checkAgent, isPerson } from '../../crtx/index.ts';
import { runStep } from '../../files/run-step.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { requireOneText } from '../conflicts.ts';
import { linkTarget } from '../links/auto-link.ts';
import { findIncomingLinks } from '../links/incoming-links.ts';
import type { Note } from '../notes/note.ts';
import { type Change, planChange } from '../notes/planned-change.ts';
import { acceptNoteText, archiveNoteText, type NamedNote, recordReplacement, supersedeNoteText, undoOfArchiving } from '../review.ts';
import type { AcceptInput, ArchiveInput, StatusOutput, SupersedeInput } from '../schemas/notes.ts';
import { isCurrentStatus } from '../trust/reviews.ts';
import { chooseReplacements, listClaims, resolveTargets } from '../trust/supersession.ts';
import { findActor, personOption, personOptionFor, withDecision } from './decision.ts';
import { findNote } from './find-note.ts';
import { type OpenVault, vaultOperation } from './open-vault.ts';
import { changeText } from './texts.ts';

type Decided = StatusOutput['notes'][number];

/** Changes a note, and returns its new status. */
export async function changeStatus(vault: OpenVault, { path, name }: Note, change: Change): Promise<Decided> {
  const changed = await changeText(vault, path, change);
  vault.store.lookAt(path);
  return { path, name, status: vault.store.index.get(path)?.status ?? '', changed: changed !== null };
}

/** Accepts a note in review (decision 0010, "Review queue"). @throws CortexError `denied` if the actor is not a person */
export const acceptNote = vaultOperation(async (vault: OpenVault, input: AcceptInput): Promise<Outcome<StatusOutput>> => {
  const { note, by } = input;
  checkAgent(vault.context, by);
  const found = findNote(vault, note);
  if (!isPerson(by)) {
    const words = ['cortex', 'vault', 'accept', found.path, ...vaultOption(input.vault)].map(shellWord);
    const command = [...words, personOption(vault.context)].join(' ');
    const next = `A person must accept it in the editor, or run this at a terminal: ${command}`;
    throw new CortexError('denied', 'only a person can accept a note', { value: by, allowed: 'person:<name>', next });
  }
  const accepted = await changeStatus(vault, found, (text) => {
    requireOneText(text, found.path, input.vault);
    return acceptNoteText(text, { by, day: vault.today });
  });
  return { ok: true, output: { notes: [accepted] }, warnings: stillCounting(vault, accepted.path, input.vault) };
});

/** Warns about notes that the accepted note replaces but whose own status still says otherwise. */
function stillCounting(vault: OpenVault, path: string, named: string | undefined): string[] {
  const { index } = vault.store;
  const others = Array.from(resolveTargets(index, index.get(path)?.supersedes ?? [], path), (other) => index.get(other));
  const counting = others.filter((other) => other !== undefined).filter((other) => other.path !== path && isCurrentStatus(other));
  return counting.map((other) => {
    const command = ['cortex', 'vault', 'supersede', other.path, path, ...vaultOption(named)].map(shellWord).join(' ');
    return `it replaces ${other.path}, which is still ${other.status}. To record it in both: ${command}${personOptionFor(vault, other.path)}`;
  });
}

/** Returns the option that names the same vault in another command. */
export const vaultOption = (vault: string | undefined) => (vault === undefined ? [] : ['--vault', vault]);

/** Archives a note, which lowers its score in searches, and reports the notes that link to it. @throws CortexError `denied` if only a person may do so */
export const archiveNote = vaultOperation(async (vault: OpenVault, input: ArchiveInput): Promise<Outcome<StatusOutput>> => {
  const note = findNote(vault, input.note);
  const command = ['cortex', 'vault', 'archive', note.path, ...vaultOption(input.vault)];
  const decision = { by: findActor(vault.context, input.by), day: vault.today, does: 'archive', command };
  let undo = '';
  const archive: Change = (text) => {
    undo = undoOfArchiving(text);
    return archiveNoteText(text);
  };
  const archived = await changeStatus(vault, note, withDecision(vault, decision, archive));
  const linkedFrom = findIncomingLinks(vault.store.index, note).from.filter((from) => from !== note.path);
  return { ok: true, output: { notes: [{ ...archived, linkedFrom, undo }] } };
});

/** Returns the cycle that a replacement would create; `null` if none. */
function cycleWith(index: VaultIndex, old: string, fresh: string): readonly string[] | null {
  const { cycles } = chooseReplacements([...listClaims(index, index.replacing()), { old, fresh, isOwn: true }]);
  return cycles.find((cycle) => cycle.includes(old) && cycle.includes(fresh)) ?? null;
}

/**
 * Checks that a replacement creates no cycle.
 * @throws CortexError `denied` if the old note already replaces the new one, for example because the arguments were swapped
 */
function requireNoCycle(index: VaultIndex, old: Note, fresh: Note): void {
  const cycle = cycleWith(index, old.path, fresh.path);
  if (cycle === null) return;
  const fields = 'their names from "superseded_by" and "supersedes"';
  const next = `If that is wrong, remove ${fields} in ${cycle.join(' and ')} and correct their "status"; then try again.`;
  throw new CortexError('denied', `${fresh.path} is itself superseded by ${old.path}`, { next });
}

/** @param code `invalid-input` if both arguments are equal, `denied` if two names mean the same note */
function ownPlace(code: 'invalid-input' | 'denied', value: string): CortexError {
  return new CortexError(code, 'a note cannot supersede itself', { value, next: 'Name two notes.' });
}

/** Returns how one note refers to another in its header. */
export function referenceTo(index: VaultIndex, { path }: Note, other: Note): NamedNote {
  const means = (target: string) => [...resolveTargets(index, [target], path)].includes(other.path);
  return { target: linkTarget(index, other) ?? other.path, means };
}

/** Records the replacement in both notes. If only the old note could be changed, the error says so. */
async function supersede(vault: OpenVault, replaced: Note, replacement: Note, input: SupersedeInput): Promise<Decided[]> {
  const { index } = vault.store;
  const [toOld, toFresh] = [referenceTo(index, replacement, replaced), referenceTo(index, replaced, replacement)];
  // Check the new note's change before the old note is written.
  planChange(vault, replacement.path, (text) => recordReplacement(text, toOld));
  const command = ['cortex', 'vault', 'supersede', replaced.path, replacement.path, ...vaultOption(input.vault)];
  const decision = { by: findActor(vault.context, input.by), day: vault.today, does: 'supersede', command };
  // The old note first: its change alone has the full effect.
  const first = await changeStatus(
    vault,
    replaced,
    withDecision(vault, decision, (text) => supersedeNoteText(text, toFresh)),
  );
  const done = `recorded in ${replaced.path} that ${replacement.path} replaces it`;
  return [first, await runStep({ done, command }, () => changeStatus(vault, replacement, (text) => recordReplacement(text, toOld)))];
}

/** Records in both notes that one supersedes the other (decision 0010, "Supersession"). */
export const supersedeNote = vaultOperation(async (vault: OpenVault, input: SupersedeInput): Promise<Outcome<StatusOutput>> => {
  const { index } = vault.store;
  const { old, new: fresh } = input;
  if (old === fresh) throw ownPlace('invalid-input', fresh);
  const [replaced, replacement] = [findNote(vault, old), findNote(vault, fresh)];
  if (replaced.path === replacement.path) throw ownPlace('denied', fresh);
  // Check before waiting for the lock, so that hopeless calls fail at once.
  requireNoCycle(index, replaced, replacement);
  return vault.store.edits.runExclusively(async () => {
    // Another process may have recorded the opposite in the meantime.
    await vault.store.refresh();
    requireNoCycle(index, replaced, replacement);
    return { ok: true, output: { notes: await supersede(vault, replaced, replacement, input) } };
  });
});
