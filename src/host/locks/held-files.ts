import type * as vscode from 'vscode';
import { personId } from '../commands/person.ts';
import type { CommandId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import type { ProjectSession } from '../session.ts';
import type { FileLock, LockedFiles } from './locked-files.ts';
import { heldByOther } from './model/held-text.ts';

/** An action on a lock: a command with its argument. */
export interface LockStep {
  readonly title: string;
  readonly command: CommandId;
  readonly subject: Subject;
}

/** Files that other agents have locked, and the possible actions. */
export class HeldFiles {
  constructor(
    private readonly files: LockedFiles,
    readonly session: ProjectSession,
  ) {}

  get onDidChange(): vscode.Event<void> {
    return this.files.onDidChange;
  }

  /** Returns the exclusive lock of another agent on a file; `null` if there is none. */
  holderOf(uri: vscode.Uri): FileLock | null {
    return heldByOther(this.files.find(uri), personId());
  }

  /** Returns the action that shows the lock in the Locks dashboard. */
  show({ lock, project }: FileLock): LockStep {
    const subject = { kind: 'lock', path: lock.path, agent: lock.agentId, folder: project.folder } as const;
    return { title: 'Show Lock', command: 'cortex.locks.show', subject };
  }

  /** Returns the actions that change something. */
  settle({ lock, project }: FileLock, uri: vscode.Uri): readonly LockStep[] {
    const { folder } = project;
    return [
      { title: 'Wait for It', command: 'cortex.lock.acquire', subject: { kind: 'held-file', file: uri.fsPath, folder } },
      { title: 'Break Lock…', command: 'cortex.lock.break', subject: { kind: 'lock', path: lock.path, agent: lock.agentId, folder } },
    ];
  }
}
