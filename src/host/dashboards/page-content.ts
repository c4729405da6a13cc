import * as vscode from 'vscode';
import type * as z from 'zod';
import { openPlace } from '../commands/open.ts';
import { oneLine } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { changedSnapshot, type PageState } from './page-state.ts';
import type { OpenProblem, PageName } from './protocol.ts';

/** Message types of a page and its host. The host validates them: pages are untrusted, because they render text that agents wrote. */
interface PageKind<View, Own> {
  readonly page: PageName;
  readonly viewSchema: z.ZodType<View>;
  readonly stepSchema: z.ZodType<Own | OpenProblem>;
  readonly session: Pick<ProjectSession, 'drawing'>;
  /** Minimum delay between two updates, in milliseconds. Default: the delay of `ProjectSession.drawing`. */
  readonly drawMs?: number;
}

/** Requests specific to one page. The panel handles the request that all pages share. */
export type PageStep<Step> = Exclude<Step, OpenProblem>;

/** Thrown when a page requests something that it does not show, or no longer shows. It is logged, not reported to the user. */
export class NotShownError extends Error {
  constructor(asked: string) {
    super(`The dashboard sent an unknown request: ${oneLine(asked, 300)}`);
  }
}

/** State and actions of a dashboard while its tab is open. */
export abstract class PageContent<State extends PageState, View, Own extends { readonly kind: string }> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;

  /** @param changes events after which the state may differ */
  constructor(
    readonly kind: PageKind<View, Own>,
    changes: readonly vscode.Event<unknown>[],
  ) {
    this.#subscription = vscode.Disposable.from(this.#changed, ...changes.map((event) => event(() => this.changed())));
  }

  /** Signals that the state may have changed. */
  protected changed(): void {
    this.#changed.fire();
  }

  /** Loads the data that the state of a view needs. Called only while the page is visible. */
  async prepare(_view: View): Promise<void> {}

  abstract stateFor(view: View): State;

  /** Returns the update for a page that shows `before`, or `null` if there is none. The page advances its own clock. */
  changesOf(before: State, now: State): State | null {
    return changedSnapshot(before, now);
  }

  /** Performs a request of the user. The panel reports errors to the user. @throws NotShown */
  abstract take(step: Own): Promise<void>;

  /** Opens the location of a problem that the page shows. */
  openProblem({ file, line, column }: OpenProblem): Promise<void> {
    return openPlace(file, line, column);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
