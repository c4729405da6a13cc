import os from 'node:os';
import { CortexError } from '../platform/errors.ts';
import type { OperationContext } from '../platform/operation.ts';
import { lookAlike, toSkeleton, withSimilarLetters } from '../text/confusables/skeleton.ts';
import { hasControl } from '../text/one-line.ts';

type Environment = NonNullable<OperationContext['environment']>;

/** Prefix of the ids of people. All other ids are agents. */
const PERSON = 'person:';

/** Returns the id of the person at this terminal for suggested commands. It uses the login name if that is a plain word. */
export function suggestPersonId(environment: Environment = {}): string {
  return `${PERSON}${loginName(environment) ?? 'me'}`;
}

const isPlain = (name: string | undefined): name is string => name !== undefined && /^[\w.-]{1,64}$/.test(name);

/** Returns the account's name. A user id may have none, as in some containers. */
function accountName(): string | undefined {
  try {
    return os.userInfo().username;
  } catch {
    return undefined;
  }
}

/** Returns the login name from the environment or the account; `null` if neither is a plain word. */
export function loginName({ USER, LOGNAME, USERNAME }: Environment = {}): string | null {
  const named = [USER, LOGNAME, USERNAME].find(isPlain);
  if (named !== undefined) return named;
  const account = accountName();
  return isPlain(account) ? account : null;
}

/** Author of entries that the rules of the protocol caused, not an agent or a person. */
export const PROTOCOL_AUTHOR = 'cortex';

/** Whether an id is a person's. */
export function isPerson(id: string): boolean {
  return id.startsWith(PERSON);
}

/** Digits and signs that are read as letters of `person` and `cortex`. */
const LIKE_LETTERS: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 5: 's', $: 's' };

/** Markdown and HTML show a character reference as its character. */
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(colon));?/gi;

function withoutReferences(id: string): string {
  return id.replace(REFERENCE, (all, decimal?: string, hexadecimal?: string) => {
    if (decimal === undefined && hexadecimal === undefined) return ':';
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code > 0x10ffff ? all : String.fromCodePoint(code);
  });
}

/** Returns what an id looks like at a glance, including digits that look like letters. */
function appearance(id: string): string {
  return withSimilarLetters(toSkeleton(withoutReferences(id))).replace(/[035$]/g, (sign) => LIKE_LETTERS[sign] ?? sign);
}

/** Separators behind which a second id seems to begin. */
const BETWEEN_IDS = /[,;|/]/;

/** Returns whether an appearance begins like the id of a person, without the marks of quotes and markup, or a part of it does. */
const seemsPerson = (seen: string): boolean =>
  [seen.replace(';', ':'), ...seen.split(BETWEEN_IDS)].some((part) => isPerson(part.replace(/[^\p{L}\p{N}:]/gu, '')));

/** Whether an id is that of a person, or looks like one. */
export function looksLikePerson(id: string): boolean {
  return seemsPerson(appearance(id));
}

/** @throws CortexError `already-exists` for an id that looks like one of `ids` but is not equal to it */
export function checkLookAlike(id: string, ids: Iterable<string>): void {
  const other = lookAlike(id, ids);
  if (other === null) return;
  throw new CortexError('already-exists', `the id looks like that of another agent, ${JSON.stringify(other)}`, {
    value: id,
    next: 'Choose another id.',
  });
}

/** Ids are written into one-line headers and lists, and printed on terminals. @throws CortexError `invalid-input` */
function requireNoControl(id: string): void {
  if (!hasControl(id)) return;
  throw new CortexError('invalid-input', 'the agent id must not contain a line break or another control character', {
    value: id,
    allowed: 'one line of text without control characters',
    next: 'Choose another id.',
  });
}

/**
 * Checks that only a person uses a person's id, and that no caller uses this program's id or a look-alike.
 * @throws CortexError `denied` for `person:…` from a program, `invalid-input` for an empty id, for one with a control character, and for
 *   `cortex`, which is reserved
 */
export function checkAgent({ interactive, refusePerson }: Pick<OperationContext, 'interactive' | 'refusePerson'>, id: string): void {
  const seen = appearance(id);
  if (seen === '' || seen === PERSON) {
    throw new CortexError('invalid-input', 'an agent needs an id', { value: id, next: 'Pass the id of the agent.' });
  }
  if (seen === PROTOCOL_AUTHOR) {
    throw new CortexError('invalid-input', 'this id is reserved for the program itself', {
      value: id,
      allowed: 'the id of an agent',
      next: 'Choose another id.',
    });
  }
  if (seemsPerson(seen) && !(interactive && isPerson(id))) {
    throw new CortexError('denied', 'only a person at a terminal or in the editor may act as one', {
      value: id,
      next: 'Run the command in a terminal, or use the editor.',
    });
  }
  requireNoControl(id);
  const refusal = isPerson(id) ? (refusePerson?.() ?? null) : null;
  if (refusal !== null) throw refusal;
}

/** Environment variable with the agent's id for a process (docs/decisions/0050-agent-integration.md). */
const AGENT = 'CORTEX_AGENT';

/**
 * Returns the agent that the environment names.
 * @returns `null` if it names none
 * @throws CortexError `denied` for the id of a person, `invalid-input` for an invalid id
 */
export function namedAgent(environment: Environment = {}): string | null {
  const agent = environment[AGENT]?.trim() ?? '';
  if (agent === '') return null;
  checkAgent({ interactive: false }, agent);
  return agent;
}
