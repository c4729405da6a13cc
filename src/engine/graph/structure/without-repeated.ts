import type { UnresolvedImport } from '../../crtx/index.ts';

/** Returns the unresolved imports of a file, each once: a name that a file imports and then exports is in two imports. */
export function withoutRepeated(all: readonly UnresolvedImport[]): readonly UnresolvedImport[] {
  if (all.length < 2) return all;
  const known = new Map<string, Set<string>>();
  return all.filter(({ line, specifier, names }) => {
    const others = known.get(`${line} ${specifier}`);
    if (others === undefined) known.set(`${line} ${specifier}`, new Set(names));
    else if (names.length > 0 && names.every((name) => others.has(name))) return false;
    else for (const name of names) others.add(name);
    return true;
  });
}
