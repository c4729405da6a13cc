import { constants } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readFileBounded } from '../../files/atomic-file.ts';
import { removeIfThere } from '../../files/folder-entries.ts';
import { makeIgnoredFolder } from '../../files/local-folder.ts';
import { systemCode } from '../../platform/errors.ts';
import { onDemand } from '../../platform/on-demand.ts';
import { isCertainlyDead, type ProcessIdentity } from '../../platform/process-identity.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Disposable } from '../../platform/watching.ts';
import type { GrantedLock } from './lock-types.ts';

/** A waiting process that a record wakes renews its heartbeat if that is older than this, in milliseconds. */
const HEARTBEAT_MS = 10_000;
/** How often a process that it blocks asks for a heartbeat, in milliseconds. */
const ASK_MS = 30_000;
/** A waiting process counts as dead after this time without a new heartbeat, in milliseconds. */
const SILENT_MS = 90_000;
const MAX_BYTES = 4_096;
/** The form of our own record ids. Ids of any other form, which only a foreign log has, never become file names. */
const OWN_ID = /^\w{1,64}$/;
const SUFFIX = '.json';

const waiterSchema = onDemand(() =>
  z.object({ boot: z.string(), namespace: z.string(), pid: z.int().positive(), started: z.string().nullable() }),
);

/** The last heartbeat seen for a request, and since when, in this process's monotonic time. */
interface SeenHeartbeat {
  /** The file's modification time in nanoseconds; `null` if there is no file. */
  readonly beat: bigint | null;
  readonly since: number;
  /** When this process last asked for a newer one; `null` if it has not. */
  readonly askedAt: number | null;
}

/**
 * What is known of the process of a waiting request: it runs; it has ended, or sent no heartbeat for too long; or only a new heartbeat
 * shows that it runs, because it belongs to another boot or PID namespace.
 */
export type WaiterState = 'running' | 'gone' | 'ask';

/**
 * The processes that wait for locks. Each has one file per waiting request, and removes it before it reports the answer
 * (docs/decisions/0041-waiting-for-locks.md).
 */
export class Waiters {
  readonly #own = new Set<string>();
  readonly #seen = new Map<string, SeenHeartbeat>();
  #beatAt = Number.NEGATIVE_INFINITY;

  /** Folder of the files; it may be missing. */
  readonly #directory: string;

  /** @param log folder of the log */
  constructor(
    private readonly runtime: Runtime,
    log: string,
  ) {
    this.#directory = path.join(log, 'waiting');
  }

  /** Number of waiting requests of this process. */
  get count(): number {
    return this.#own.size;
  }

  /** Registers a waiting request of this process, until disposed. If the file cannot be written, the request has no heartbeat. */
  begin(request: string): Disposable {
    this.#create(request);
    this.#own.add(request);
    this.#beatAt = this.runtime.clock.monotonic();
    return {
      dispose: () => {
        this.#own.delete(request);
        this.#seen.delete(request);
        this.forget(request);
      },
    };
  }

  /** Returns the requests whose processes are certainly dead. @param most maximum number of files to check */
  orphans(most: number): string[] {
    return this.#listed()
      .slice(0, most)
      .filter((request) => this.isOrphaned(request));
  }

  /** Returns what is known of the process of a waiting request. `ask`: the caller must write a record, which asks for a heartbeat. */
  stateOf(request: string): WaiterState {
    if (this.#own.has(request)) return 'running';
    const found = this.#read(request);
    if (found !== null && this.#canBeChecked(found.process)) return this.#isDead(found.process) ? 'gone' : 'running';
    return this.#judge(request, found?.beat ?? null);
  }

  /** Renews the heartbeats of this process. Called when a record has woken it. */
  beat(): void {
    const now = this.runtime.clock.monotonic();
    if (now - this.#beatAt < HEARTBEAT_MS) return;
    this.#beatAt = now;
    for (const request of this.#own) this.#write(request, constants.O_WRONLY);
  }

  /** Reports whether a request has a file: its process has not yet reported the answer. */
  isOpen(request: string): boolean {
    return this.#read(request) !== null;
  }

  /** Reports whether the process of a request died before it reported the answer, so that its file remains. */
  isOrphaned(request: string): boolean {
    return this.#isDead(this.#read(request)?.process ?? null);
  }

  /** Returns the locks without those whose processes died before they reported them. The next request for the path removes these. */
  living(locks: readonly GrantedLock[]): GrantedLock[] {
    return locks.filter(({ requestId }) => requestId === null || !this.isOrphaned(requestId));
  }

  /** Removes the file of a request that has ended. */
  forget(request: string): void {
    try {
      removeIfThere(this.runtime.fs, this.#fileOf(request));
    } catch {
      // A leftover file belongs to a request that has ended, and has no effect.
    }
  }

  #create(request: string): void {
    try {
      makeIgnoredFolder(this.runtime.fs, this.#directory);
    } catch {
      // The file cannot be created either.
    }
    this.#write(request, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  }

  /** Overwrites in place, so that a reader never finds an empty file. */
  #write(request: string, flags: number): void {
    const { fs, process } = this.runtime;
    const bytes = Buffer.from(JSON.stringify(process));
    try {
      const descriptor = fs.openSync(this.#fileOf(request), flags, 0o644);
      try {
        fs.writeSync(descriptor, bytes, 0, bytes.length, 0);
      } finally {
        fs.closeSync(descriptor);
      }
    } catch {
      // The request still waits, without a heartbeat.
    }
  }

  #read(request: string): { readonly process: ProcessIdentity; readonly beat: bigint } | null {
    if (!OWN_ID.test(request)) return null;
    try {
      const found = readFileBounded(this.runtime.fs, this.#fileOf(request), {
        maxBytes: MAX_BYTES,
        root: path.dirname(this.#directory),
      });
      if (found === null) return null;
      const process = waiterSchema().parse(JSON.parse(Buffer.from(found.bytes).toString()));
      return { process, beat: found.stat.mtimeNs };
    } catch {
      // A torn or foreign file proves nothing about any process.
      return null;
    }
  }

  #listed(): string[] {
    try {
      const names = this.runtime.fs.readdirSync(this.#directory);
      return names.flatMap((name) => (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : [])).filter((id) => OWN_ID.test(id));
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return [];
    }
  }

  #isDead(process: ProcessIdentity | null): boolean {
    return process !== null && isCertainlyDead(process, this.runtime.process);
  }

  #canBeChecked({ boot, namespace }: ProcessIdentity): boolean {
    return boot === this.runtime.process.boot && namespace === this.runtime.process.namespace;
  }

  #judge(request: string, beat: bigint | null): WaiterState {
    const now = this.runtime.clock.monotonic();
    const known = this.#seen.get(request);
    const seen = known?.beat === beat ? known : { beat, since: now, askedAt: null };
    this.#seen.set(request, seen);
    if (seen.askedAt !== null && now - seen.since > SILENT_MS) return 'gone';
    if (now - (seen.askedAt ?? seen.since) < ASK_MS) return 'running';
    this.#seen.set(request, { ...seen, askedAt: now });
    return 'ask';
  }

  #fileOf(request: string): string {
    return path.join(this.#directory, request + SUFFIX);
  }
}
