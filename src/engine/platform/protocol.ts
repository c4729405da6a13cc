import type { FileProblem } from './file-problem.ts';
import type { Need } from './need.ts';
import type { Runtime } from './runtime.ts';
import type { TrackedItem } from './tracked-item.ts';
import type { Disposable, WatchDirectory } from './watching.ts';

/** Files with unsaved changes in an editor. Edits to them are made in the editor (rulings, all protocols 2). */
export interface UnsavedTexts {
  /** Returns the unsaved text; `null` if the file has no unsaved changes. @param path below the root, `/`-separated */
  text(path: string): string | null;
  /** Edits the unsaved text, which stays unsaved. @throws CortexError if it cannot be edited, and every error of `change` */
  edit(path: string, change: (text: string) => string): Promise<void>;
}

/** For programs without an editor. */
export const NOTHING_UNSAVED: UnsavedTexts = {
  text: () => null,
  edit: () => Promise.reject(new Error('nothing is open')),
};

/** Where to look for a protocol. */
export interface ProtocolLocation {
  /** Absolute; `null` if no folder is open. */
  readonly folder: string | null;
  /** The person's home directory, absolute. */
  readonly home: string;
  /** The path that the person configured; empty for none. */
  readonly named: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** If false, nothing is written, and paths in the folder's files may not lead outside the folder. */
  readonly isTrusted: boolean;
}

/** File names that suggest that a protocol is present. They may be too many, never too few. */
export interface MarkerFiles {
  readonly below: 'folder' | 'home';
  /** Names of files and folders, `/`-separated. */
  readonly names: readonly string[];
  /** Whether the names also count in parent folders, up to the top of the git repository. */
  readonly upwards?: boolean;
  /** Environment variable that names a place. */
  readonly variable?: string;
}

export interface OpenOptions {
  /** If given, the opened protocol follows its files. `null` means that it is read once and closed. */
  readonly watch: WatchDirectory | null;
  /** Returns the unsaved texts of editors below a root; missing without an editor. */
  readonly unsaved?: (root: string) => UnsavedTexts;
  /** Aborts opening. */
  readonly signal?: AbortSignal;
  /** Receives warnings about data that was read successfully. */
  readonly warn?: (warning: string) => void;
}

/** The place where a protocol is, or would be. */
export interface FoundProtocol<O extends OpenProtocol> {
  /** Changes when the protocol must be opened again. */
  readonly key: string;
  /** @throws CortexError if it cannot be read, or the reason of an aborted `signal` */
  open(options: OpenOptions): O | Promise<O>;
}

/** Result of `readChanges`. `another` means that the protocol must be searched for again. */
export type ChangeResult = 'another' | 'changed' | 'same';

/** An open protocol at one place. */
export interface OpenProtocol {
  /** Absolute; equal for places that belong together. */
  readonly root: string;
  /** Whether the place exists and can be read. If not, it may have more to report once it can be. */
  readonly isThere: boolean;
  /** Whether changes may go unnoticed. Then it is refreshed when there is an occasion. */
  readonly mayMissChanges: boolean;
  /** Problems in the files, and why changes may go unnoticed. */
  problems(): readonly FileProblem[];
  /** Returns the items that wait for a person. @param now milliseconds since 1970 UTC @throws CortexError */
  needs(now: number): readonly Need[] | Promise<readonly Need[]>;
  /** Returns the items whose changes no log records; missing if there are none. */
  items?(): Promise<readonly TrackedItem[]>;
  /** Returns the absolute folders whose items are not known now, besides the files in `problems`; missing if there never are any. */
  unknownFolders?(): readonly string[];
  /** Registers a listener for possible changes. It is called often and immediately; the caller then calls `readChanges`. */
  onDidChange(listener: () => void): Disposable;
  /** Reads what may have changed. */
  readChanges(): ChangeResult | Promise<ChangeResult>;
  /** Reads all files again, whether or not a change was noticed. */
  refresh(): void | Promise<void>;
  /** Takes the second look at writes of commands that have ended since. May write. */
  lookLater(): void;
  /** Closes all files. */
  close(): Promise<void>;
}

/** The part of a protocol that is loaded when one of its markers is found. */
export interface LiveProtocol<O extends OpenProtocol = OpenProtocol> {
  /**
   * Finds the protocol.
   * @returns `null` if it cannot be at this place
   * @throws CortexError if the configured place does not exist or cannot be used
   */
  find(runtime: Runtime, place: ProtocolLocation): FoundProtocol<O> | null;
}

/** What is known of a protocol before anything is read (docs/decisions/0047-protocol-registry.md). */
export interface Protocol<O extends OpenProtocol = OpenProtocol> {
  /** One word, as on the command line. */
  readonly name: string;
  /** Its name in messages about a failed read: `the team`. */
  readonly title: string;
  readonly markers: MarkerFiles;
  /** Which places are open at the same time. */
  readonly places: 'each folder' | 'shown folder' | 'home';
  /** The editor setting that names a place, without the prefix `cortex.`. */
  readonly setting?: string;
  load(): Promise<LiveProtocol<O>>;
}
