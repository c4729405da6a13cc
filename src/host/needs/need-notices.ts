import * as vscode from 'vscode';
import { showWarningWithChoices } from '../commands/notifications.ts';
import { runCommand } from '../commands/run-command.ts';
import type { Subject } from '../model/row.ts';
import type { AnnouncedNeeds } from './announced-needs.ts';
import { NewNeeds, needKey, noticeText, notificationDelay } from './model/new-needs.ts';
import type { NeedsSession } from './needs-session.ts';

const SETTLE = 'Resolve…';
const SHOW = 'Show Needs You';

/** Delay in windows without focus, in milliseconds, so that the focused window announces a need first. */
const OTHERS_WAIT_MS = 1_500;

/** Shows a notification for new needs that block work, and for no others. Only one of several windows does so. */
export function registerNeedNotices(needs: NeedsSession, announced: AnnouncedNeeds, log: vscode.LogOutputChannel): vscode.Disposable {
  const notices = new NeedNotices(needs, announced, log);
  return vscode.Disposable.from(
    notices,
    needs.onDidFind(() => notices.look()),
  );
}

/**
 * Resolves when the window answers. On a server an extension host keeps running for hours after its window was closed. Without
 * this wait it could claim a notification that nobody would see there, and the open windows would not show it.
 */
const windowIsThere = (): Thenable<void> => vscode.commands.executeCommand('setContext', 'cortex.tellsOfNeeds', true);

class NeedNotices implements vscode.Disposable {
  readonly #new = new NewNeeds();
  /** Ids of needs to announce. */
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Time of the last notification, from a monotonic clock. */
  #last: number | null = null;

  constructor(
    private readonly needs: NeedsSession,
    private readonly announced: AnnouncedNeeds,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  look(): void {
    const found = this.#new.take(this.needs.viewModel);
    if (found.length === 0) return;
    this.#waiting.push(...found.map(({ id }) => id));
    this.#timer ??= setTimeout(
      () => {
        void this.#announce().catch((error: unknown) => this.log.error(error instanceof Error ? error : String(error)));
      },
      notificationDelay(this.#last, performance.now()) + (vscode.window.state.focused ? 0 : OTHERS_WAIT_MS),
    );
  }

  async #announce(): Promise<void> {
    await windowIsThere();
    const ids = new Set(this.#waiting);
    this.#waiting = [];
    this.#timer = undefined;
    // Some may have been resolved or snoozed meanwhile.
    const waiting = this.needs.viewModel.needs.filter(({ id }) => ids.has(id));
    const found = waiting.filter((need) => this.announced.take(needKey(need)));
    const [first] = found;
    if (first === undefined) return;
    this.#last = performance.now();
    const maySettle = found.length === 1 && vscode.workspace.isTrusted;
    const chosen = await showWarningWithChoices(noticeText(found), maySettle ? [SETTLE, SHOW] : [SHOW]);
    if (chosen === SHOW) await vscode.commands.executeCommand('cortex.needs.focus');
    const subject: Subject = { kind: 'need', id: first.id };
    if (chosen === SETTLE) await runCommand('cortex.needs.settle', subject);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
