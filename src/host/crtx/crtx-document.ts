import path from 'node:path';
import * as vscode from 'vscode';
import { CoalescedWork } from '../../engine/platform/coalesced-work.ts';
import { toWarning } from '../../engine/platform/file-problem.ts';
import type { Runtime } from '../../engine/platform/runtime.ts';
import { type CrtxReading, parseReading } from './crtx-reading.ts';

/** Largest file to show, in bytes. A larger one would block the extension host noticeably (docs/decisions/0023). */
const MAX_SIZE = 10 * 1_048_576;
/** Minimum delay between two readings, in milliseconds. */
const READ_MS = 250;

/** An open `.crtx` file, shared by all of its tabs. */
export class CrtxDocument implements vscode.CustomDocument {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when the file was read, or may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[];
  readonly #work: CoalescedWork;
  #reading: CrtxReading | null = null;
  #isDue = true;

  constructor(
    readonly uri: vscode.Uri,
    runtime: Runtime,
    log: vscode.LogOutputChannel,
  ) {
    this.#work = new CoalescedWork(runtime, READ_MS, async () => {
      this.#isDue = false;
      this.#reading = await read(uri, this.#reading).catch((error: unknown) => {
        log.error(error instanceof Error ? error : String(error));
        return unread(error, this.#reading);
      });
      this.#changed.fire();
    });
    const changed = () => {
      this.#isDue = true;
      this.#changed.fire();
    };
    this.#subscriptions = [this.#changed, this.#work, watched(uri, changed)];
  }

  /** The last reading. */
  get reading(): CrtxReading | null {
    return this.#reading;
  }

  /** Reads the file again if it may have changed. Waits only for the first reading. */
  async use(): Promise<void> {
    if (this.#reading === null) await this.#work.request();
    else if (this.#isDue) void this.#work.request();
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }
}

/** Watches a file and its parent folders. */
function watched(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  const { dir, base } = path.posix.parse(uri.path);
  // Wildcards in the file name are replaced by `?`, which matches them.
  const pattern = new vscode.RelativePattern(uri.with({ path: dir }), base.replace(/[*?[\]{}]/g, '?'));
  const file = vscode.workspace.createFileSystemWatcher(pattern);
  // When a folder is deleted or restored, VS Code reports no events for the files in it.
  const folders = vscode.workspace.createFileSystemWatcher('**', false, true, false);
  const moved = (folder: vscode.Uri): void => {
    if (folder.scheme === uri.scheme && uri.path.startsWith(`${folder.path}/`)) changed();
  };
  return vscode.Disposable.from(
    ...[file, file.onDidChange(changed), file.onDidCreate(changed), file.onDidDelete(changed)],
    ...[folders, folders.onDidCreate(moved), folders.onDidDelete(moved)],
  );
}

/** @param before last reading, which is shown if the file can no longer be read */
async function read(uri: vscode.Uri, before: CrtxReading | null): Promise<CrtxReading> {
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    // Reading a pipe would never end.
    if ((type & vscode.FileType.File) === 0) return unread(new Error('it is not a file'), before);
    if (size > MAX_SIZE) return tooLarge(size);
    const bytes = Buffer.from(await vscode.workspace.fs.readFile(uri));
    return parseReading(bytes, uri.fsPath);
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    return unread(error, before);
  }
}

function tooLarge(size: number): CrtxReading {
  const hidden = `It is larger than ${MAX_SIZE / 1_048_576} MiB, the limit of this view. Open it as text.`;
  return { size, value: undefined, checksum: 'unchecked', problems: [], hidden };
}

/** Returns the last reading with a warning that the file can no longer be read. */
function unread(error: unknown, before: CrtxReading | null): CrtxReading {
  const isGone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
  const reason = isGone
    ? 'The file no longer exists.'
    : `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  if (before === null) return { size: 0, value: undefined, checksum: 'unchecked', problems: [], hidden: reason };
  return { ...before, problems: [toWarning(before.hidden === null ? `${reason} The last readable content is shown.` : reason)] };
}
