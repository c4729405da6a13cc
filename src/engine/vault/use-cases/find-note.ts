import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Note } from '../notes/note.ts';
import { someNames } from '../some-names.ts';
import type { OpenVault } from './open-vault.ts';

/** The note at a path that was typed where the person is, as a shell completes it. */
function noteTyped({ store, config, runtime, context }: OpenVault, typed: string): Note | undefined {
  const { directory, typedThere } = context;
  if (typedThere !== true) return undefined;
  const file = path.resolve(directory, typed);
  const at = (root: string, found: string) =>
    isInside(root, found) ? store.index.get(path.relative(root, found).split(path.sep).join('/')) : undefined;
  try {
    return at(config.root, file) ?? at(runtime.fs.realpathSync(config.root), runtime.fs.realpathSync(file));
  } catch {
    // Nothing is there.
    return undefined;
  }
}

/**
 * The one note that somebody means. A path in the vault as it is comes before all else: another note may give itself that very id, and who
 * accepts a note by its path means that file. Where nothing in the vault is called so alone, it is a path from where it was typed.
 * @throws CortexError `not-found`, also when it may be one of several
 */
export function findNote(vault: OpenVault, typed: string): Note {
  const { index } = vault.store;
  const named = index.get(typed);
  if (named !== undefined) return named;
  const resolution = index.resolve(typed.replace(/^\[\[(.*)\]\]$/, '$1'));
  const note = resolution.kind === 'found' ? index.get(resolution.path) : noteTyped(vault, typed);
  if (note !== undefined) return note;
  if (resolution.kind === 'ambiguous') {
    const next = 'Name it by its path.';
    throw new CortexError('not-found', 'several notes are called so', { value: typed, allowed: someNames(resolution.paths, ', '), next });
  }
  throw new CortexError('not-found', 'there is no such note', {
    value: typed,
    allowed: 'the id, path, file name or name of a note',
    next: 'Find it with "cortex vault search".',
  });
}
