import { constants } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readFileBounded } from '../../kernel/atomic-file.ts';
import { systemCode } from '../../kernel/errors.ts';
import { removeIfThere } from '../../kernel/log/checkpoint.ts';
import { makeFolder } from '../../kernel/make-folder.ts';
import { onDemand } from '../../kernel/on-demand.ts';
import { isCertainlyDead, type ProcessIdentity } from '../../kernel/process-identity.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { Disposable } from '../../kernel/watching.ts';

/** So often a process that waits gives a sign of life. Milliseconds. */
const BEAT_MS = 20_000;
/** Who has seen no sign of life for so long takes a wait for given up. Milliseconds. */
const SILENT_MS = 90_000;
const LARGEST_BYTES = 4_096;
/** As this program makes the ids of records: others, which another one wrote into the log, have no file. */
const OWN_ID = /^\w{1,64}$/;
const SUFFIX = '.json';

const waiterSchema = onDemand(() =>
  z.object({ boot: z.string(), namespace: z.string(), pid: z.int().positive(), started: z.string().nullable() }),
);

/** When which sign of life of a request was seen first, in this process's monotonic time. */
interface Seen {
  /** Of the file; `null` where there is none. */
  readonly beat: bigint | null;
  readonly since: number;
}

/**
 * The processes that wait for locks: each leaves a file for each of its requests, which it removes before it tells the answer
 * (docs/decisions/0041-waiting-for-locks.md).
 */
export class Waiters implements Disposable {
  readonly #own = new Set<string>();
  readonly #seen = new Map<string, Seen>();
  readonly #ended = new AbortController();
  #beating: Promise<void> | null = null;

  constructor(
    private readonly runtime: Runtime,
    /** Of the files; it need not be there. */
    private readonly directory: string,
  ) {}

  /** This process waits for what a request asks for, until it is disposed of. Where nothing can be written it does so unseen. */
  begin(request: string): Disposable {
    this.#write(request, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    this.#own.add(request);
    this.#beating ??= this.#beat();
    return {
      dispose: () => {
        this.#own.delete(request);
        this.#seen.delete(request);
        this.forget(request);
      },
    };
  }

  /** The requests that processes have left of which nobody will hear: they have certainly ended. @param most that are looked at */
  abandoned(most: number): string[] {
    return this.#listed()
      .slice(0, most)
      .filter((request) => this.isUnheard(request));
  }

  /** Whether nobody will hear what became of a request that waits: its process has ended, or gives no sign of life. */
  isGone(request: string): boolean {
    if (this.#own.has(request)) return false;
    const found = this.#read(request);
    if (found !== null && this.#canBeAsked(found.process)) return this.#isDead(found.process);
    return this.#isSilent(request, found?.beat ?? null);
  }

  /** Whether nobody has heard that a request was granted: its file is still there, and its process has ended. */
  isUnheard(request: string): boolean {
    return this.#isDead(this.#read(request)?.process ?? null);
  }

  /** Removes the file of a request that has ended. */
  forget(request: string): void {
    try {
      removeIfThere(this.runtime.fs, this.#fileOf(request));
    } catch {
      // What stays there names a request that is over, and is looked at in vain.
    }
  }

  dispose(): void {
    this.#ended.abort();
  }

  async #beat(): Promise<void> {
    const { sleep } = this.runtime;
    while (!this.#ended.signal.aborted && this.#own.size > 0) {
      await sleep(BEAT_MS, this.#ended.signal, { ref: false });
      for (const request of this.#own) this.#write(request, constants.O_WRONLY);
    }
    this.#beating = null;
  }

  /** Written over, it is never empty. */
  #write(request: string, flags: number): void {
    const { fs, process } = this.runtime;
    const bytes = Buffer.from(JSON.stringify(process));
    try {
      makeFolder(fs, this.directory);
      const descriptor = fs.openSync(this.#fileOf(request), flags, 0o644);
      try {
        fs.writeSync(descriptor, bytes, 0, bytes.length, 0);
      } finally {
        fs.closeSync(descriptor);
      }
    } catch {
      // A wait that nobody sees is still one.
    }
  }

  #read(request: string): { readonly process: ProcessIdentity; readonly beat: bigint } | null {
    if (!OWN_ID.test(request)) return null;
    try {
      const found = readFileBounded(this.runtime.fs, this.#fileOf(request), {
        maxBytes: LARGEST_BYTES,
        root: path.dirname(this.directory),
      });
      if (found === null) return null;
      const process = waiterSchema().parse(JSON.parse(Buffer.from(found.bytes).toString()));
      return { process, beat: found.stat.mtimeNs };
    } catch {
      // Half of one, or what is no file of ours: it says nothing of anybody.
      return null;
    }
  }

  #listed(): string[] {
    try {
      const names = this.runtime.fs.readdirSync(this.directory);
      return names.flatMap((name) => (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : [])).filter((id) => OWN_ID.test(id));
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return [];
    }
  }

  #isDead(process: ProcessIdentity | null): boolean {
    return process !== null && isCertainlyDead(process, this.runtime.process);
  }

  #canBeAsked({ boot, namespace }: ProcessIdentity): boolean {
    return boot === this.runtime.process.boot && namespace === this.runtime.process.namespace;
  }

  #isSilent(request: string, beat: bigint | null): boolean {
    const now = this.runtime.clock.monotonic();
    const seen = this.#seen.get(request);
    if (seen !== undefined && seen.beat === beat) return now - seen.since > SILENT_MS;
    this.#seen.set(request, { beat, since: now });
    return false;
  }

  #fileOf(request: string): string {
    return path.join(this.directory, request + SUFFIX);
  }
}
