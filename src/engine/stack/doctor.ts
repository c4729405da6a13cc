import path from 'node:path';
import { conflictCopies } from '../files/second-look/conflict-copies.ts';
import { CortexError, describeValue } from '../platform/errors.ts';
import { checkAgents } from './agents/agents-check.ts';
import { examineUndeclared } from './agents/undeclared-stacks.ts';
import { examineConflicts } from './conflicts.ts';
import { MEMORY_FILES } from './files/memory.ts';
import type { StackFinding } from './findings.ts';
import { examineInbox, examineOutbox } from './messages/examine-messages.ts';
import type { FindRecipient } from './messages/route.ts';
import { examinePlan } from './plan/examine-plan.ts';
import type { Stacks } from './stacks.ts';
import { STACK_FILES, type StackStore } from './store.ts';

/** Files of a stack that the doctor examines. */
export const EXAMINED_FILES = [STACK_FILES.inbox, STACK_FILES.outbox, STACK_FILES.plan, STACK_FILES.current, ...MEMORY_FILES] as const;

/** A text of a stack. It may come from an editor and be unsaved. */
export interface ExaminedText {
  /** Absolute. The base name selects the checks. */
  readonly file: string;
  readonly text: string;
  /** Finds recipients. */
  readonly find: FindRecipient;
  /** Owner of the stack. */
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

/** Returns what a person should look at in a text of a stack. */
export function examineStackText(examined: ExaminedText): StackFinding[] {
  const found = [...examineConflicts(examined.text, examined.file), ...examineContent(examined)];
  return found.sort((one, other) => one.line - other.line);
}

/** Returns the findings of a file. A file that cannot be read is one finding; a missing file has none. */
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

/** Returns what a person should look at in a file of a stack. */
export function examineFile(store: StackStore, name: (typeof EXAMINED_FILES)[number], find: FindRecipient): StackFinding[] {
  return examineIn(store, name, (text, file) => examineStackText({ file, text, find, owner: store.owner }));
}

/** Returns the merge conflicts in a file of a stack. */
export function examineConflictsIn(store: StackStore, name: string): StackFinding[] {
  return examineIn(store, name, examineConflicts);
}

/** Returns the merge conflicts in AGENTS.md and in the files of its stacks. @param files of each stack */
export function conflictsOfStacks(
  { agentsText, agentsFile }: Stacks,
  files: readonly { readonly conflicts: readonly StackFinding[] }[],
): StackFinding[] {
  const ofAgents = agentsText === null ? [] : examineConflicts(agentsText, agentsFile);
  return [...ofAgents, ...files.flatMap(({ conflicts }) => conflicts)];
}

/** Returns the folders whose files are examined. */
export function listExaminedFolders(stacks: Stacks): string[] {
  return [stacks.root, stacks.own().store.directory, ...stacks.all().stacks.map(({ store }) => store.directory)];
}

/**
 * Returns everything that a person should look at in AGENTS.md and in the files of its stacks (rulings, all protocols 9). Changes nothing.
 */
export function diagnoseStacks(stacks: Stacks): StackFinding[] {
  const ofStacks = stacks
    .all()
    .stacks.flatMap(({ store }) => EXAMINED_FILES.flatMap((name) => examineFile(store, name, (to) => stacks.writtenRecipient(to))));
  const kept = conflictCopies(stacks.runtime.fs, listExaminedFolders(stacks)).map(
    (each): StackFinding => ({ severity: 'warning', code: 'kept-copy', line: 1, ...each }),
  );
  return [...checkAgents(stacks), ...ofStacks, ...examineUndeclared(stacks), ...kept];
}
