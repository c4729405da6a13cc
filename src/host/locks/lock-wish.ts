import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Subject } from '../model/row.ts';
import type { LockWanted } from '../panel/locks-state.ts';

/** The lock that the Locks dashboard is to show next, as somebody asked elsewhere in the editor. */
export class LockWish implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #wanted: LockWanted | null = null;

  /** `null`: none. */
  get wanted(): LockWanted | null {
    return this.#wanted;
  }

  /** Whoever asks for the locks as such gets them as they were left. */
  make(subject: Subject | null): void {
    const isLock = subject?.kind === 'lock';
    this.#wanted = isLock ? { id: randomUUID(), path: subject.path, agent: subject.agent, folder: subject.folder } : null;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
