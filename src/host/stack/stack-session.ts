import * as vscode from 'vscode';
import { nonce } from '../../engine/platform/ids.ts';
import { type OpenedStacks, type StackFiles, stackProtocol } from '../../engine/stack/index.ts';
import type { Subject } from '../model/row.ts';
import { ProtocolSession } from '../protocol-session.ts';
import type { ProjectSession } from '../session.ts';

/** Messages of a stack that a person wants to see: a single one, or all of them. */
interface WishedMessages {
  /** Another one for every time. */
  readonly id: string;
  readonly subject: Extract<Subject, { readonly directory: string }>;
}

/** The stacks of all folders that are open in the editor. */
export class StackSession extends ProtocolSession<OpenedStacks> {
  readonly #stacksChanged = new vscode.EventEmitter<void>();
  /** Tells that there are other stacks than before. */
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

  /** By what the stacks of a folder are told from those of others; `null` where no other one has any. */
  override labelOf({ root }: Pick<OpenedStacks, 'root'>): string | null {
    const used = this.opened.filter(({ opened }) => opened.files.some((files) => files.exists()));
    return used.length > 1 ? (used.find(({ opened }) => opened.root === root)?.name ?? null) : null;
  }

  /** What the Messages dashboard is to show; `null`: what it showed last. */
  get request(): WishedMessages | null {
    return this.#request;
  }

  /** Says what the Messages dashboard is to show next. @param subject of a row of the view */
  wishFor(subject: Subject | null): void {
    this.#request = subject !== null && 'directory' in subject ? { id: nonce(this.session.runtime.random), subject } : null;
    this.notify();
  }

  /** The files of a stack by its folder; `undefined` when it is not one, or not any more. */
  filesAt(directory: string): StackFiles | undefined {
    return this.opened.flatMap(({ opened }) => opened.files).find((files) => files.directory === directory);
  }

  override dispose(): void {
    super.dispose();
    this.#stacksChanged.dispose();
  }
}
