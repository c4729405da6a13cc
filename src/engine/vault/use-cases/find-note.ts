import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Resolution } from '../links/link-table.ts';
import type { Note } from '../notes/note.ts';
import { quotedNames } from '../quoted-names.ts';
import type { OpenVault } from './open-vault.ts';

/** Returns the note at a typed path relative to the current directory, as shell completion produces it. */
function noteTyped({ store, config, runtime, context }: OpenVault, typed: string): Note | undefined {
  const { directory, typedThere } = context;
  if (typedThere !== true) return undefined;
  const file = path.resolve(directory, typed);
  const at = (root: string, found: string) =>
    isInside(root, found) ? store.index.get(path.relative(root, found).split(path.sep).join('/')) : undefined;
  try {
    return at(config.root, file) ?? at(runtime.fs.realpathSync(config.root), runtime.fs.realpathSync(file));
  } catch {
    // No such file.
    return undefined;
  }
}

/**
 * Returns the other notes that a typed name may mean although a link resolves to one: links prefer the file `alpha.md` to a note named
 * "Alpha", but a person who types "Alpha" may not know of that file.
 */
function alsoNamed({ store: { index } }: OpenVault, typed: string, found: Note): string[] {
  const isExact = [found.id, found.path, path.posix.basename(found.path)].some(
    (each) => each.replace(/\.md$/i, '') === typed.replace(/\.md$/i, ''),
  );
  const others = isExact ? [] : index.notesNamed(typed).filter(({ path: other }) => other !== found.path);
  return others.length === 0 ? [] : [found.path, ...others.map(({ path: other }) => other)].sort();
}

const pathsOf = (resolution: Resolution): readonly string[] => (resolution.kind === 'ambiguous' ? resolution.paths : []);

/**
 * Returns the note that was typed. An exact path in the vault takes precedence, because another note may use it as its id, and accepting a
 * note by path must accept that file. If nothing in the vault matches, the path is resolved against the current directory.
 * @throws CortexError `not-found`, also if the name is ambiguous
 */
export function findNote(vault: OpenVault, typed: string): Note {
  const { index } = vault.store;
  const named = index.get(typed);
  if (named !== undefined) return named;
  const name = typed.replace(/^\[\[(.*)\]\]$/, '$1');
  const resolution = index.resolve(name);
  const note = resolution.kind === 'found' ? index.get(resolution.path) : noteTyped(vault, typed);
  const several = note === undefined ? pathsOf(resolution) : resolution.kind === 'found' ? alsoNamed(vault, name, note) : [];
  if (several.length > 0) {
    const next = 'Use its path.';
    throw new CortexError('not-found', 'several notes have this name', { value: typed, allowed: quotedNames(several, ', '), next });
  }
  if (note !== undefined) return note;
  throw new CortexError('not-found', 'there is no such note', {
    value: typed,
    allowed: 'the id, path, file name or name of a note',
    next: 'Find it with "cortex vault search".',
  });
}
