import { CortexError } from '../kernel/errors.ts';
import type { OperationContext } from '../kernel/operation.ts';

/** Ids of this form are people, not agents. */
const PERSON = 'person:';

/** True for the id of a person. */
export function isPerson(id: string): boolean {
  return id.startsWith(PERSON);
}

/** What is not seen where an id is shown: white space, and characters that only say how others are set. */
const UNSEEN = String.raw`[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]`;
const UNSEEN_BEFORE = new RegExp(`^${UNSEEN}+`, 'u');
const NO_NAME = new RegExp(`^(?:${PERSON})?${UNSEEN}*$`, 'u');

/** Nobody but a person may speak as one, or under an id that looks like it. @throws CortexError `denied` for `person:…` from a program, `invalid-input` for no name */
export function checkAgent({ interactive }: Pick<OperationContext, 'interactive'>, id: string): void {
  const seen = id.replace(UNSEEN_BEFORE, '');
  if (NO_NAME.test(seen)) {
    throw new CortexError('invalid-input', 'an agent needs an id', { value: id, next: 'Give the id under which the agent works.' });
  }
  if (!isPerson(seen) || (interactive && isPerson(id))) return;
  throw new CortexError('denied', 'only a person at a terminal or in the editor may act as one', {
    value: id,
    allowed: 'the id of an agent',
    next: 'Run the command in a terminal, or use the editor.',
  });
}
