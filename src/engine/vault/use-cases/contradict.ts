import { suggestPersonId } from '../../crtx/index.ts';
import { runStep } from '../../files/run-step.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { requireLine } from '../line-of-text.ts';
import type { Note } from '../notes/note.ts';
import { planChange } from '../notes/planned-change.ts';
import { recordContradiction } from '../review.ts';
import type { ContradictInput, StatusOutput } from '../schemas/notes.ts';
import { currentNoteFilter } from '../trust/reviews.ts';
import { findActor, needsPerson } from './decision.ts';
import { findNote } from './find-note.ts';
import { type OpenVault, vaultOperation } from './open-vault.ts';
import { changeStatus, referenceTo, vaultOption } from './reviewing.ts';

/** Records in both notes that they contradict each other, who found it, and why (decision 0031). */
export const contradictNotes = vaultOperation(async (vault: OpenVault, input: ContradictInput): Promise<Outcome<StatusOutput>> => {
  const { index } = vault.store;
  const [one, other] = [findNote(vault, input.one), findNote(vault, input.other)];
  if (one.path === other.path) {
    const code = input.one === input.other ? 'invalid-input' : 'denied';
    throw new CortexError(code, 'a note cannot contradict itself', { value: input.other, next: 'Name two notes.' });
  }
  const found = { by: findActor(vault.context, input.by), day: vault.today, why: input.why.replace(/\s+/g, ' ').trim() };
  if (found.why !== '') requireLine(found.why, 'reason');
  const ofPeople = new Set<string>();
  const saying = (of: Note, against: Note) => {
    const named = referenceTo(index, of, against);
    return (text: string) => {
      if (needsPerson(vault, text)) ofPeople.add(of.path);
      return recordContradiction(text, { ...found, other: named });
    };
  };
  const changes = [
    { note: one, change: saying(one, other) },
    { note: other, change: saying(other, one) },
  ];
  // Check both changes before writing, so that a failure leaves neither note changed.
  for (const { note, change } of changes) planChange(vault, note.path, change);
  const given = [...(input.by === undefined ? [] : ['--by', input.by]), ...(found.why === '' ? [] : ['--why', found.why])];
  const command = ['cortex', 'vault', 'contradict', one.path, other.path, ...given, ...vaultOption(input.vault)];
  const notes: StatusOutput['notes'] = [];
  await vault.store.edits.runExclusively(async () => {
    for (const { note, change } of changes) {
      const done = notes.map(({ path }) => `recorded it in ${path}`).join(', ');
      const status = await runStep({ done, command }, () => changeStatus(vault, note, change));
      notes.push(ofPeople.has(note.path) ? { ...status, decidedBy: suggestPersonId(vault.context.environment) } : status);
    }
  });
  const counts = currentNoteFilter(index);
  const outdated = [one, other].filter(({ path }) => !counts(index.get(path) ?? one));
  const warnings = outdated.map(({ path }) => `${path} is no longer current, so there is nothing to resolve`);
  return { ok: true, output: { notes }, warnings };
});
