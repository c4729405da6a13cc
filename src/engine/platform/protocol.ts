import type { FileProblem } from './file-problem.ts';
import type { Need } from './need.ts';
import type { Runtime } from './runtime.ts';
import type { UnsavedTexts } from './unsaved-texts.ts';
import type { Disposable, WatchDirectory } from './watching.ts';

/** Where a protocol is looked for. */
export interface Place {
  /** Absolute; `null` where no folder is open. */
  readonly folder: string | null;
  /** The person's home directory, absolute. */
  readonly home: string;
  /** What the person named: a path; empty for nothing. */
  readonly named: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where it is false nothing is written, and what the folder says leads no further than the folder. */
  readonly isTrusted: boolean;
}

/** The names by which a protocol is found. They may say too much, never too little. */
export interface Signs {
  readonly below: 'folder' | 'home';
  /** Of files and folders, `/`-separated. */
  readonly names: readonly string[];
  /** Whether they count in the folders above, too, up to the one that git knows. */
  readonly upwards?: boolean;
  /** The variable of the environment that names one. */
  readonly variable?: string;
}

export interface OpenOptions {
  /** With it what is open follows its files; `null`: it is asked once, and closed. */
  readonly watch: WatchDirectory | null;
  /** What is typed in the files below a root; missing where nothing can be. */
  readonly unsaved?: (root: string) => UnsavedTexts;
  /** Ends the opening. */
  readonly signal?: AbortSignal;
  /** Told what the person should know, although everything was read. */
  readonly warn?: (warning: string) => void;
}

/** Where a protocol is, or would be. */
export interface Found<O extends Opened> {
  /** Another one when it has to be opened again. */
  readonly key: string;
  /** @throws CortexError when it cannot be read; what `signal` is aborted with */
  open(options: OpenOptions): O | Promise<O>;
}

/** What has become of what is open: `another`: it has to be looked for again. */
export type Settled = 'another' | 'changed' | 'same';

/** A protocol at one place, open. */
export interface Opened {
  /** Absolute; the same for places that belong together. */
  readonly root: string;
  /** Whether it is there and can be read: otherwise more may be said when it can be. */
  readonly isThere: boolean;
  /** Whether changes may go unnoticed: then it is looked at again when there is an occasion. */
  readonly mayMissChanges: boolean;
  /** What is wrong in its files, and why changes may go unnoticed. */
  problems(): readonly FileProblem[];
  /** What waits for a person. @param now milliseconds since 1970 UTC @throws CortexError */
  needs(now: number): readonly Need[] | Promise<readonly Need[]>;
  /** Tells that there is something to settle, often and at once. */
  onDidChange(listener: () => void): Disposable;
  /** Reads what may be different. */
  settle(): Settled | Promise<Settled>;
  /** Looks at all files, whether or not something was noticed. */
  refresh(): void | Promise<void>;
  /** Takes the second look at what was written by commands that have ended since. It may write. */
  lookLater(): void;
  /** Lets go of all files. */
  close(): Promise<void>;
}

/** What of a protocol is loaded with the first sign of it. */
export interface LiveProtocol<O extends Opened = Opened> {
  /** @returns `null` where it cannot be @throws CortexError when the one that is named is not there, or cannot be used */
  find(runtime: Runtime, place: Place): Found<O> | null;
}

/** What is known of a protocol before anything is read (docs/decisions/0047-one-registry.md). */
export interface Protocol<O extends Opened = Opened> {
  /** One word, as on the command line. */
  readonly name: string;
  /** What it is called where it cannot be read: `the team`. */
  readonly title: string;
  readonly signs: Signs;
  /** Which places are open at a time. */
  readonly places: 'each folder' | 'shown folder' | 'home';
  /** The setting of the editor that names one, without `cortex.`. */
  readonly setting?: string;
  load(): Promise<LiveProtocol<O>>;
}
