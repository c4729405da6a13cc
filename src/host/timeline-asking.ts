import * as vscode from 'vscode';
import type { TimelineEntry } from '../engine/crtx/index.ts';
import type { TimelineQuery, TimelineReader } from '../engine/timeline/index.ts';

/** Time after the last query until a reader is closed to free its memory, in milliseconds. */
const REST_MS = 60_000;

interface OpenTimeline {
  readonly reader: TimelineReader;
  rest: NodeJS.Timeout | undefined;
}

/** Queries timelines for views and cards. Runs in threads, because reading a long timeline would block the extension host. */
export class TimelineAsking implements vscode.Disposable {
  readonly #open = new Map<string, OpenTimeline>();
  #isOver = false;

  /**
   * Returns the newest matching entries, newest first.
   * In an untrusted workspace nothing is written, and only `timeline.crtx` and the archives are read.
   * @param root root of the project
   * @throws CortexError if the timeline cannot be read
   */
  async newest(root: string, query: TimelineQuery, limit: number): Promise<readonly TimelineEntry[]> {
    const { TimelineReader: Reader } = await import('../engine/timeline/index.ts');
    const read = vscode.workspace.isTrusted ? 'log' : 'files';
    const key = JSON.stringify([root, read]);
    const opened = this.#open.get(key) ?? { reader: new Reader({ root, read }), rest: undefined };
    this.#open.set(key, opened);
    clearTimeout(opened.rest);
    opened.rest = setTimeout(() => this.#leave(key), this.#isOver ? 0 : REST_MS).unref();
    opened.reader.changed();
    return opened.reader.newest(query, limit);
  }

  #leave(key: string): void {
    const opened = this.#open.get(key);
    this.#open.delete(key);
    clearTimeout(opened?.rest);
    void opened?.reader.dispose();
  }

  dispose(): void {
    this.#isOver = true;
    for (const key of [...this.#open.keys()]) this.#leave(key);
  }
}
