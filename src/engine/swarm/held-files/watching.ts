/** Finds changes that a command makes to files held by other agents: docs/decisions/0054-changes-to-held-files.md. */
import { hash } from 'node:crypto';
import path from 'node:path';
import { makeIgnoredFolder } from '../../files/local-folder.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { Copies, identityAt, MISSING, readIfInside } from './copies.ts';
import type { HeldFile } from './held-files.ts';
import { type HeldFileChange, HeldFileRecords, type NamedWatch, type Watch, type WatchedFile } from './records.ts';

const MAX_COPIED = 64;
/** Longest time that a command is expected to run, in milliseconds. */
const MAX_RUN_LENGTH = 24 * 3_600_000;
/** How long what a tool started in the background is compared after the tool has ended, in milliseconds. */
const BACKGROUND_MS = 10 * 60_000;
/** Maximum length of a recorded command, enough to recognize it; characters. */
const MAX_COMMAND_LENGTH = 2_000;

/** A tool that an agent runs. */
export interface RunningTool {
  /** As returned by `sessionKey`. */
  readonly session: string;
  /** The vendor's id of this run; `null` if it has none. */
  readonly run: string | null;
  readonly agent: string | null;
  readonly vendor: string;
  readonly command: string;
  readonly tree: string;
}

/** An agent that is about to write, or has written, in its session and working tree. */
interface Writer {
  readonly agent: string;
  readonly session: string;
  readonly tree: string;
}

/** What is known about holders when a change is found. */
export interface HolderLookup {
  /** Returns whether an agent still holds a file. */
  holds(agent: string, file: string): boolean;
  /** Returns whether the agent's session reports its writes. */
  hasHooks(agent: string): boolean;
}

export class HeldFilesWatch {
  readonly records: HeldFileRecords;
  readonly copies: Copies;

  /** @param root of the project @throws CortexError `outside-root` when the folder of the records leads elsewhere */
  constructor(
    private readonly runtime: Runtime,
    root: string,
  ) {
    this.records = new HeldFileRecords(runtime, root);
    this.copies = new Copies(runtime, this.records.folder);
  }

  /** Records the state of the files before a tool runs. @throws CortexError when it cannot be written */
  async begin(tool: RunningTool, held: readonly HeldFile[]): Promise<void> {
    if (held.length === 0) return;
    makeIgnoredFolder(this.runtime.fs, this.records.folder);
    const files = await this.#asTheyAre(tool.tree, held);
    const { session, agent, vendor, tree } = tool;
    const command = tool.command.slice(0, MAX_COMMAND_LENGTH);
    await this.records.putWatch(watchName(tool), {
      session,
      agent,
      vendor,
      command,
      startedAt: this.runtime.clock.now(),
      tree,
      files,
      until: null,
    });
  }

  /**
   * Ends a session's watches and compares their files: after a tool the watch of that run, without `run` all of them. Compares also what
   * earlier tools of the session started in the background.
   * @param runsOn whether what the tool started may still run @returns the changes that were found
   * @throws CortexError when they cannot be written
   */
  async end(session: string, run: string | null | undefined, holders: HolderLookup, runsOn = false): Promise<HeldFileChange[]> {
    const name = run === undefined ? null : watchName({ session, run });
    const found: HeldFileChange[] = [];
    for (const each of this.records.watches()) {
      const until = each.watch.until ?? null;
      if (each.watch.session !== session || (name !== null && each.name !== name && until === null)) continue;
      const changes = await this.#compared(each.watch, each.watch.files, holders);
      found.push(...changes);
      if (name === null || (until === null && !runsOn)) this.records.removeWatch(each.name);
      else await this.#continue(each, changes.length > 0);
    }
    return found;
  }

  /** Continues to compare the files of a tool that has ended, until the time for that is over. @param isChanged whether files changed now */
  async #continue({ name, watch }: NamedWatch, isChanged: boolean): Promise<void> {
    const now = this.runtime.clock.now();
    const until = watch.until ?? now + BACKGROUND_MS;
    if (now > until) return this.records.removeWatch(name);
    if (watch.until === until && !isChanged) return;
    await this.records.putWatch(name, { ...watch, files: await this.#asTheyAre(watch.tree, watch.files), until });
  }

  /**
   * Before an agent writes, compares its files in the watches of other sessions. After it wrote, records their new state there.
   * @throws CortexError when it cannot be written
   */
  async ofHolder({ agent, session, tree }: Writer, when: 'before' | 'after', holders: HolderLookup): Promise<void> {
    for (const { name, watch } of this.records.watches()) {
      const own = watch.files.filter(({ holder }) => holder === agent);
      if (watch.session === session || watch.tree !== tree || own.length === 0) continue;
      if (when === 'before') await this.#compared(watch, own, holders);
      const others = watch.files.filter(({ holder }) => holder !== agent);
      await this.records.putWatch(name, { ...watch, files: [...others, ...(await this.#asTheyAre(watch.tree, own))] });
    }
  }

  /** Removes the watches of sessions that were killed, and unreferenced copies. */
  sweep(): void {
    const now = this.runtime.clock.now();
    for (const { name, watch } of this.records.watches()) if (now - watch.startedAt > MAX_RUN_LENGTH) this.records.removeWatch(name);
    const named = [
      ...this.records.watches().flatMap(({ watch }) => watch.files.map(({ copy }) => copy)),
      ...this.records.changes().flatMap(({ before, after }) => [before, after]),
    ];
    this.copies.sweep(this.records.names(), new Set(named.filter((name) => name !== null)));
  }

  async #asTheyAre(tree: string, held: readonly HeldFile[]): Promise<WatchedFile[]> {
    let copied = 0;
    const noted = held.map(async ({ path: name, holder, reason }): Promise<WatchedFile> => {
      const identity = identityAt(this.runtime, tree, name);
      const known = this.copies.nameOf(path.join(tree, name), identity);
      const mayCopy = this.copies.has(known) || ++copied <= MAX_COPIED;
      return { path: name, holder, reason, identity, copy: mayCopy ? await this.copies.keep(tree, name, identity) : null };
    });
    return Promise.all(noted);
  }

  async #compared(watch: Watch, files: readonly WatchedFile[], holders: HolderLookup): Promise<HeldFileChange[]> {
    const found: HeldFileChange[] = [];
    for (const file of files) {
      const identity = identityAt(this.runtime, watch.tree, file.path, file.identity);
      if (identity === file.identity || !holders.holds(file.holder, file.path) || this.#isSame(watch.tree, file)) continue;
      const change = await this.#change(watch, file, identity, holders);
      await this.records.putChange(change);
      found.push(change);
    }
    return found;
  }

  #isSame(tree: string, { path: name, copy }: WatchedFile): boolean {
    const before = copy === null ? null : this.copies.read(copy);
    const now = before === null ? null : readIfInside(this.runtime, tree, path.join(tree, name));
    return before !== null && now !== null && before.equals(now);
  }

  async #change(watch: Watch, file: WatchedFile, identity: string, holders: HolderLookup): Promise<HeldFileChange> {
    const { agent, vendor, command, startedAt, tree } = watch;
    const { path: name, holder, reason, copy } = file;
    return {
      id: hash('sha256', JSON.stringify([tree, name, watch.session, startedAt, identity])).slice(0, 8),
      path: name,
      tree,
      holder,
      reason,
      agent,
      vendor,
      command,
      from: startedAt,
      to: this.runtime.clock.now(),
      what: file.identity === MISSING ? 'created' : identity === MISSING ? 'removed' : 'changed',
      before: copy,
      after: await this.copies.keep(tree, name, identity),
      mayBeHolder: !holders.hasHooks(holder),
      isTold: false,
    };
  }
}

function watchName({ session, run }: Pick<RunningTool, 'session' | 'run'>): string {
  return `${hash('sha256', JSON.stringify([session, run]))}.watch`;
}
