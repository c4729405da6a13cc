import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CoalescedWork } from '../../platform/coalesced-work.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { type Disposable, PathWatch, watchDirectory } from '../../platform/watching.ts';
import { requireVault } from '../cache/scan.ts';
import type { VaultConfig } from '../config/config.ts';
import { CONFIG_FILE } from '../config/config-file.ts';
import { openConfig } from './open-vault.ts';

/** Interval between checks, in milliseconds. */
const LOOK_MS = 250;
/**
 * Delay before a check, in milliseconds, so that a file that is being written is complete, and a vault that is being replaced exists
 * again.
 */
const SETTLED_MS = 500;

/** Watches the configuration and existence of a vault until either changes. */
export class WatchedConfig implements Disposable {
  readonly #over = new AbortController();
  readonly #watches: readonly PathWatch[];
  readonly #looking: CoalescedWork;
  #outcome: VaultConfig | CortexError | null = null;
  /** Last reported problem of the configuration. */
  #reported = '';

  constructor(
    private readonly context: OperationContext,
    /** Value of `--vault`. */
    private readonly named: string | undefined,
    private readonly config: VaultConfig,
  ) {
    this.#looking = new CoalescedWork(context.runtime, LOOK_MS, () => this.#look());
    const { root } = config;
    this.#watches = [this.#watch(root, path.dirname(root)), this.#watch(context.directory, context.directory)];
  }

  /** Aborted when there is an outcome. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** The new configuration, or the reason why there is no vault; `null` while nothing has changed. */
  get outcome(): VaultConfig | CortexError | null {
    return this.#outcome;
  }

  /** Whether the vault exists now. */
  get isThere(): boolean {
    return this.#whyGone() === null;
  }

  /** Requests a check, as after a file event. */
  look(): void {
    this.#looking.request().catch((error: unknown) => this.context.progress(describeError(error)));
  }

  dispose(): void {
    this.#over.abort();
    this.#looking.dispose();
    for (const watch of this.#watches) watch.dispose();
  }

  #watch(target: string, anchor: string): PathWatch {
    const changed = (directory: string, name: string | null) => {
      const isItself = name === path.basename(directory) || path.join(directory, name ?? '') === this.config.root;
      if (name === null || name === CONFIG_FILE || isItself) this.look();
    };
    const failed = (error: CortexError) => this.context.progress(describeError(error));
    return new PathWatch({ fs: this.context.runtime.fs, watch: watchDirectory, anchor, target, changed, failed });
  }

  #whyGone(): CortexError | null {
    try {
      requireVault(this.context.runtime, this.config.root);
      return null;
    } catch (error) {
      if (error instanceof CortexError) return error;
      throw error;
    }
  }

  async #look(): Promise<void> {
    await this.context.runtime.sleep(SETTLED_MS, this.over);
    if (this.over.aborted) return;
    const gone = this.#whyGone();
    if (gone !== null) {
      const next = 'Watch it again when it exists.';
      this.#end(new CortexError(gone.code, 'the vault no longer exists', { file: this.config.root, next }, { cause: gone }));
      return;
    }
    try {
      const config = openConfig(this.context, this.named);
      this.#reported = '';
      if (!isDeepStrictEqual(config, this.config)) this.#end(config);
    } catch (error) {
      this.#report(`${describeError(error)} Until then the previous configuration is used.`);
    }
  }

  /** Reports a message unless it equals the previous one. */
  #report(message: string): void {
    if (message !== this.#reported) this.context.progress(message);
    this.#reported = message;
  }

  #end(outcome: VaultConfig | CortexError): void {
    this.#outcome = outcome;
    this.#over.abort();
  }
}
