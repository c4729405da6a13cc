import { CortexError } from '../kernel/errors.ts';
import type { OperationContext } from '../kernel/operation.ts';

type Environment = NonNullable<OperationContext['environment']>;

/** Ids of this form are people, not agents. */
const PERSON = 'person:';

/**
 * How the person at this terminal is called in commands that are to be pasted: after the login name, where the environment has one that is a
 * plain word.
 */
export function personHere(environment: Environment = {}): string {
  return `${PERSON}${loginName(environment) ?? 'me'}`;
}

/** The login name under which a program runs; `null` where the environment has none that is a plain word. */
export function loginName({ USER, LOGNAME, USERNAME }: Environment = {}): string | null {
  return [USER, LOGNAME, USERNAME].find((name) => name !== undefined && /^[\w.-]{1,64}$/.test(name)) ?? null;
}

/** Who is named in the entries of what nobody in particular did: the rules of the protocol. */
export const NOBODY = 'cortex';

/** True for the id of a person. */
export function isPerson(id: string): boolean {
  return id.startsWith(PERSON);
}

/** What is not seen where an id is shown: white space, and characters that only say how others are set. U+2800 is a blank of Braille. */
const UNSEEN = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]/gu;

/** What a reader takes an id for, whatever characters it is written with. */
function seenAs(id: string): string {
  return id.normalize('NFKC').replace(UNSEEN, '').toLowerCase();
}

/**
 * Nobody but a person may speak as one, and nobody as the program itself, or under an id that looks like these.
 * @throws CortexError `denied` for `person:…` from a program, `invalid-input` for no name and for `cortex`, which nobody may ever have
 */
export function checkAgent({ interactive }: Pick<OperationContext, 'interactive'>, id: string): void {
  const seen = seenAs(id);
  if (seen === '' || seen === PERSON) {
    throw new CortexError('invalid-input', 'an agent needs an id', { value: id, next: 'Give the id under which the agent works.' });
  }
  if (seen === NOBODY) {
    throw new CortexError('invalid-input', 'under this id the program itself speaks', {
      value: id,
      allowed: 'the id of an agent',
      next: 'Choose another id.',
    });
  }
  if (!isPerson(seen) || (interactive && isPerson(id))) return;
  throw new CortexError('denied', 'only a person at a terminal or in the editor may act as one', {
    value: id,
    next: 'Run the command in a terminal, or use the editor.',
  });
}
