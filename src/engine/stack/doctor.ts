import path from 'node:path';
import { conflictCopies } from '../files/second-look/conflict-copies.ts';
import { CortexError, describeValue } from '../platform/errors.ts';
import { checkAgents } from './agents/agents-check.ts';
import { CONFLICT_CODE, examineConflicts, HALF_CONFLICT_CODE } from './conflicts.ts';
import { MEMORY_FILES } from './files/memory.ts';
import type { StackFinding } from './findings.ts';
import { examineInbox, examineOutbox } from './messages/examine-messages.ts';
import type { FindRecipient } from './messages/route.ts';
import { examinePlan } from './plan/examine-plan.ts';
import type { Stacks } from './stacks.ts';
import { STACK_FILES, type StackStore } from './store.ts';

/** The files of a stack that are looked through. */
export const EXAMINED_FILES = [STACK_FILES.inbox, STACK_FILES.outbox, STACK_FILES.plan, STACK_FILES.current, ...MEMORY_FILES] as const;

/** A text of a stack, also one that is open in an editor and not saved. */
export interface ExaminedText {
  /** Absolute; its name says what it is. */
  readonly file: string;
  readonly text: string;
  /** Whom recipients are looked for by. */
  readonly find: FindRecipient;
  /** Whose stack it is. */
  readonly owner: string;
}

function examineContent({ file, text, find, owner }: ExaminedText): StackFinding[] {
  switch (path.basename(file)) {
    case STACK_FILES.plan:
      return examinePlan(text, file);
    case STACK_FILES.inbox:
      return examineInbox(text, file);
    case STACK_FILES.outbox:
      return examineOutbox(text, file, { find, owner });
    default:
      return [];
  }
}

/** What a person should look at in a text of a stack. */
export function examineStackText(examined: ExaminedText): StackFinding[] {
  const found = [...examineConflicts(examined.text, examined.file), ...examineContent(examined)];
  return found.sort((one, other) => one.line - other.line);
}

/** What is found in a file; one that cannot be read is a finding of its own, and one that is missing is empty. */
function examineIn(store: StackStore, name: string, examine: (text: string, file: string) => StackFinding[]): StackFinding[] {
  const file = path.join(store.directory, name);
  try {
    const text = store.text(name);
    return text === null ? [] : examine(text, file);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const { line = 1, next } = error.data;
    const message = error.message + describeValue(error.data);
    return [{ severity: 'error', code: 'broken-file', message, file, line, ...(next !== undefined && { next }) }];
  }
}

/** What a person should look at in a file of a stack. */
export function examineFile(store: StackStore, name: (typeof EXAMINED_FILES)[number], find: FindRecipient): StackFinding[] {
  return examineIn(store, name, (text, file) => examineStackText({ file, text, find, owner: store.owner }));
}

/** The merge conflicts in a file of a stack. */
export function examineConflictsIn(store: StackStore, name: string): StackFinding[] {
  return examineIn(store, name, examineConflicts);
}

/** The merge conflicts in AGENTS.md and in the files of its stacks. */
export function conflictsOfStacks(stacks: Stacks): StackFinding[] {
  const ofAgents = stacks.agentsText === null ? [] : examineConflicts(stacks.agentsText, stacks.agentsFile);
  const ofStacks = stacks.all().stacks.flatMap(({ store }) => EXAMINED_FILES.flatMap((name) => examineConflictsIn(store, name)));
  return [...ofAgents, ...ofStacks].filter(({ code }) => code === CONFLICT_CODE || code === HALF_CONFLICT_CODE);
}

/** The folders whose files are looked through. */
export function foldersOf(stacks: Stacks): string[] {
  return [stacks.root, stacks.own().store.directory, ...stacks.all().stacks.map(({ store }) => store.directory)];
}

/**
 * Everything that a person should look at in AGENTS.md and in the files of its stacks (rulings, all protocols 9). Nothing is changed.
 */
export function diagnoseStacks(stacks: Stacks): StackFinding[] {
  const ofStacks = stacks
    .all()
    .stacks.flatMap(({ store }) => EXAMINED_FILES.flatMap((name) => examineFile(store, name, (to) => stacks.recipient(to))));
  const kept = conflictCopies(stacks.runtime.fs, foldersOf(stacks)).map(
    (each): StackFinding => ({ severity: 'warning', code: 'kept-copy', line: 1, ...each }),
  );
  return [...checkAgents(stacks), ...ofStacks, ...kept];
}
