import * as vscode from 'vscode';
import type * as z from 'zod';
import { openPlace } from '../commands/open.ts';
import { oneLine } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { changedSnapshot, type PageState } from './page-state.ts';
import type { OpenProblem, PageName } from './protocol.ts';

/** What a page and its host say to each other. Pages are not trusted: they draw what agents wrote. */
interface PageKind<View, Own> {
  readonly page: PageName;
  readonly viewSchema: z.ZodType<View>;
  readonly stepSchema: z.ZodType<Own | OpenProblem>;
  readonly session: Pick<ProjectSession, 'drawing'>;
  /** Between two drawings, milliseconds; left out: what is good where nobody waits. */
  readonly drawMs?: number;
}

/** Steps of one page; that which every page has is taken by its panel. */
export type OwnStep<Step> = Exclude<Step, OpenProblem>;

/** A page asked for what it does not show, or not any more: a person is told nothing, the log is. */
export class NotShown extends Error {
  constructor(asked: string) {
    super(`The dashboard asked for something that it does not show: ${oneLine(asked, 300)}`);
  }
}

/** What a dashboard shows, and what is done from it, as long as its tab is open. */
export abstract class PageContent<State extends PageState, View, Own extends { readonly kind: string }> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;

  /** @param changes what is shown may be another after each of these */
  constructor(
    readonly kind: PageKind<View, Own>,
    changes: readonly vscode.Event<unknown>[],
  ) {
    this.#subscription = vscode.Disposable.from(this.#changed, ...changes.map((event) => event(() => this.changed())));
  }

  /** Says that something else is to be shown. */
  protected changed(): void {
    this.#changed.fire();
  }

  /** Reads what the state for a view is made of, while somebody sees the page. */
  async prepare(_view: View): Promise<void> {}

  abstract stateFor(view: View): State;

  /** What is pushed to a page that shows a state already; `null`: nothing, as the clock of the page goes on by itself. */
  changesOf(before: State, now: State): State | null {
    return changedSnapshot(before, now);
  }

  /** Does what a person asked for; what fails is said to them. @throws NotShown */
  abstract take(step: Own): Promise<void>;

  /** @param place of a problem that the page shows */
  openProblem({ file, line, column }: OpenProblem): Promise<void> {
    return openPlace(file, line, column);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
