import { hash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { identityOf, statOf } from '../../files/file-content.ts';
import { listDirectory, removeIfThere } from '../../files/folder-entries.ts';
import { Mutex } from '../../files/mutex.ts';
import { readAll, writeAll } from '../../platform/descriptor.ts';
import { systemCode } from '../../platform/errors.ts';
import { type FileStat, OPEN } from '../../platform/file-system.ts';
import { nonce } from '../../platform/ids.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Wire, WireEnd } from '../../platform/sockets.ts';

/** Whom what this process makes belongs to; `null` on Windows, which has no such number. */
const USER = process.geteuid?.() ?? null;
const LEADER_FILE = 'leader.json';
/** What all systems take for the path of a socket, in bytes. */
const MOST_BYTES = 100;
/** Digits of a socket's name: its path must be short. */
const NAME_DIGITS = 6;
/** A longer file was not made by a leader, in bytes. */
const LARGEST_BYTES = 1_000;
/** Whoever has the seat looks so often whether it is still its own, in milliseconds. */
const LOOK_MS = 1_000;

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** What nobody but the owner may do: with the folder, to write; with the file, to read. */
const OTHERS_WRITE = 0o022n;
const OTHERS_AT_ALL = 0o077n;

const leaderFile = onDemand(() =>
  z.object({
    /** The name of the socket beside the file, or of the pipe. */
    socket: z.string().regex(/^[0-9a-f]{6,32}$/),
    secret: z.string().regex(/^[0-9a-f]{64}$/),
  }),
);

/** A leader that can be called. */
export interface Seated {
  /** Another text for each leader. */
  readonly holder: string;
  readonly address: string;
  readonly secret: string;
}

/** The folder in which the leader of a log can be found by those who run as the same user. */
export function seatFolder(directory: string, platform: NodeJS.Platform = process.platform, user = USER): string {
  if (platform !== 'win32') return join(directory, `answers-${user}`);
  const profile = process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  return join(profile, 'cortex', 'answers', hash('sha256', directory.toLowerCase(), 'hex'));
}

/** Where a leader listens; `null` where a socket cannot have such a path. */
export function socketAddress(folder: string, name: string, platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'win32') return `\\\\.\\pipe\\cortex-${name}`;
  const address = join(folder, name);
  return Buffer.byteLength(address) <= MOST_BYTES ? address : null;
}

/** Whether something belongs to the user of this process, and others have none of some permissions. */
function isOwn({ uid, mode }: FileStat, denied: bigint): boolean {
  return USER === null || (uid === BigInt(USER) && (mode & denied) === 0n);
}

/** The place from which a log's leader answers: a file that names its socket, made and removed in a turn of a mutex. */
export class LeaderElection {
  /** False where no socket can be. */
  readonly isPossible: boolean;
  readonly #folder: string;
  readonly #file: string;
  readonly #mutex: Mutex;
  /** The holder that this process is, where others can take the seat away from it. */
  #own: string | null = null;
  #lookedAt = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
  ) {
    this.#folder = seatFolder(directory);
    this.#file = join(this.#folder, LEADER_FILE);
    this.isPossible = socketAddress(this.#folder, '0'.repeat(NAME_DIGITS)) !== null;
    this.#mutex = new Mutex(runtime, join(directory, 'lead'));
  }

  /** Whose seat it is: another text for each leader, `null` for nobody. What is no file leads nowhere: whoever takes the seat removes it. */
  get holder(): string | null {
    try {
      const stat = this.runtime.fs.lstatSync(this.#file, { bigint: true });
      return stat.isFile() ? identityOf(stat) : null;
    } catch {
      return null;
    }
  }

  /** Whom to call: `nobody` where nobody leads whom this user may believe, `unsafe` where others could put somebody. */
  find(): Seated | 'nobody' | 'unsafe' {
    try {
      if (!this.#isSafe()) return 'unsafe';
    } catch (error) {
      return systemCode(error) === 'ENOENT' ? 'nobody' : 'unsafe';
    }
    try {
      return this.#seated() ?? 'nobody';
    } catch {
      // There is no file, or what has its name is none.
      return 'nobody';
    }
  }

  /** True when this process has found that its seat was taken away: it was stopped for long, or somebody removed the folder. */
  wasTaken(): boolean {
    const now = this.runtime.clock.monotonic();
    if (this.#own === null || now - this.#lookedAt < LOOK_MS) return false;
    this.#lookedAt = now;
    return this.#own !== this.holder;
  }

  /**
   * Takes the seat.
   * @param secret that those who call have to know
   * @returns how to leave it; `taken` while somebody else has it or is about to, `impossible` where nobody can
   */
  async take(secret: string, accept: (wire: Wire) => WireEnd): Promise<(() => void) | 'taken' | 'impossible'> {
    // Nothing is made in the place of a project that was moved away.
    if (!this.isPossible || statOf(this.runtime.fs, this.directory) === null) return 'impossible';
    try {
      const turn = this.#mutex.tryAcquire();
      if (turn === null) return 'taken';
      try {
        if (await this.#isAnswered()) return 'taken';
        return (await this.#sit(secret, accept)) ?? 'impossible';
      } finally {
        turn.release();
      }
    } catch {
      // Where nothing can be written nobody leads, and whoever writes is told why.
      return 'impossible';
    }
  }

  /**
   * Takes the seat away from a leader that hangs or has died: whoever calls then finds nobody.
   * @param holder as it was when that leader was called: another one may have the seat by now
   * @returns false when its file cannot be removed
   */
  vacate(holder: string): boolean {
    try {
      const turn = this.#mutex.tryAcquire();
      // Another process is doing it.
      if (turn === null) return true;
      try {
        if (this.holder === holder) removeIfThere(this.runtime.fs, this.#file);
      } finally {
        turn.release();
      }
      return true;
    } catch {
      return this.holder !== holder;
    }
  }

  /** Whether nobody else can put anything into the folder. @throws the system's error when it is not there */
  #isSafe(): boolean {
    const stat = this.runtime.fs.lstatSync(this.#folder, { bigint: true });
    return stat.isDirectory() && isOwn(stat, OTHERS_WRITE);
  }

  #seated(): Seated | null {
    const { fs } = this.runtime;
    const { said, holder } = this.#readFile();
    const address = said === null ? null : socketAddress(this.#folder, said.socket);
    if (said === null || address === null) return null;
    const seated = { holder, address, secret: said.secret };
    if (process.platform === 'win32') return seated;
    const stat = fs.lstatSync(address, { bigint: true });
    return stat.isSocket() && isOwn(stat, 0n) ? seated : null;
  }

  #readFile(): { readonly said: Checked<typeof leaderFile> | null; readonly holder: string } {
    const { fs } = this.runtime;
    const fd = fs.openSync(this.#file, OPEN.readHere);
    try {
      const stat = fs.fstatSync(fd, { bigint: true });
      const isLeaders = stat.isFile() && isOwn(stat, OTHERS_AT_ALL) && stat.size <= LARGEST_BYTES;
      return { said: isLeaders ? parseFile(readAll(fs, fd, stat).toString('utf8')) : null, holder: identityOf(stat) };
    } finally {
      fs.closeSync(fd);
    }
  }

  async #sit(secret: string, accept: (wire: Wire) => WireEnd): Promise<(() => void) | null> {
    const { fs, random, sockets } = this.runtime;
    fs.mkdirSync(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    if (!this.#isSafe()) return null;
    for (const left of listDirectory(fs, this.#folder)) removeIfThere(fs, join(this.#folder, left));
    const name = process.platform === 'win32' ? `${nonce(random)}${nonce(random)}` : nonce(random).slice(0, NAME_DIGITS);
    const address = socketAddress(this.#folder, name);
    const stop = address === null ? null : await sockets.listen(address, accept);
    if (stop === null) return null;
    try {
      this.#writeFile(JSON.stringify({ socket: name, secret }));
    } catch (error) {
      stop();
      throw error;
    }
    const { holder } = this;
    this.#own = holder;
    return () => {
      this.#own = null;
      this.vacate(holder ?? '');
      stop();
    };
  }

  #writeFile(text: string): void {
    const { fs, random } = this.runtime;
    const temporary = join(this.#folder, `${nonce(random)}.tmp`);
    const fd = fs.openSync(temporary, OPEN.createNew, OWNER_ONLY_FILE);
    try {
      writeAll(fs, fd, Buffer.from(text));
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(temporary, this.#file);
  }

  /** Whether somebody takes a call, without a word. */
  async #isAnswered(): Promise<boolean> {
    const seated = this.find();
    if (typeof seated === 'string') return false;
    const end: WireEnd = { longest: () => 0, line: () => undefined, silent: () => undefined, closed: () => undefined };
    const wire = await this.runtime.sockets.call(seated.address, end);
    if (typeof wire === 'string') return false;
    wire.close();
    return true;
  }
}

function parseFile(text: string): Checked<typeof leaderFile> | null {
  try {
    return leaderFile().safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
