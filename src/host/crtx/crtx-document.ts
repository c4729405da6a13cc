import path from 'node:path';
import * as vscode from 'vscode';
import { CoalescedWork } from '../../engine/platform/coalesced-work.ts';
import { warningOf } from '../../engine/platform/file-problem.ts';
import type { Runtime } from '../../engine/platform/runtime.ts';
import { type CrtxReading, readingOf } from './crtx-reading.ts';

/** A larger file would keep the extension host from its work for longer than a person waits for a key (docs/decisions/0023). */
const LARGEST = 10 * 1_048_576;
/** Between two readings. */
const READ_MS = 250;

/** A `.crtx` file that is looked at; one for all of its tabs. */
export class CrtxDocument implements vscode.CustomDocument {
  readonly #changed = new vscode.EventEmitter<void>();
  /** It was read anew, or may have to be. */
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

  /** As it was read last. */
  get reading(): CrtxReading | null {
    return this.#reading;
  }

  /** Has it read anew where it may have changed; who has not seen anything of it yet waits for that. */
  async use(): Promise<void> {
    if (this.#reading === null) await this.#work.request();
    else if (this.#isDue) void this.#work.request();
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }
}

/** Watches a file, and the folders in which it is. */
function watched(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  const { dir, base } = path.posix.parse(uri.path);
  // What characters mean in a pattern is looked for as it stands.
  const pattern = new vscode.RelativePattern(uri.with({ path: dir }), base.replace(/[*?[\]{}]/g, '?'));
  const file = vscode.workspace.createFileSystemWatcher(pattern);
  // Of a folder that goes, or comes back, the editor tells nothing for what is in it.
  const folders = vscode.workspace.createFileSystemWatcher('**', false, true, false);
  const moved = (folder: vscode.Uri): void => {
    if (folder.scheme === uri.scheme && uri.path.startsWith(`${folder.path}/`)) changed();
  };
  return vscode.Disposable.from(
    ...[file, file.onDidChange(changed), file.onDidCreate(changed), file.onDidDelete(changed)],
    ...[folders, folders.onDidCreate(moved), folders.onDidDelete(moved)],
  );
}

/** @param before what was read before, which stays where nothing can be read any more */
async function read(uri: vscode.Uri, before: CrtxReading | null): Promise<CrtxReading> {
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    // To read a pipe would never end.
    if ((type & vscode.FileType.File) === 0) return unread(new Error('it is no file'), before);
    if (size > LARGEST) return tooLarge(size);
    const bytes = Buffer.from(await vscode.workspace.fs.readFile(uri));
    return readingOf(bytes, uri.fsPath);
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    return unread(error, before);
  }
}

function tooLarge(size: number): CrtxReading {
  const hidden = `It is larger than ${LARGEST / 1_048_576} MiB, the most that is shown here. Its text can be opened.`;
  return { size, value: undefined, checksum: 'unchecked', problems: [], hidden };
}

/** What is known of a file that cannot be read any more. */
function unread(error: unknown, before: CrtxReading | null): CrtxReading {
  const isGone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
  const reason = isGone
    ? 'The file is not there any more.'
    : `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  if (before === null) return { size: 0, value: undefined, checksum: 'unchecked', problems: [], hidden: reason };
  return { ...before, problems: [warningOf(before.hidden === null ? `${reason} What it said last is shown.` : reason)] };
}
