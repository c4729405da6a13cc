import * as vscode from 'vscode';

/** What a dashboard is to show next, as somebody asked elsewhere in the editor. */
export class ViewRequest<Wanted> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #wanted: Wanted | null = null;

  /** `null`: nothing. */
  get wanted(): Wanted | null {
    return this.#wanted;
  }

  /** @param wanted `null`: the dashboard as it was left */
  make(wanted: Wanted | null): void {
    this.#wanted = wanted;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
