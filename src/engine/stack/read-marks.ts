import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../kernel/atomic-file.ts';
import { CortexError } from '../kernel/errors.ts';
import { makeLocalFolder } from '../kernel/local-folder.ts';
import { Mutex } from '../kernel/mutex.ts';
import { LOCAL_FOLDER } from './stack-places.ts';
import type { StackStore } from './store.ts';

const FILE = 'read.json';
const LARGEST_FILE = 16 * 1024 * 1024;
/** So long a change waits for other processes. Milliseconds. */
const PATIENCE_MS = 30_000;

/** What the file says; other keys than `read` are kept. */
type Marks = Readonly<Record<string, unknown>>;

function marksIn({ runtime, directory }: StackStore): Marks {
  const file = path.join(directory, LOCAL_FOLDER, FILE);
  try {
    const content = readFileBounded(runtime.fs, file, { maxBytes: LARGEST_FILE, root: directory });
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

/** The ids of the messages that were read (decision 0013, "Unread, overdue"). A file that says nothing of use marks none. @throws CortexError `io`, `read-only`, `outside-root` */
export function readMarks(store: StackStore): ReadonlySet<string> {
  return new Set(idsIn(marksIn(store)));
}

/**
 * Changes the marks, one process at a time, so that nobody's are lost. Ids that are not in INBOX any more are dropped.
 */
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
      await writeFileDurable(runtime, path.join(folder, FILE), bytes, { root: directory, beforeRename: () => turn.assertCurrent() });
      return;
    } catch (error) {
      const isOver = error instanceof CortexError && error.code === 'busy' && runtime.clock.monotonic() < deadline;
      if (!isOver) throw error;
    } finally {
      turn.release();
    }
  }
}

/** Marks messages of INBOX as read. @throws CortexError */
export function markRead(store: StackStore, ids: readonly string[]): Promise<void> {
  return change(store, (present) => [...new Set([...present, ...ids])]);
}

/** Takes marks back. @throws CortexError */
export function markUnread(store: StackStore, ids: readonly string[]): Promise<void> {
  const unread = new Set(ids);
  return change(store, (present) => present.filter((id) => !unread.has(id)));
}
