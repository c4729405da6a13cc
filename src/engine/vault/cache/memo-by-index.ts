import type { VaultIndex } from './vault-index.ts';

/** Caches a result that is computed from all notes until a note changes: after each change several views ask for the same result. */
export function memoByIndex<Value>(find: (index: VaultIndex) => Value): (index: VaultIndex) => Value {
  const kept = new WeakMap<VaultIndex, { readonly revision: number; readonly value: Value }>();
  return (index) => {
    const known = kept.get(index);
    if (known?.revision === index.revision) return known.value;
    const value = find(index);
    kept.set(index, { revision: index.revision, value });
    return value;
  };
}
