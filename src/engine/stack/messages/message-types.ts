import { similarWord } from '../../text/similar-word.ts';

/** Known types of messages (seed 3, "Message Types"). Any other line is allowed too and preserved. */
export const MESSAGE_TYPES = ['task', 'question', 'milestone', 'blocked', 'done'] as const;

/** Types of messages that a person sends from `cortex needs-you`. They are neither work nor wait for an answer. */
export const ANSWER_TYPES = { answer: 'answer', reminder: 'reminder' } as const;

export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Types that the program itself writes or documents. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set([...MESSAGE_TYPES, ...Object.values(ANSWER_TYPES)]);

const ASKING: ReadonlySet<string> = new Set(['task', 'question']);

const plainType = (type: string): string => type.trim().toLowerCase();

export const isKnownType = (type: string): boolean => KNOWN_TYPES.has(plainType(type));

/** Returns the known type that was probably meant by a custom one; `null` for a known type, and if none is similar. */
export function meantType(type: string): string | null {
  return isKnownType(type) ? null : similarWord(plainType(type), KNOWN_TYPES);
}

/** Returns the type as which a message counts, in lower case: the known type that was probably meant, so that a typo hides no question. */
export function countedType(type: string): string {
  return meantType(type) ?? plainType(type);
}

/** Reports whether messages of a type expect an answer. */
export const isAskingType = (type: string): boolean => ASKING.has(countedType(type));
