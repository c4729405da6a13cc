import type { VaultIndex } from './vault-index.ts';

/** What is found out by a look at all notes is kept until one of them changes: after each change several views ask for the same. */
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
