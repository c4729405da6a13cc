import * as vscode from 'vscode';
import type { TimelineEntry, TimelineQuery, TimelineReader } from '../engine/crtx/index.ts';

/** What was read of a million entries is let go of when nobody has asked for so long, milliseconds. */
const REST_MS = 60_000;

/** Asks timelines for what is shown beside other things: in a thread, since the host is kept busy by a long one. */
export class TimelineAsking implements vscode.Disposable {
  #open: { readonly key: string; readonly reader: TimelineReader } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /**
   * The newest entries that are asked for, newest first, as the timeline is now.
   * In a workspace that is not trusted nothing is written, and only `timeline.crtx` and the archives are read.
   * @param root of the project
   * @throws CortexError for a timeline that cannot be read
   */
  async newest(root: string, query: TimelineQuery, limit: number): Promise<readonly TimelineEntry[]> {
    const { TimelineReader: Reader } = await import('../engine/crtx/index.ts');
    const read = vscode.workspace.isTrusted ? 'log' : 'files';
    const key = JSON.stringify([root, read]);
    if (this.#open?.key !== key) {
      this.#leave();
      this.#open = { key, reader: new Reader({ root, read }) };
    }
    const { reader } = this.#open;
    this.#rest();
    reader.changed();
    return reader.newest(query, limit);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) this.#leave();
    else this.#timer = setTimeout(() => this.#leave(), REST_MS).unref();
  }

  #leave(): void {
    clearTimeout(this.#timer);
    void this.#open?.reader.dispose();
    this.#open = null;
  }

  dispose(): void {
    this.#isOver = true;
    this.#leave();
  }
}
