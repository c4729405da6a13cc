import * as vscode from 'vscode';
import { warnOf } from '../commands/say.ts';
import type { Subject } from '../model/row.ts';
import { NewNeeds, noticeText, tellingIn } from './model/new-needs.ts';
import type { NeedsSession } from './needs-session.ts';

const SETTLE = 'Settle…';
const SHOW = 'Show Needs You';

/** Tells of what newly makes work stand still for a person, and of nothing else. */
export function registerNeedNotices(needs: NeedsSession, log: vscode.LogOutputChannel): vscode.Disposable {
  const notices = new NeedNotices(needs, log);
  return vscode.Disposable.from(
    notices,
    needs.onDidFind(() => notices.look()),
  );
}

class NeedNotices implements vscode.Disposable {
  readonly #new = new NewNeeds();
  /** The ids of what is to be told of. */
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When the last message was, by a clock that only grows. */
  #told: number | null = null;

  constructor(
    private readonly needs: NeedsSession,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  look(): void {
    const found = this.#new.take(this.needs.picture);
    if (found.length === 0) return;
    this.#waiting.push(...found.map(({ id }) => id));
    this.#timer ??= setTimeout(
      () => {
        void this.#tell().catch((error: unknown) => this.log.error(error instanceof Error ? error : String(error)));
      },
      tellingIn(this.#told, performance.now()),
    );
  }

  async #tell(): Promise<void> {
    const ids = new Set(this.#waiting);
    this.#waiting = [];
    this.#timer = undefined;
    // It may have been settled, or put aside, meanwhile.
    const found = this.needs.picture.needs.filter(({ id }) => ids.has(id));
    const [first] = found;
    if (first === undefined) return;
    this.#told = performance.now();
    const maySettle = found.length === 1 && vscode.workspace.isTrusted;
    const chosen = await warnOf(noticeText(found), maySettle ? [SETTLE, SHOW] : [SHOW]);
    if (chosen === SHOW) await vscode.commands.executeCommand('cortex.needs.focus');
    const subject: Subject = { kind: 'need', id: first.id };
    if (chosen === SETTLE) await vscode.commands.executeCommand('cortex.needs.settle', subject);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
