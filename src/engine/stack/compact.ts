import path from 'node:path';
import { completing } from '../files/completing.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { withoutLineBreaks } from '../text/line-breaks.ts';
import { requireEndOfConflicts } from './conflicts.ts';
import { type ArchivedFile, archived, HISTORY } from './files/history.ts';
import { parseMessages } from './messages/format.ts';
import type { PlacedMessage } from './messages/message.ts';
import { messageTime } from './messages/message-time.ts';
import { isRead, readMarks } from './messages/read-marks.ts';
import { removeMessages } from './messages/remove-messages.ts';
import { oldTasks } from './plan/old-tasks.ts';
import type { Block } from './plan/task-blocks.ts';
import { STACK_FILES, type StackStore } from './store.ts';

export interface CompactOptions {
  /** What is younger stays. Milliseconds. */
  readonly olderThanMs: number;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** Only counts what would be moved. */
  readonly dryRun?: boolean;
  /** Ids of messages that were answered, wherever the answers stand; those with answers in the own OUTBOX are known. */
  readonly answered?: ReadonlySet<string>;
}

/** How much was moved to HISTORY.md. */
export interface Compacted {
  readonly messages: number;
  readonly tasks: number;
}

/** A part that is taken out, and how many messages or tasks it is. */
interface Removed extends Block {
  readonly count: number;
}

/** One file that something is taken out of. */
interface Job {
  readonly source: ArchivedFile;
  readonly day: string;
  readonly dryRun: boolean;
  /** The words of the command that moves it. */
  readonly command: readonly string[];
  /** What is to be moved. */
  choose(text: string): readonly Removed[];
  remove(text: string, blocks: readonly Removed[]): string;
}

/** The messages that are old enough, and read or answered. */
function oldMessages(text: string, cutoff: number, isSettled: (message: PlacedMessage) => boolean): Removed[] {
  return parseMessages(text).messages.flatMap((message) => {
    const { from, to } = message.place;
    const time = messageTime(message);
    if (time === null || time > cutoff || !isSettled(message)) return [];
    return [{ from, to, raw: text.slice(from, withoutLineBreaks(text, to)), indent: 0, count: 1 }];
  });
}

/** A text without some of its parts. */
function without(text: string, blocks: readonly Block[]): string {
  let rest = '';
  let kept = 0;
  for (const { from, to } of blocks) {
    rest += text.slice(kept, from);
    kept = to;
  }
  return rest + text.slice(kept);
}

/** Whether a message was read or answered. */
function settledIn(store: StackStore, { answered = new Set() }: Pick<CompactOptions, 'answered'>): (message: PlacedMessage) => boolean {
  const marks = readMarks(store);
  const replied = new Set(store.outbox().messages.flatMap(({ replyTo }) => replyTo ?? []));
  return (message) => isRead(message, marks) || answered.has(message.id) || replied.has(message.id);
}

function inboxJob(store: StackStore, options: CompactOptions): Pick<Job, 'source' | 'choose' | 'remove'> {
  const { now, olderThanMs } = options;
  const isSettled = settledIn(store, options);
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

/** How many messages were read or answered and stay all the same: they say no time, so it is not known how old they are. */
export function countWithoutTime(store: StackStore, options: Pick<CompactOptions, 'answered'>): number {
  const isUntimed = (message: PlacedMessage) => messageTime(message) === null;
  return store.mailbox.read().messages.filter(isUntimed).filter(settledIn(store, options)).length;
}

/** When a file was last written, milliseconds since 1970 UTC; `null` when it is not there. @throws CortexError */
function changedAt({ runtime, directory }: StackStore, name: string): number | null {
  const file = path.join(directory, name);
  try {
    return Number(runtime.fs.statSync(file, { bigint: true }).mtimeNs / 1_000_000n);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, file, 'look at the file', 'read');
  }
}

function planJob(store: StackStore, { now, olderThanMs }: CompactOptions): Pick<Job, 'source' | 'choose' | 'remove'> {
  const written = changedAt(store, STACK_FILES.plan) ?? now;
  return {
    source: STACK_FILES.plan,
    choose: (text) => oldTasks(text, { cutoff: now - olderThanMs, written }).map((block) => ({ ...block, count: block.tasks.length })),
    remove: without,
  };
}

const countOf = (blocks: readonly Removed[]): number => blocks.reduce((sum, { count }) => sum + count, 0);

function lost(directory: string): CortexError {
  const next = 'Nothing was taken out of its file; try again when nobody else writes HISTORY.md.';
  return new CortexError('busy', 'what was added to the file is not there any more', { file: path.join(directory, HISTORY), next });
}

/**
 * First into HISTORY.md; when that was seen there, out of the file. Whoever dies between leaves both, and HISTORY.md holds it. Whether it is
 * still there a second later is for the second look, which has the text.
 */
async function move(store: StackStore, { source, day, dryRun, command, choose, remove }: Job): Promise<number> {
  const chosen = choose(store.text(source) ?? '');
  if (chosen.length === 0 || dryRun) return countOf(chosen);
  // A message that stands there twice is one; of two tasks that say the same each is one of its own.
  const blocks = source === STACK_FILES.inbox ? [...new Map(chosen.map((block) => [block.raw, block])).values()] : chosen;
  const added = (history: string | null) => {
    requireEndOfConflicts(mergeConflicts(history ?? ''), history ?? '', path.join(store.directory, HISTORY));
    return archived(history, { source, day, blocks });
  };
  const what = () => `what was moved from ${source} to HISTORY.md`;
  const { text: written } = await store.edits.edit(HISTORY, added, { what, isOnlyCopy: true });
  const present = store.text(HISTORY) ?? '';
  // What others add is no harm: behind it, or before it when they had the replaced file open.
  if (!present.startsWith(written ?? '') && added(present) !== null) throw lost(store.directory);
  const raws = new Set(chosen.map(({ raw }) => raw));
  let moved = 0;
  const take = (text: string | null) => {
    // What somebody has changed meanwhile is something else, and stays.
    const gone = choose(text ?? '').filter(({ raw }) => raws.has(raw));
    moved = countOf(gone);
    return text === null ? null : remove(text, gone);
  };
  const done = `${HISTORY} has what is to be taken out of ${source}`;
  await completing({ done, command }, () => store.edits.edit(source, take));
  return moved;
}

/**
 * Moves old messages that were read or answered, and old completed tasks, from INBOX.md and PLAN.md to HISTORY.md, as they are (decision
 * 0013). A task goes with its parts when all are done; one that an open task depends on stays.
 * @throws CortexError as `TextEdits.edit`; `busy` when HISTORY.md was rewritten meanwhile: nothing is lost then
 */
export async function compactStack(store: StackStore, options: CompactOptions): Promise<Compacted> {
  const command = ['cstack', 'compact', '--older-than', `${Math.ceil(options.olderThanMs / 1_000)}s`];
  const common = { day: new Date(options.now).toISOString().slice(0, 10), dryRun: options.dryRun ?? false, command };
  const messages = await move(store, { ...common, ...inboxJob(store, options) });
  const tasks = await move(store, { ...common, ...planJob(store, options) });
  return { messages, tasks };
}
