import { completing } from '../../files/completing.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { requireLine } from '../line-of-text.ts';
import type { Note } from '../notes/note.ts';
import { planned } from '../notes/planned-change.ts';
import { contradictingText } from '../review.ts';
import type { ContradictInput, StatusOutput } from '../schemas/notes.ts';
import { countingIn } from '../trust/reviews.ts';
import { whoActs } from './deciding.ts';
import { findNote } from './find-note.ts';
import { inVault, type OpenVault } from './open-vault.ts';
import { decide, namedIn, namedVault } from './reviewing.ts';

/** Records in both notes that they contradict each other, who found it, and why (decision 0031). */
export const contradictNotes = inVault(async (vault: OpenVault, input: ContradictInput): Promise<Outcome<StatusOutput>> => {
  const { index } = vault.store;
  const [one, other] = [findNote(vault, input.one), findNote(vault, input.other)];
  if (one.path === other.path) {
    const code = input.one === input.other ? 'invalid-input' : 'denied';
    throw new CortexError(code, 'a note cannot contradict itself', { value: input.other, next: 'Name two notes.' });
  }
  const found = { by: whoActs(vault.context, input.by), day: vault.today, why: input.why.replace(/\s+/g, ' ').trim() };
  if (found.why !== '') requireLine(found.why, 'reason');
  const saying = (of: Note, against: Note) => {
    const named = namedIn(index, of, against);
    return (text: string) => contradictingText(text, { ...found, other: named });
  };
  const changes = [
    { note: one, change: saying(one, other) },
    { note: other, change: saying(other, one) },
  ];
  // Check both changes before writing, so that a failure leaves neither note changed.
  for (const { note, change } of changes) planned(vault, note.path, change);
  const given = [...(input.by === undefined ? [] : ['--by', input.by]), ...(found.why === '' ? [] : ['--why', found.why])];
  const command = ['cortex', 'vault', 'contradict', one.path, other.path, ...given, ...namedVault(input.vault)];
  const notes: StatusOutput['notes'] = [];
  await vault.store.edits.alone(async () => {
    for (const { note, change } of changes) {
      const done = notes.map(({ path }) => `recorded it in ${path}`).join(', ');
      notes.push(await completing({ done, command }, () => decide(vault, note, change)));
    }
  });
  const counts = countingIn(index);
  const outdated = [one, other].filter(({ path }) => !counts(index.get(path) ?? one));
  const warnings = outdated.map(({ path }) => `${path} is no longer current, so there is nothing to resolve`);
  return { ok: true, output: { notes }, warnings };
});
