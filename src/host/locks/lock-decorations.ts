import * as vscode from 'vscode';
import { personId } from '../commands/person.ts';
import type { ProjectSession } from '../session.ts';
import type { LockedFiles } from './locked-files.ts';
import { decorate, type LockDecoration } from './model/lock-decoration.ts';

/** Minimum delay between two updates, in milliseconds. */
const DRAW_MS = 100;
/** Maximum number of changed files to report one by one. Above it, VS Code queries all visible files again. */
const MAX_NAMED = 200;
/** Maximum number of queried files to remember. */
const MAX_REMEMBERED = 5_000;

interface Shown {
  readonly uri: vscode.Uri;
  readonly look: LockDecoration | null;
}

/** Registers decorations for locked files in the explorer and on tabs. */
export function registerLockDecorations(files: LockedFiles, session: ProjectSession): vscode.Disposable {
  const decorations = new LockDecorations(files, session);
  return vscode.Disposable.from(decorations, vscode.window.registerFileDecorationProvider(decorations));
}

class LockDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  /** Files that VS Code has queried, by URI, with the results. */
  readonly #shown = new Map<string, Shown>();
  /** Whether some queried files are no longer remembered. */
  #hasForgotten = false;
  readonly #subscription: vscode.Disposable;

  constructor(
    private readonly files: LockedFiles,
    private readonly session: ProjectSession,
  ) {
    const redraw = session.drawing(() => this.#draw(), DRAW_MS);
    this.#subscription = vscode.Disposable.from(
      redraw,
      files.onDidChange(() => void redraw.request()),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('cortex.person') && void redraw.request()),
    );
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== 'file') return undefined;
    const look = this.#lookOf(uri);
    if (this.#shown.size >= MAX_REMEMBERED) {
      this.#shown.clear();
      this.#hasForgotten = true;
    }
    this.#shown.set(uri.toString(), { uri, look });
    return look === null ? undefined : new vscode.FileDecoration(look.badge, look.tooltip, new vscode.ThemeColor(look.color));
  }

  #lookOf(uri: vscode.Uri): LockDecoration | null {
    return decorate(this.files.find(uri), personId(), this.session.runtime.clock.now());
  }

  #draw(): void {
    const different = [...this.#shown.values()].filter(({ uri, look }) => !isSame(look, this.#lookOf(uri)));
    if (!this.#hasForgotten && different.length <= MAX_NAMED) {
      if (different.length > 0) this.#changed.fire(different.map(({ uri }) => uri));
      return;
    }
    // Makes VS Code query all visible files again.
    this.#shown.clear();
    this.#hasForgotten = false;
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function isSame(one: LockDecoration | null, other: LockDecoration | null): boolean {
  return one?.badge === other?.badge && one?.color === other?.color && one?.tooltip === other?.tooltip;
}
