import path from 'node:path';
import { runStep } from '../files/run-step.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { withoutLineBreaks } from '../text/line-breaks.ts';
import { requireEndOfConflicts } from './conflicts.ts';
import { type ArchivedFile, appendToHistory, HISTORY } from './files/history.ts';
import { parseMessages } from './messages/format.ts';
import type { PlacedMessage } from './messages/message.ts';
import { messageTime } from './messages/message-time.ts';
import { isRead, readMarks } from './messages/read-marks.ts';
import { removeMessages } from './messages/remove-messages.ts';
import { findOldTasks } from './plan/old-tasks.ts';
import type { Block } from './plan/task-blocks.ts';
import { STACK_FILES, type StackStore } from './store.ts';

export interface CompactOptions {
  /** Only messages and tasks older than this are moved, in milliseconds. */
  readonly olderThanMs: number;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** Only count what would be moved. */
  readonly dryRun?: boolean;
  /** Ids of answered messages. Answers in this stack's OUTBOX are found without it. */
  readonly answered?: ReadonlySet<string>;
}

/** Numbers of items moved to HISTORY.md. */
export interface Compacted {
  readonly messages: number;
  readonly tasks: number;
}

/** A block to remove, with the number of its messages or tasks. */
interface Removed extends Block {
  readonly count: number;
}

/** A move from one file to HISTORY.md. */
interface ArchiveJob {
  readonly source: ArchivedFile;
  readonly day: string;
  readonly dryRun: boolean;
  /** Words of the command that repeats the move, for error messages. */
  readonly command: readonly string[];
  /** Returns the blocks to move. */
  choose(text: string): readonly Removed[];
  remove(text: string, blocks: readonly Removed[]): string;
}

/** Returns the messages that are old enough and were read or answered. */
function oldMessages(text: string, cutoff: number, isSettled: (message: PlacedMessage) => boolean): Removed[] {
  return parseMessages(text).messages.flatMap((message) => {
    const { from, to } = message.place;
    const time = messageTime(message);
    if (time === null || time > cutoff || !isSettled(message)) return [];
    return [{ from, to, raw: text.slice(from, withoutLineBreaks(text, to)), indent: 0, count: 1 }];
  });
}

/** Returns a text without some blocks. */
function without(text: string, blocks: readonly Block[]): string {
  let rest = '';
  let kept = 0;
  for (const { from, to } of blocks) {
    rest += text.slice(kept, from);
    kept = to;
  }
  return rest + text.slice(kept);
}

/** Returns a predicate for messages that were read or answered. */
function handledFilter(store: StackStore, { answered = new Set() }: Pick<CompactOptions, 'answered'>): (message: PlacedMessage) => boolean {
  const marks = readMarks(store);
  const replied = new Set(store.outbox().messages.flatMap(({ replyTo }) => replyTo ?? []));
  return (message) => isRead(message, marks) || answered.has(message.id) || replied.has(message.id);
}

function inboxJob(store: StackStore, options: CompactOptions): Pick<ArchiveJob, 'source' | 'choose' | 'remove'> {
  const { now, olderThanMs } = options;
  const isSettled = handledFilter(store, options);
  return {
    source: STACK_FILES.inbox,
    choose: (text) => oldMessages(text, now - olderThanMs, isSettled),
    remove: (text, blocks) => {
      const starts = new Set(blocks.map(({ from }) => from));
      const isGone = ({ place }: PlacedMessage) => starts.has(place.from);
      return removeMessages(text, isGone);
    },
  };
}

/** Counts the messages that were read or answered but stay because their age is unknown: they have no time. */
export function countWithoutTime(store: StackStore, options: Pick<CompactOptions, 'answered'>): number {
  const isUntimed = (message: PlacedMessage) => messageTime(message) === null;
  return store.mailbox.read().messages.filter(isUntimed).filter(handledFilter(store, options)).length;
}

/** Returns when a file was last written, in milliseconds since 1970 UTC; `null` when it does not exist. @throws CortexError */
function changedAt({ runtime, directory }: StackStore, name: string): number | null {
  const file = path.join(directory, name);
  try {
    return Number(runtime.fs.statSync(file, { bigint: true }).mtimeNs / 1_000_000n);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, file, 'read the file', 'read');
  }
}

function planJob(store: StackStore, { now, olderThanMs }: CompactOptions): Pick<ArchiveJob, 'source' | 'choose' | 'remove'> {
  const written = changedAt(store, STACK_FILES.plan) ?? now;
  return {
    source: STACK_FILES.plan,
    choose: (text) => findOldTasks(text, { cutoff: now - olderThanMs, written }).map((block) => ({ ...block, count: block.tasks.length })),
    remove: without,
  };
}

const countOf = (blocks: readonly Removed[]): number => blocks.reduce((sum, { count }) => sum + count, 0);

function sourceChangedError(directory: string): CortexError {
  const next = 'Nothing was removed from the source file. Try again when no other program writes HISTORY.md.';
  return new CortexError('busy', 'the text added to the file is no longer in it', { file: path.join(directory, HISTORY), next });
}

/**
 * Appends to HISTORY.md first, and removes from the source only after reading the text back. A crash between the two leaves both copies,
 * and nothing is lost. The second look checks a second later that the text is still there.
 */
async function move(store: StackStore, { source, day, dryRun, command, choose, remove }: ArchiveJob): Promise<number> {
  const chosen = choose(store.text(source) ?? '');
  if (chosen.length === 0 || dryRun) return countOf(chosen);
  // Identical copies of a message are one message. Identical tasks are separate tasks.
  const blocks = source === STACK_FILES.inbox ? [...new Map(chosen.map((block) => [block.raw, block])).values()] : chosen;
  const added = (history: string | null) => {
    requireEndOfConflicts(mergeConflicts(history ?? ''), history ?? '', path.join(store.directory, HISTORY));
    return appendToHistory(history, { source, day, blocks });
  };
  const what = () => `the text moved from ${source} to HISTORY.md`;
  const { text: written } = await store.edits.edit(HISTORY, added, { what, isOnlyCopy: true });
  const present = store.text(HISTORY) ?? '';
  // Other writers may have appended, or prepended if they had the replaced file open. That does no harm.
  if (!present.startsWith(written ?? '') && added(present) !== null) throw sourceChangedError(store.directory);
  const raws = new Set(chosen.map(({ raw }) => raw));
  let moved = 0;
  const take = (text: string | null) => {
    // A block that another program changed meanwhile stays.
    const gone = choose(text ?? '').filter(({ raw }) => raws.has(raw));
    moved = countOf(gone);
    return text === null ? null : remove(text, gone);
  };
  const done = `the items to archive from ${source} are in ${HISTORY}`;
  await runStep({ done, command }, () => store.edits.edit(source, take));
  return moved;
}

/**
 * Moves old messages that were read or answered, and old completed tasks, unchanged from INBOX.md and PLAN.md to HISTORY.md (decision
 * 0013). A task moves with its subtasks when all are done; a task that an open task depends on stays.
 * @throws CortexError as `TextEdits.edit`; `busy` when HISTORY.md was rewritten meanwhile, with nothing lost
 */
export async function compactStack(store: StackStore, options: CompactOptions): Promise<Compacted> {
  const command = ['cstack', 'compact', '--older-than', `${Math.ceil(options.olderThanMs / 1_000)}s`];
  const common = { day: new Date(options.now).toISOString().slice(0, 10), dryRun: options.dryRun ?? false, command };
  const messages = await move(store, { ...common, ...inboxJob(store, options) });
  const tasks = await move(store, { ...common, ...planJob(store, options) });
  return { messages, tasks };
}
