interface Closable {
  close(): Promise<void>;
}

export interface OpenFolder<Folder, Opened> {
  readonly folder: Folder;
  readonly opened: Opened;
}

export interface OpenFoldersOptions<Folder, Opened> {
  /** Returns the same key for the same folder. */
  keyOf(folder: Folder): string;
  open(folder: Folder): Promise<Opened>;
  /** Receives errors of opening and closing. A folder that fails to open is left out. */
  failed(error: unknown): void;
}

/** Keeps one object open for each of several folders. Changes run one after another. */
export class OpenFolders<Folder, Opened extends Closable> {
  #all: readonly OpenFolder<Folder, Opened>[] = [];
  #changing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(private readonly options: OpenFoldersOptions<Folder, Opened>) {}

  /** The open objects, in the order of the folders. Unchanged while a change is running. */
  get all(): readonly OpenFolder<Folder, Opened>[] {
    return this.#all;
  }

  /** Resolves when all requested changes are done. */
  settled(): Promise<void> {
    return this.#changing;
  }

  /** Opens folders that are not open, and closes all others. @param anew also reopens folders that are open */
  show(folders: readonly Folder[], anew: boolean): Promise<void> {
    this.#changing = this.#changing.then(() => this.#change(folders, anew));
    return this.#changing;
  }

  async #change(folders: readonly Folder[], anew: boolean): Promise<void> {
    if (this.#closed) return;
    const { keyOf } = this.options;
    const before = new Map(this.#all.map(({ folder, opened }) => [keyOf(folder), opened]));
    const kept = (folder: Folder) => (anew ? undefined : before.get(keyOf(folder)));
    const open = await Promise.all(folders.map((folder) => this.#open(folder, kept(folder))));
    this.#all = open.filter((each) => each !== null);
    const stays = new Set(this.#all.map(({ opened }) => opened));
    await this.#close([...before.values()].filter((opened) => !stays.has(opened)));
  }

  async #open(folder: Folder, kept: Opened | undefined): Promise<OpenFolder<Folder, Opened> | null> {
    try {
      return { folder, opened: kept ?? (await this.options.open(folder)) };
    } catch (error) {
      this.options.failed(error);
      return null;
    }
  }

  /** Closes all objects, even if some of them fail to close. */
  async #close(all: readonly Opened[]): Promise<void> {
    for (const ended of await Promise.allSettled(all.map((each) => each.close()))) {
      if (ended.status === 'rejected') this.options.failed(ended.reason);
    }
  }

  /** Closes all objects. Later calls of `show` do nothing. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#changing;
    const open = this.#all;
    this.#all = [];
    await this.#close(open.map(({ opened }) => opened));
  }
}
