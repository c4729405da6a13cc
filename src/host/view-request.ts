import * as vscode from 'vscode';

/** A request to a dashboard to show something, made elsewhere in the editor. */
export class ViewRequest<Wanted> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #wanted: Wanted | null = null;

  /** `null`: no request. */
  get wanted(): Wanted | null {
    return this.#wanted;
  }

  /** @param wanted `null`: the dashboard keeps its current view */
  make(wanted: Wanted | null): void {
    this.#wanted = wanted;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
