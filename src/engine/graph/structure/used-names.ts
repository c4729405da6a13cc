import type { Names } from './names.ts';
import { Scope } from './scope.ts';
import type { UsedName } from './unit.ts';

/** Returns names of other files that a file uses without importing them by name. */
export function usedNames(names: Names, path: string): readonly UsedName[] {
  const scopes = new Map<string, Scope>();
  const scopeOf = (file: string): Scope => {
    const scope = scopes.get(file) ?? new Scope(names, file);
    scopes.set(file, scope);
    return scope;
  };
  return names.resolverOf(path)?.used?.(path, (file, used) => scopeOf(file).meanings(used)) ?? [];
}
