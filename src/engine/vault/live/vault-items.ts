import path from 'node:path';
import { shortLine } from '../../crtx/shorten.ts';
import type { TrackedItem } from '../../platform/tracked-item.ts';
import type { VaultStore } from '../store.ts';

/** Returns all notes. A note counts as changed when its size or its modification time is another. */
export function listVaultItems({ index, config }: Pick<VaultStore, 'index' | 'config'>): readonly TrackedItem[] {
  return [...index.known()].map(({ path: note, name, status, file: { size, mtimeNs } }) => ({
    key: note,
    kind: 'note',
    title: shortLine(name === '' ? note : name),
    state: status,
    version: `${size} ${mtimeNs}`,
    agent: null,
    file: path.join(config.root, note),
    line: null,
    since: null,
  }));
}
