import { CortexError } from '../kernel/errors.ts';
import type { OperationContext } from '../kernel/operation.ts';

/** Ids of this form are people, not agents. */
const PERSON = 'person:';

/** True for the id of a person. */
export function isPerson(id: string): boolean {
  return id.startsWith(PERSON);
}

/** Nobody but a person may speak as one. @throws CortexError `denied` for `person:…` from a program, `invalid-input` for no name */
export function checkAgent({ interactive }: Pick<OperationContext, 'interactive'>, id: string): void {
  if (id.trim() === '' || id === PERSON) {
    throw new CortexError('invalid-input', 'an agent needs an id', { value: id, next: 'Give the id under which the agent works.' });
  }
  if (!isPerson(id) || interactive) return;
  throw new CortexError('denied', 'only a person at a terminal or in the editor may act as one', {
    value: id,
    allowed: 'the id of an agent',
    next: 'Run the command in a terminal, or use the editor.',
  });
}
