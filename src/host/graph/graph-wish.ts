import * as vscode from 'vscode';
import type { GraphPlace } from '../dashboards/graph/protocol.ts';

/** What the Graph dashboard is to show next, as somebody asked elsewhere in the editor. */
export class GraphWish implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #place: GraphPlace | null = null;

  /** `null`: nothing, or it is shown. */
  get place(): GraphPlace | null {
    return this.#place;
  }

  make(place: GraphPlace): void {
    this.#place = place;
    this.#changed.fire();
  }

  granted(): void {
    this.#place = null;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
