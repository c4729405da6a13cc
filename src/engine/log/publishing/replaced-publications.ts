import { join } from 'node:path';
import { fileSystemNow, waitTick } from '../../files/file-clock.ts';
import { backupName, FILE_LIMIT, identityOf, milliseconds, readContent, statOf } from '../../files/file-content.ts';
import { listDirectory, removeIfThere } from '../../files/folder-entries.ts';
import { nonce } from '../../platform/ids.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Loggable } from '../machine.ts';
import type { Adoption } from './adoption.ts';

/** How long another process may still write into a replaced file, in milliseconds. */
export const RECHECK_MS = 1_000;
const GIVE_UP_MS = 10_000;
/** The SHA-256 of its content is at the end if the log knew it. */
const KEPT = /^kept-[0-9a-f]{16}-(\d+)-(\d+-\d+-\d+-\d+)(?:-([0-9a-f]{64}))?$/;
/** Pause while another process adopts, in milliseconds, and the number of pauses. */
const PAUSE_MS = 20;
const PAUSES = 10;

/** Second names of files that a publication replaced. They stay until it is certain that no process wrote into them. */
export class ReplacedPublications<Operation extends Loggable, State, Answer, Foreign> {
  constructor(
    private readonly runtime: Runtime,
    private readonly adoption: Adoption<Operation, State, Answer, Foreign>,
    private readonly directory: string,
    /** The published file. */
    private readonly file: string,
  ) {}

  /** Returns a new second name for the file with this identity. @param hash of its content; `null` if it is not known */
  name(identity: string, hash: string | null): string {
    const at = fileSystemNow(this.runtime, this.directory);
    const name = `kept-${nonce(this.runtime.random)}-${at}-${identity}`;
    return join(this.directory, hash === null ? name : `${name}-${hash}`);
  }

  /** Makes the copies of what adoptions left out durable. */
  syncAside(): Promise<void> {
    return this.adoption.syncAside();
  }

  /** Adopts a file under its second name. Returns its identity, or `null` if it cannot be read or changes meanwhile. */
  async adopt(replaced: string): Promise<string | null> {
    const stat = statOf(this.runtime.fs, replaced);
    if (stat === null || !stat.isFile() || stat.size > FILE_LIMIT) return null;
    await waitTick(this.runtime, this.directory, milliseconds(stat.mtimeNs));
    const content = readContent(this.runtime, replaced, identityOf(stat));
    if (content === null) return null;
    for (let n = 0; n < PAUSES; n++) {
      const outcome = this.adoption.take(content, null);
      if (outcome !== 'busy') return outcome === null ? content.identity : null;
      await this.runtime.sleep(PAUSE_MS);
    }
    return null;
  }

  /** Adopts what was written into replaced files since their publication, then removes them. Returns true if none is left. */
  adoptLateWrites(): boolean {
    const { directory } = this;
    const replaced = listDirectory(this.runtime.fs, directory).filter((name) => KEPT.test(name));
    if (replaced.length === 0) return true;
    const now = fileSystemNow(this.runtime, directory);
    return replaced.filter((name) => !this.#adoptFrom(name, now)).length === 0;
  }

  #adoptFrom(name: string, now: number): boolean {
    const { fs } = this.runtime;
    const path = join(this.directory, name);
    const [, at = '', identity = '', hash = ''] = KEPT.exec(name) ?? [];
    // A time far in the future counts as old too: the clock was set back.
    const age = Math.abs(now - Number(at));
    const stat = statOf(this.runtime.fs, path);
    if (stat === null) return true;
    if (identityOf(stat) !== identity && !this.#takeKept(path, identityOf(stat), hash, age)) return false;
    if (age < RECHECK_MS) return false;
    removeIfThere(fs, path);
    return true;
  }

  /**
   * Returns false if the content could not be adopted. Moves it aside if it cannot be parsed and its writer had time to finish.
   * @param hash of the content that was replaced. In a copy of the project that is in another file, and its record may be damaged
   */
  #takeKept(path: string, identity: string, hash: string, age: number): boolean {
    const content = readContent(this.runtime, path, identity);
    if (content === null) return false;
    if (content.hash === hash) return true;
    const outcome = this.adoption.take(content, null);
    if (outcome === null) return true;
    if (outcome === 'busy' || age <= GIVE_UP_MS) return false;
    this.runtime.fs.renameSync(path, backupName(this.runtime, this.file, identity));
    return false;
  }
}
