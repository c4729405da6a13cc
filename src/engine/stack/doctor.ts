import path from 'node:path';
import { CortexError, describeValue } from '../kernel/errors.ts';
import { checkAgents } from './agents-check.ts';
import { examineInbox, examineOutbox } from './examine-messages.ts';
import { examinePlan } from './examine-plan.ts';
import type { StackFinding } from './findings.ts';
import type { FindRecipient } from './route.ts';
import type { Stacks } from './stacks.ts';
import { STACK_FILES, type StackStore } from './store.ts';

/** The files of a stack that are looked through. */
export const EXAMINED_FILES = [STACK_FILES.inbox, STACK_FILES.outbox, STACK_FILES.plan] as const;

/** A text of a stack, also one that is open in an editor and not saved. */
export interface ExaminedText {
  /** Absolute; its name says what it is. */
  readonly file: string;
  readonly text: string;
  /** Whom recipients are looked for by. */
  readonly find: FindRecipient;
}

/** What a person should look at in a text of a stack. */
export function examineStackText({ file, text, find }: ExaminedText): StackFinding[] {
  const name = path.basename(file);
  if (name === STACK_FILES.plan) return examinePlan(text, file);
  return name === STACK_FILES.outbox ? examineOutbox(text, file, find) : examineInbox(text, file);
}

/** What a person should look at in a file. One that cannot be read is a finding of its own; one that is missing is empty. */
export function examineFile(store: StackStore, name: (typeof EXAMINED_FILES)[number], find: FindRecipient): StackFinding[] {
  const file = path.join(store.directory, name);
  try {
    const text = store.text(name);
    return text === null ? [] : examineStackText({ file, text, find });
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const { line = 1, next } = error.data;
    const message = error.message + describeValue(error.data);
    return [{ severity: 'error', code: 'broken-file', message, file, line, ...(next !== undefined && { next }) }];
  }
}

/**
 * Everything that a person should look at in AGENTS.md and in the INBOX, OUTBOX and PLAN of its stacks (rulings, all protocols 9). Nothing
 * is changed.
 */
export function diagnoseStacks(stacks: Stacks): StackFinding[] {
  const ofStacks = stacks
    .all()
    .stacks.flatMap(({ store }) => EXAMINED_FILES.flatMap((name) => examineFile(store, name, (to) => stacks.recipient(to))));
  return [...checkAgents(stacks), ...ofStacks];
}
