import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { OWN_ZONE, ownOffsets } from '../../platform/zoned-time.ts';
import { shellWord } from '../../text/shell-word.ts';
import { requireVault } from '../cache/scan.ts';
import { repositoryAround } from '../trust/repository.ts';
import { CONFIG_FILE, type ConfigFile, readConfigFile } from './config-file.ts';
import { hasVaultFolder, isVault, kindOf, mayBeVault, VAULT_FOLDER } from './vault-signs.ts';

/** A vault and its configuration (seed 2, "cortex.toml"). */
export interface VaultConfig {
  /** Root folder of the vault, absolute. */
  readonly root: string;
  /** Configured project names, in their order. */
  readonly projects: readonly string[];
  /** Project by folder: notes below the folder belong to it. Keys are folder names, or paths relative to the vault's root. */
  readonly directories: ReadonlyMap<string, string>;
  /** Words that imply a tag, by tag. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** Largest age of a hot note, and of a warm note, in days. */
  readonly hot: number;
  readonly warm: number;
  /** Whether only people accept notes, and archive or supersede notes that a person accepted (rulings, vault 11). */
  readonly isReviewRequired: boolean;
  /** IANA name, or `OWN_ZONE` for the machine's time zone. */
  readonly timeZone: string;
  /** Whether the vault is outside of the working tree and only a `cortex.toml` names it. Such a vault is read-only. */
  readonly isOutside: boolean;
  /** Unusual settings that do not prevent reading the vault. Whole sentences. */
  readonly problems: readonly string[];
  /** Errors in configurations that are used in part. Empty unless `findVaultLeniently` was called. */
  readonly broken: readonly CortexError[];
  /** Settings that affect parsing, as JSON. If they are equal, equal bytes are parsed to equal notes. */
  readonly reading: string;
}

/** Where to search for a vault. */
export interface VaultPlace {
  /** Working directory, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Value of `--vault`. */
  readonly named?: string;
}

const DEFAULT_DIRECTORIES = { feedback: 'meta', rules: 'meta', reference: 'meta', _moc: 'meta' };
const DEFAULT_HOT = 2;
const DEFAULT_WARM = 7;

/** The vault's root, and problems with the choice. */
interface ChosenRoot {
  readonly root: string;
  /** Whether the root is a default: neither named nor recognized by the content of the working directory. */
  readonly isGuess: boolean;
  readonly problems: readonly string[];
}

/** Shown because a user who puts a `cortex.toml` beside the folder `vault` may mean that folder. */
const NOT_THE_FOLDER =
  'This folder is the vault because it contains a cortex.toml, and its folder "vault" is part of it. To use that folder as the vault, write path = "vault" under [vault].';

/** Chooses the vault's root (decision 0010, "Which vault"). Does not check that it exists. */
function chooseRoot(fs: FileSystem, { cwd, env, named }: VaultPlace, config: ConfigFile | null): ChosenRoot {
  // Ignore empty values: joined to the working directory, they would name that directory.
  const chosen = [named, env.CORTEX_VAULT, config?.values.vault?.path].find((folder) => folder !== undefined && folder !== '');
  if (chosen !== undefined) return { root: path.resolve(cwd, chosen), isGuess: false, problems: [] };
  if (isVault(fs, cwd)) return { root: cwd, isGuess: false, problems: [] };
  const vault = path.join(cwd, VAULT_FOLDER);
  const hasFolder = kindOf(fs, vault) === 'folder';
  const isHere = mayBeVault(fs, cwd);
  if (config === null && (hasFolder || !isHere)) return { root: vault, isGuess: true, problems: [] };
  return { root: cwd, isGuess: false, problems: hasFolder && !isHere ? [NOT_THE_FOLDER] : [] };
}

/** Yields a folder and the folders above it, up to the root of the repository. Outside of a repository there are none above. */
function* foldersUpwards(fs: FileSystem, cwd: string): Iterable<string> {
  yield cwd;
  if (kindOf(fs, cwd) === null) return;
  const top = repositoryAround(fs, cwd);
  for (let folder = fs.realpathSync(cwd); top !== null && folder !== top; ) {
    folder = path.dirname(folder);
    yield folder;
  }
}

/**
 * Returns the folder in which to search if no vault is named: the nearest one with a certain vault, from the working directory up to the
 * root of the repository (rulings, vault 9), else the nearest one that may be a new vault, else the working directory.
 */
function placeToLook(fs: FileSystem, { cwd, env, named }: VaultPlace): string {
  if ((named ?? '') !== '' || (env.CORTEX_VAULT ?? '') !== '') return cwd;
  const isPlace = (folder: string) =>
    kindOf(fs, path.join(folder, CONFIG_FILE)) === 'file' || isVault(fs, folder) || hasVaultFolder(fs, folder);
  const folders = [...foldersUpwards(fs, cwd)];
  return folders.find(isPlace) ?? folders.find((folder) => mayBeVault(fs, folder)) ?? cwd;
}

/**
 * Returns the configuration of the nearest folder above a vault that leads to this vault. A command that names the vault from elsewhere
 * must follow the same rules as one that runs there.
 * @param cwd the folder whose configuration is read anyway
 */
function configAbove(fs: FileSystem, root: string, cwd: string, broken: CortexError[] | null): ConfigFile | null {
  const real = fs.realpathSync(root);
  const [, ...above] = foldersUpwards(fs, real);
  for (const folder of above.length === 0 ? [path.dirname(real)] : above) {
    if (folder === fs.realpathSync(cwd)) return null;
    const config = readConfigFile(fs, folder, broken);
    const leads = config !== null && chooseRoot(fs, { cwd: folder, env: {} }, config).root;
    if (leads !== false && kindOf(fs, leads) === 'folder' && fs.realpathSync(leads) === real) return config;
  }
  return null;
}

/**
 * Reports whether a vault that only a `cortex.toml` names is outside of the working tree. The file may have come with a cloned project, so
 * nothing is written into such a vault.
 * @throws CortexError `outside-root` if a link in the working tree leads out of it, or the vault contains the whole working tree
 */
function isOutside(fs: FileSystem, { cwd, env, named }: VaultPlace, root: string): boolean {
  if ((named ?? '') !== '' || (env.CORTEX_VAULT ?? '') !== '') return false;
  const tree = repositoryAround(fs, cwd) ?? fs.realpathSync(cwd);
  const real = fs.realpathSync(root);
  if (isInside(tree, real)) return false;
  const refused = (message: string) =>
    new CortexError('outside-root', message, { file: root, next: `To use that folder, add: --vault ${shellWord(root)}` });
  // A path that leaves the tree literally (`../notes`) is allowed. A path that leaves it through a link is not.
  if (isInside(tree, path.join(fs.realpathSync(cwd), path.relative(cwd, root))))
    throw refused('the vault is a link to a folder outside of the working tree');
  if (isInside(real, tree)) throw refused(`the vault in ${CONFIG_FILE} contains the whole working tree`);
  return true;
}

/** Normalizes a folder to the form of note paths: `./ops/` becomes `ops`. */
function folderIn(written: string): string {
  const names = written.split('/').filter((name) => name !== '' && name !== '.');
  return names.join('/');
}

/** Merges configurations. @param files existing configurations, highest precedence first */
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
    // A configuration elsewhere cannot lift it.
    isReviewRequired: values.some(({ review }) => review?.required === true),
    timeZone,
    problems: [...problems, ...files.flatMap((file) => file.problems), ...noneWarm],
    reading: JSON.stringify([Object.entries(directories).sort(), timeZone === OWN_ZONE ? ownOffsets() : timeZone]),
  };
}

/**
 * Finds the vault and its configuration. For each key, `cortex.toml` of the working directory takes precedence over that of a folder above
 * that leads to the vault, this over that of the vault, and all over the defaults (rulings, vault 9; decision 0010, "Which vault"). If a folder above has the vault, that folder counts as the
 * working directory.
 * @throws CortexError `not-found` if there is no such vault; `outside-root` if no person named the vault and it is behind a link out of
 * the working tree or contains all of it; `broken-file` for an unreadable `cortex.toml`, with the position
 */
export function findVault({ fs }: Pick<Runtime, 'fs'>, asked: VaultPlace): VaultConfig {
  return vaultWith(fs, asked, null);
}

/**
 * Like `findVault`, but uses the readable part of a broken `cortex.toml`.
 * @throws CortexError as `findVault`; if no vault is found, the error of the `cortex.toml`
 */
export function findVaultLeniently({ fs }: Pick<Runtime, 'fs'>, asked: VaultPlace): VaultConfig {
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
  const files = [ofDirectory, configAbove(fs, root, place.cwd, broken), ofVault].filter((file) => file !== null);
  return { ...mergeFiles(chosen, files), ...outside, broken: broken ?? [] };
}
