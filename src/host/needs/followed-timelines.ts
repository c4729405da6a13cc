/** Open escalations in the timelines of all open projects. The views do not read timelines otherwise. */
import path from 'node:path';
import * as vscode from 'vscode';
import type { Need } from '../../engine/platform/need.ts';
import { CachedReading } from '../model/cached-reading.ts';

interface Followed {
  readonly escalations: CachedReading<readonly Need[]>;
  readonly watch: vscode.Disposable;
}

export class FollowedTimelines implements vscode.Disposable {
  readonly #followed = new Map<string, Followed>();

  /** @param changed called when escalations may have changed */
  constructor(
    private readonly read: (root: string) => Promise<readonly Need[]>,
    private readonly changed: () => void,
  ) {}

  /** Follows these projects, and stops following all others. */
  follow(roots: readonly string[]): void {
    for (const [root, { watch }] of this.#followed) {
      if (roots.includes(root)) continue;
      watch.dispose();
      this.#followed.delete(root);
    }
    for (const root of roots) if (!this.#followed.has(root)) this.#followed.set(root, this.#begin(root));
  }

  /** Returns the open escalations of a followed project. @param now milliseconds of any clock @throws CortexError */
  async escalations(root: string, now: number): Promise<readonly Need[]> {
    return (await this.#followed.get(root)?.escalations.get(now)) ?? [];
  }

  #begin(root: string): Followed {
    const escalations = new CachedReading(() => this.read(root));
    const pattern = new vscode.RelativePattern(vscode.Uri.file(path.join(root, '.cortex')), 'timeline.crtx');
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const changed = () => {
      escalations.drop();
      this.changed();
    };
    const listeners = [watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(changed)];
    return { escalations, watch: vscode.Disposable.from(watcher, ...listeners) };
  }

  dispose(): void {
    this.follow([]);
  }
}
