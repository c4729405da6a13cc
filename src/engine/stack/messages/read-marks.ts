import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeLocalFolder } from '../../files/local-folder.ts';
import { Mutex } from '../../files/mutex.ts';
import { CortexError } from '../../platform/errors.ts';
import { LOCAL_FOLDER } from '../files/find-stacks.ts';
import { STACK_FILES, type StackStore } from '../store.ts';
import type { Message } from './message.ts';
import { type MessageStatus, statusIn, withStatus } from './message-status.ts';

const FILE = 'read.json';
const MAX_FILE_SIZE = 16 * 1024 * 1024;
/** Longest wait for other processes, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Contents of the file. Keys other than `read` are preserved. */
type Marks = Readonly<Record<string, unknown>>;

function marksIn({ runtime, directory }: StackStore): Marks {
  const file = path.join(directory, LOCAL_FOLDER, FILE);
  try {
    const content = readFileBounded(runtime.fs, file, { maxBytes: MAX_FILE_SIZE, root: directory });
    const value: unknown = JSON.parse(content?.bytes.toString('utf8') ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function idsIn({ read }: Marks): string[] {
  return Array.isArray(read) ? read.filter((id) => typeof id === 'string') : [];
}

/**
 * Returns the ids of read messages (decision 0013, "Unread, overdue"). An invalid file counts as empty.
 * @throws CortexError `io`, `read-only`, `outside-root`
 */
export function readMarks(store: StackStore): ReadonlySet<string> {
  return new Set(idsIn(marksIn(store)));
}

/** Changes the marks under a mutex, so that no process loses those of another. Drops ids that are no longer in INBOX. */
async function change(store: StackStore, apply: (ids: readonly string[]) => readonly string[]): Promise<void> {
  const { runtime, directory } = store;
  const folder = await makeLocalFolder(runtime, directory, LOCAL_FOLDER);
  const mutex = new Mutex(runtime, path.join(folder, 'read-turns'));
  const deadline = runtime.clock.monotonic() + PATIENCE_MS;
  for (;;) {
    const turn = await mutex.acquire({ timeoutMs: Math.max(0, deadline - runtime.clock.monotonic()) });
    try {
      const marks = marksIn(store);
      const present = idsIn(marks);
      const inbox = new Set(store.mailbox.read().messages.map(({ id }) => id));
      const next = apply(present).filter((id) => inbox.has(id));
      if (JSON.stringify(next) === JSON.stringify(marks.read ?? [])) return;
      const bytes = Buffer.from(`${JSON.stringify({ ...marks, read: next }, null, 2)}\n`);
      await writeFileDurable(runtime, path.join(folder, FILE), bytes, { beforeRename: () => turn.assertCurrent() });
      return;
    } catch (error) {
      const isOver = error instanceof CortexError && error.code === 'busy' && runtime.clock.monotonic() < deadline;
      if (!isOver) throw error;
    } finally {
      turn.release();
    }
  }
}

/** Reports whether a message was read, by its own header or by a mark. @param marks of its stack */
export function isRead(message: Pick<Message, 'id' | 'fields'>, marks: ReadonlySet<string>): boolean {
  return statusIn(message) === 'read' || marks.has(message.id);
}

/**
 * Sets the status in those headers that have one, for agents that follow the public project.
 * @returns the ids of messages with a status in the header
 */
async function setHeaderStatus(store: StackStore, ids: ReadonlySet<string>, status: MessageStatus): Promise<ReadonlySet<string>> {
  const isMeant = ({ id }: Message) => ids.has(id);
  const said = store.mailbox.read().messages.filter((message) => isMeant(message) && statusIn(message) !== null);
  const isChanged = said.some((message) => statusIn(message) !== status);
  if (isChanged) await store.edits.edit(STACK_FILES.inbox, (text) => (text === null ? null : withStatus(text, isMeant, status)));
  return new Set(said.map(({ id }) => id));
}

/** Marks messages of INBOX as read: in their header if it has a status, else in the list of marks. @throws CortexError */
export async function markRead(store: StackStore, ids: readonly string[]): Promise<void> {
  const said = await setHeaderStatus(store, new Set(ids), 'read');
  return change(store, (present) => [...new Set([...present, ...ids.filter((id) => !said.has(id))])]);
}

/** Marks messages of INBOX as unread. @throws CortexError */
export async function markUnread(store: StackStore, ids: readonly string[]): Promise<void> {
  const unread = new Set(ids);
  await setHeaderStatus(store, unread, 'unread');
  return change(store, (present) => present.filter((id) => !unread.has(id)));
}
