import type * as vscode from 'vscode';
import { personId } from '../commands/person.ts';
import type { CommandId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import type { ProjectSession } from '../session.ts';
import type { FileLock, LockedFiles } from './locked-files.ts';
import { heldByOther } from './model/held-text.ts';

/** Something that a person may do about a lock: a command of the palette, with what it is about. */
export interface LockStep {
  readonly title: string;
  readonly command: CommandId;
  readonly subject: Subject;
}

/** Files that somebody else holds, and what the person at the editor may do about it. */
export class HeldFiles {
  constructor(
    private readonly files: LockedFiles,
    readonly session: ProjectSession,
  ) {}

  get onDidChange(): vscode.Event<void> {
    return this.files.onDidChange;
  }

  /** Who holds a file exclusively, other than the person; `null` for nobody. */
  holderOf(uri: vscode.Uri): FileLock | null {
    return heldByOther(this.files.find(uri), personId());
  }

  /** Leads to where all is told of the lock, and of the others. */
  show({ lock, project }: FileLock): LockStep {
    const subject = { kind: 'lock', path: lock.path, agent: lock.agentId, folder: project.folder } as const;
    return { title: 'Show Lock', command: 'cortex.locks.show', subject };
  }

  /** What changes something. */
  settle({ lock, project }: FileLock, uri: vscode.Uri): readonly LockStep[] {
    const { folder } = project;
    return [
      { title: 'Wait for It', command: 'cortex.lock.acquire', subject: { kind: 'held-file', file: uri.fsPath, folder } },
      { title: 'Break Lock…', command: 'cortex.lock.break', subject: { kind: 'lock', path: lock.path, agent: lock.agentId, folder } },
    ];
  }
}
