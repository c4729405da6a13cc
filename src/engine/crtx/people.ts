import os from 'node:os';
import { CortexError } from '../platform/errors.ts';
import type { OperationContext } from '../platform/operation.ts';
import { lookAlike, skeletonOf, withSimilarLetters } from '../text/confusables/skeleton.ts';

type Environment = NonNullable<OperationContext['environment']>;

/** Ids of this form are people, not agents. */
const PERSON = 'person:';

/**
 * How the person at this terminal is called in commands that are to be pasted: after the login name, where that is a plain word.
 */
export function personHere(environment: Environment = {}): string {
  return `${PERSON}${loginName(environment) ?? 'me'}`;
}

const isPlain = (name: string | undefined): name is string => name !== undefined && /^[\w.-]{1,64}$/.test(name);

/** The name of the account; a user id may have none, as in some containers. */
function accountName(): string | undefined {
  try {
    return os.userInfo().username;
  } catch {
    return undefined;
  }
}

/** The login name under which a program runs, of the environment or else of the account; `null` where neither has one that is a plain word. */
export function loginName({ USER, LOGNAME, USERNAME }: Environment = {}): string | null {
  const named = [USER, LOGNAME, USERNAME].find(isPlain);
  if (named !== undefined) return named;
  const account = accountName();
  return isPlain(account) ? account : null;
}

/** Who is named in the entries of what nobody in particular did: the rules of the protocol. */
export const NOBODY = 'cortex';

/** True for the id of a person. */
export function isPerson(id: string): boolean {
  return id.startsWith(PERSON);
}

/** What a reader takes an id for at a glance, whatever characters it is written with: also a digit that looks like a letter. */
function seenAs(id: string): string {
  return withSimilarLetters(skeletonOf(id)).replaceAll('0', 'o');
}

/** @throws CortexError `already-exists` for an id that looks like another agent's and is none of `ids` */
export function checkLookAlike(id: string, ids: Iterable<string>): void {
  const other = lookAlike(id, ids);
  if (other === null) return;
  throw new CortexError('already-exists', `the id looks like that of another agent, ${JSON.stringify(other)}`, {
    value: id,
    next: 'Choose another id.',
  });
}

/**
 * Nobody but a person may speak as one, and nobody as the program itself, or under an id that looks like these.
 * @throws CortexError `denied` for `person:…` from a program, `invalid-input` for no name and for `cortex`, which nobody may ever have
 */
export function checkAgent({ interactive, refusePerson }: Pick<OperationContext, 'interactive' | 'refusePerson'>, id: string): void {
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
  if (!isPerson(seen)) return;
  if (interactive && isPerson(id)) {
    const refusal = refusePerson?.() ?? null;
    if (refusal !== null) throw refusal;
    return;
  }
  throw new CortexError('denied', 'only a person at a terminal or in the editor may act as one', {
    value: id,
    next: 'Run the command in a terminal, or use the editor.',
  });
}

/** The environment variable that says which agent a process works for (docs/decisions/0050-agents-take-part.md). */
const AGENT = 'CORTEX_AGENT';

/**
 * Which agent the environment of a process names.
 * @returns `null` where it names none
 * @throws CortexError `denied` for the id of a person, `invalid-input` for what is no id
 */
export function namedAgent(environment: Environment = {}): string | null {
  const agent = environment[AGENT]?.trim() ?? '';
  if (agent === '') return null;
  checkAgent({ interactive: false }, agent);
  return agent;
}
