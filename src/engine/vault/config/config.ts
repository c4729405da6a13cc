import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { CortexError, fileError, systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { OWN_ZONE, ownOffsets } from '../../platform/zoned-time.ts';
import { shellWord } from '../../text/shell-word.ts';
import { requireVault } from '../cache/scan.ts';
import { repositoryAround } from '../trust/repository.ts';
import { CONFIG_FILE, type ConfigFile, readConfigFile } from './config-file.ts';

/** A vault, and how it is read (seed 2, "cortex.toml"). */
export interface VaultConfig {
  /** The vault's folder, absolute. */
  readonly root: string;
  /** The projects that are named, in their order. */
  readonly projects: readonly string[];
  /** Folder name, or path of several folders from the vault's, → project of the notes below it. */
  readonly directories: ReadonlyMap<string, string>;
  /** Tag → the words that bring it along. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** Days up to which a note is hot, and warm. */
  readonly hot: number;
  readonly warm: number;
  /** Whether only a person accepts notes, and archives or supersedes what a person has accepted (rulings, vault 11). */
  readonly isReviewRequired: boolean;
  /** IANA name, or `OWN_ZONE`: the machine's. */
  readonly timeZone: string;
  /** Whether it lies outside of the working tree, and only a `cortex.toml` names it: then nothing is written into it. */
  readonly isOutside: boolean;
  /** What is odd in the configuration and stops nobody; whole sentences. */
  readonly problems: readonly string[];
  /** What keeps a configuration from being read; empty but where the rest is used all the same. */
  readonly broken: readonly CortexError[];
  /** What notes are read by, as JSON: where it is the same, the same bytes are the same note. */
  readonly reading: string;
}

/** Where a vault is looked for. */
export interface VaultPlace {
  /** The working directory, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What `--vault` says. */
  readonly named?: string;
}

const DEFAULT_DIRECTORIES = { feedback: 'meta', rules: 'meta', reference: 'meta', _moc: 'meta' };
const DEFAULT_HOT = 2;
const DEFAULT_WARM = 7;

/** A folder that has one of these folders, or this file, is a vault. Many a project has folders named `rules` and `index`. */
const VAULT_FOLDERS = ['atoms', '_moc'];
const VAULT_FILE = 'index/manifest.json';

function kindOf(fs: FileSystem, file: string): 'folder' | 'file' | null {
  try {
    return fs.statSync(file, { bigint: true }).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw fileError(error, file, 'look for the vault', 'read');
  }
}

/** Which folder is the vault, and what is odd about that. */
interface ChosenRoot {
  readonly root: string;
  /** Neither named nor told by what is in the working directory. */
  readonly isGuess: boolean;
  readonly problems: readonly string[];
}

/** Whoever writes a `cortex.toml` beside the folder `vault` may mean that one. */
const NOT_THE_FOLDER =
  'This folder itself is the vault because it has a cortex.toml, and its folder "vault" is a part of it: to have that one as the vault, write path = "vault" under [vault].';

/** Whether a folder is a vault by what is in it. */
function isVault(fs: FileSystem, folder: string): boolean {
  const has = (name: string, kind: 'folder' | 'file') => kindOf(fs, path.join(folder, name)) === kind;
  return has(VAULT_FILE, 'file') || VAULT_FOLDERS.some((name) => has(name, 'folder'));
}

/** The folder of the vault as decision 0010, "Which vault", has it; whether it is there is another question. */
function chooseRoot(fs: FileSystem, { cwd, env, named }: VaultPlace, config: ConfigFile | null): ChosenRoot {
  // An empty one says nothing; joined to the working directory it would be that.
  const said = [named, env.CORTEX_VAULT, config?.values.vault?.path].find((folder) => folder !== undefined && folder !== '');
  if (said !== undefined) return { root: path.resolve(cwd, said), isGuess: false, problems: [] };
  if (isVault(fs, cwd)) return { root: cwd, isGuess: false, problems: [] };
  if (config === null) return { root: path.join(cwd, 'vault'), isGuess: true, problems: [] };
  const hasFolder = kindOf(fs, path.join(cwd, 'vault')) === 'folder';
  return { root: cwd, isGuess: false, problems: hasFolder ? [NOT_THE_FOLDER] : [] };
}

/**
 * Where a vault is looked for that nobody names: in the working directory, else in the nearest folder above that has one, up to the root
 * of the repository (rulings, vault 9). Outside of a repository nothing above is looked at.
 */
function placeToLook(fs: FileSystem, { cwd, env, named }: VaultPlace): string {
  if ((named ?? '') !== '' || (env.CORTEX_VAULT ?? '') !== '') return cwd;
  const isPlace = (folder: string) =>
    kindOf(fs, path.join(folder, CONFIG_FILE)) === 'file' || isVault(fs, folder) || kindOf(fs, path.join(folder, 'vault')) === 'folder';
  if (isPlace(cwd) || kindOf(fs, cwd) === null) return cwd;
  const top = repositoryAround(fs, cwd);
  for (let folder = fs.realpathSync(cwd); top !== null && folder !== top; ) {
    folder = path.dirname(folder);
    if (isPlace(folder)) return folder;
  }
  return cwd;
}

/**
 * Whether a vault that no person has named lies outside of the working tree: a `cortex.toml` that came with a project says so. Such a vault
 * is read, and nothing is written into it.
 * @throws CortexError `outside-root` where a link in the working tree leads the vault out of it, or the vault has the whole tree in it
 */
function isOutside(fs: FileSystem, { cwd, env, named }: VaultPlace, root: string): boolean {
  if ((named ?? '') !== '' || (env.CORTEX_VAULT ?? '') !== '') return false;
  const tree = repositoryAround(fs, cwd) ?? fs.realpathSync(cwd);
  const real = fs.realpathSync(root);
  if (isInside(tree, real)) return false;
  const refused = (message: string) =>
    new CortexError('outside-root', message, { file: root, next: `If you mean that folder, name it: --vault ${shellWord(root)}` });
  // What is written as a path out of the tree leads out of it by its own words.
  if (isInside(tree, path.join(fs.realpathSync(cwd), path.relative(cwd, root))))
    throw refused('the vault is a link that leads out of the working tree');
  if (isInside(real, tree)) throw refused(`the vault that ${CONFIG_FILE} names holds the whole working tree`);
  return true;
}

/** A folder as the paths of notes name it, however it is written: `./ops/` is `ops`. */
function folderIn(written: string): string {
  const names = written.split('/').filter((name) => name !== '' && name !== '.');
  return names.join('/');
}

/** @param files the configurations that there are, the one that counts most first */
function mergeFiles({ root, problems }: ChosenRoot, files: readonly ConfigFile[]): Omit<VaultConfig, 'isOutside' | 'broken'> {
  const values = files.map((file) => file.values);
  const first = <Value>(of: (value: ConfigFile['values']) => Value | undefined) => values.map(of).find((value) => value !== undefined);
  const directories = { ...DEFAULT_DIRECTORIES };
  const tags = {};
  for (const value of values.toReversed()) {
    for (const [folder, project] of Object.entries(value.directories ?? {})) Object.assign(directories, { [folderIn(folder)]: project });
    Object.assign(tags, value.tags);
  }
  const hot = first(({ layers }) => layers?.hot) ?? DEFAULT_HOT;
  const warm = first(({ layers }) => layers?.warm) ?? DEFAULT_WARM;
  const timeZone = first(({ timezone }) => timezone) ?? OWN_ZONE;
  const noneWarm = warm < hot ? [`No note is warm: layers.warm (${warm}) is less than layers.hot (${hot}).`] : [];
  return {
    root,
    projects: first(({ projects }) => projects?.names) ?? [],
    directories: new Map(Object.entries(directories)),
    tags: new Map(Object.entries(tags)),
    hot,
    warm,
    isReviewRequired: first(({ review }) => review?.required) ?? false,
    timeZone,
    problems: [...problems, ...files.flatMap((file) => file.problems), ...noneWarm],
    reading: JSON.stringify([Object.entries(directories).sort(), timeZone === OWN_ZONE ? ownOffsets() : timeZone]),
  };
}

/**
 * Finds the vault that is meant and how it is configured: `cortex.toml` of the working directory over that of the vault over the
 * defaults, key by key (rulings, vault 9; decision 0010, "Which vault"). Where a folder above has the vault, that folder counts as the
 * working directory.
 * @throws CortexError `not-found` when there is no such vault; `outside-root` for one that no person has named and that is behind a link out
 *   of the working tree, or holds all of it; `broken-file` for a `cortex.toml` that cannot be read, with the place
 */
export function findVault({ fs }: Pick<Runtime, 'fs'>, asked: VaultPlace): VaultConfig {
  return vaultWith(fs, asked, null);
}

/**
 * As `findVault`, for who has to get along with a `cortex.toml` that cannot be read: what can be read of it counts.
 * @throws CortexError as `findVault`; where no vault is found without it, what is wrong with the `cortex.toml`
 */
export function findVaultAnyway({ fs }: Pick<Runtime, 'fs'>, asked: VaultPlace): VaultConfig {
  const broken: CortexError[] = [];
  try {
    return vaultWith(fs, asked, broken);
  } catch (error) {
    throw broken[0] ?? error;
  }
}

function vaultWith(fs: FileSystem, asked: VaultPlace, broken: CortexError[] | null): VaultConfig {
  const place = { ...asked, cwd: placeToLook(fs, asked) };
  const ofDirectory = readConfigFile(fs, place.cwd, broken);
  const chosen = chooseRoot(fs, place, ofDirectory);
  const { root } = chosen;
  requireVault({ fs }, root, chosen.isGuess);
  const outside = { isOutside: isOutside(fs, place, root) };
  const ofVault = path.relative(root, place.cwd) === '' ? null : readConfigFile(fs, root, broken);
  const files = [ofDirectory, ofVault].filter((file) => file !== null);
  return { ...mergeFiles(chosen, files), ...outside, broken: broken ?? [] };
}
