interface Closable {
  close(): Promise<void>;
}

export interface OpenFolder<Folder, Opened> {
  readonly folder: Folder;
  readonly opened: Opened;
}

export interface OpenFoldersOptions<Folder, Opened> {
  /** The same for the same folder. */
  keyOf(folder: Folder): string;
  open(folder: Folder): Promise<Opened>;
  /** Told of what could not be opened, which is left out, or closed. */
  failed(error: unknown): void;
}

/** Keeps something open for each of several folders. Changes are made one after the other. */
export class OpenFolders<Folder, Opened extends Closable> {
  #all: readonly OpenFolder<Folder, Opened>[] = [];
  #changing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(private readonly options: OpenFoldersOptions<Folder, Opened>) {}

  /** In the order of the folders. While others are being opened it is what was open before. */
  get all(): readonly OpenFolder<Folder, Opened>[] {
    return this.#all;
  }

  /** Resolves when every change that was asked for has been made. */
  settled(): Promise<void> {
    return this.#changing;
  }

  /** Opens folders that are not open, and closes what is open of others. @param anew opens those that are open again, too */
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

  /** One that cannot be closed keeps none of the others open. */
  async #close(all: readonly Opened[]): Promise<void> {
    for (const ended of await Promise.allSettled(all.map((each) => each.close()))) {
      if (ended.status === 'rejected') this.options.failed(ended.reason);
    }
  }

  /** Closes all; nothing is opened any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#changing;
    const open = this.#all;
    this.#all = [];
    await this.#close(open.map(({ opened }) => opened));
  }
}
