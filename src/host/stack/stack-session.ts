import * as vscode from 'vscode';
import { nonce } from '../../engine/platform/ids.ts';
import { type OpenedStacks, type StackFiles, stackProtocol } from '../../engine/stack/index.ts';
import type { Subject } from '../model/row.ts';
import { ProtocolSession } from '../protocol-session.ts';
import type { ProjectSession } from '../session.ts';

/** Messages to show in the Messages dashboard: a single one, or all of a stack. */
interface WishedMessages {
  /** Unique for each request. */
  readonly id: string;
  readonly subject: Extract<Subject, { readonly directory: string }>;
}

/** The stacks of all open folders. */
export class StackSession extends ProtocolSession<OpenedStacks> {
  readonly #stacksChanged = new vscode.EventEmitter<void>();
  /** Fires when a stack was added or removed. */
  readonly onDidChangeStacks: vscode.Event<void> = this.#stacksChanged.event;
  #directories = '';
  #request: WishedMessages | null = null;

  constructor(session: ProjectSession, log: vscode.LogOutputChannel) {
    super(stackProtocol, session, log);
    this.onDidChange(() => this.#lookAtDirectories());
  }

  #lookAtDirectories(): void {
    const directories = JSON.stringify(this.opened.map(({ opened }) => opened.files.map(({ directory }) => directory)));
    if (directories === this.#directories) return;
    this.#directories = directories;
    this.#stacksChanged.fire();
  }

  /** Returns the label that distinguishes the stacks of a folder; `null` if no other folder has stacks. */
  override labelOf({ root }: Pick<OpenedStacks, 'root'>): string | null {
    const used = this.opened.filter(({ opened }) => opened.files.some((files) => files.exists()));
    return used.length > 1 ? (used.find(({ opened }) => opened.root === root)?.name ?? null) : null;
  }

  /** What the Messages dashboard should show; `null`: unchanged. */
  get request(): WishedMessages | null {
    return this.#request;
  }

  /** Requests what the Messages dashboard shows next. @param subject subject of a row of the view */
  wishFor(subject: Subject | null): void {
    this.#request = subject !== null && 'directory' in subject ? { id: nonce(this.session.runtime.random), subject } : null;
    this.notify();
  }

  /** Returns the files of a stack by its folder; `undefined` if it is not a stack. */
  filesAt(directory: string): StackFiles | undefined {
    return this.opened.flatMap(({ opened }) => opened.files).find((files) => files.directory === directory);
  }

  override dispose(): void {
    super.dispose();
    this.#stacksChanged.dispose();
  }
}
