import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import { statOf } from '../../files/file-content.ts';
import { CortexError, fileError, systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { CONFIG_FILE } from './config-file.ts';

/** Default name of a vault's folder. */
export const VAULT_FOLDER = 'vault';
const ATOMS_FOLDER = 'atoms';

/** Other folders of Atomic Design, whose `atoms` are components. */
const ATOMIC_DESIGN = ['molecules', 'organisms'];

/** Limits of the search for notes in a folder. */
const MAX_ENTRIES = 300;
const MAX_HEADERS = 20;
const MAX_NOTE_SIZE = 1_048_576;
/** Header of a note. Documentation pages have a header, but not these keys. */
const HEADER = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const NAME_KEY = /^name[ \t]*:/im;
const TYPE_KEY = /^type[ \t]*:/im;

/** Returns the kind of a path; `null` if it does not exist. @throws CortexError if it is not accessible */
export function kindOf(fs: FileSystem, file: string): 'folder' | 'file' | null {
  try {
    return fs.statSync(file, { bigint: true }).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw fileError(error, file, 'look for the vault', 'read');
  }
}

/** Contents of a folder, as far as the limits allow. */
interface Contents {
  readonly notes: readonly string[];
  readonly hasOthers: boolean;
}

function listed(fs: FileSystem, folder: string): string[] {
  try {
    return fs.readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    // A folder that cannot be read is reported when the vault is opened.
    return [];
  }
}

/** Lists the files below a folder, outer folders first. Links are not followed. */
function contentsOf(fs: FileSystem, folder: string): Contents {
  const [folders, notes]: [string[], string[]] = [[folder], []];
  let left = MAX_ENTRIES;
  let hasOthers = false;
  for (let next = folders.shift(); next !== undefined && left > 0; next = folders.shift()) {
    for (const name of listed(fs, next).sort().slice(0, left)) {
      left -= 1;
      const file = path.join(next, name);
      const stat = statOf(fs, file);
      // A name that is not UTF-8 leads nowhere.
      if (stat === null) continue;
      if (stat.isDirectory()) folders.push(file);
      else if (stat.isFile() && /\.md$/i.test(name)) notes.push(file);
      else hasOthers = true;
    }
  }
  return { notes, hasOthers };
}

function hasNoteHeader(fs: FileSystem, file: string): boolean {
  try {
    const text = readFileBounded(fs, file, { maxBytes: MAX_NOTE_SIZE })?.bytes.toString('latin1') ?? '';
    const [, header = ''] = HEADER.exec(text.replace(/^\xef\xbb\xbf/, '')) ?? [];
    return NAME_KEY.test(header) && TYPE_KEY.test(header);
  } catch (error) {
    if (error instanceof CortexError) return false;
    throw error;
  }
}

/**
 * Reports whether a folder is certainly a vault, by what the vault's programs write: `_moc`, `index/manifest.json`, or notes with headers
 * in `atoms`. The name `atoms` alone is also that of a folder of components.
 */
export function isVault(fs: FileSystem, folder: string): boolean {
  if (kindOf(fs, path.join(folder, 'index/manifest.json')) === 'file' || kindOf(fs, path.join(folder, '_moc')) === 'folder') return true;
  const atoms = path.join(folder, ATOMS_FOLDER);
  if (kindOf(fs, atoms) !== 'folder') return false;
  return contentsOf(fs, atoms)
    .notes.slice(0, MAX_HEADERS)
    .some((file) => hasNoteHeader(fs, file));
}

/** Reports whether a folder may be a new vault: its `atoms` is empty or contains only Markdown, and nothing says otherwise. */
export function mayBeVault(fs: FileSystem, folder: string): boolean {
  const atoms = path.join(folder, ATOMS_FOLDER);
  if (kindOf(fs, atoms) !== 'folder') return false;
  return !ATOMIC_DESIGN.some((name) => kindOf(fs, path.join(folder, name)) === 'folder') && !contentsOf(fs, atoms).hasOthers;
}

/** Reports whether a folder has a folder `vault` for notes: it contains some, or is still empty. A folder of source code is none. */
export function hasVaultFolder(fs: FileSystem, folder: string): boolean {
  const vault = path.join(folder, VAULT_FOLDER);
  if (kindOf(fs, vault) !== 'folder') return false;
  const { notes, hasOthers } = contentsOf(fs, vault);
  return notes.length > 0 || !hasOthers || kindOf(fs, path.join(vault, CONFIG_FILE)) === 'file' || isVault(fs, vault);
}
