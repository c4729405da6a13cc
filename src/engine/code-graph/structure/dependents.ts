import type { FileFacts } from '../facts.ts';
import type { Ground } from './file-edges.ts';

/** Whether other files see no difference: not where things stand and what they use, only what they are called and who may take them. */
export function isSameFace(one: FileFacts, other: FileFacts): boolean {
  return one === other || JSON.stringify(faceOf(one)) === JSON.stringify(faceOf(other));
}

function faceOf({ hasTests, imports, symbols }: FileFacts): unknown {
  const passedOn = imports.filter(({ kind }) => kind === 're-export');
  return [
    hasTests,
    symbols.map(({ name, exportedAs }) => [name, exportedAs]),
    passedOn.map(({ specifier, names }) => [specifier, names.map(({ name, local }) => [name, local])]),
  ];
}

/** By file, those that take something from it, or see it without an import. */
function usersOf({ project: { facts }, names }: Ground): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  const use = (path: string, files: readonly string[]): void => {
    for (const file of files) users.set(file, (users.get(file) ?? new Set()).add(path));
  };
  for (const path of facts.keys()) {
    for (const { taken } of names.importsOf(path)) for (const { unit } of taken) use(path, unit.files);
    use(path, names.resolverOf(path)?.unitOf(path).files ?? []);
  }
  return users;
}

/**
 * The files whose edges may be others because of what these files are called and offer now: whoever takes something from them, also
 * through files that pass it on, and whoever sees them without an import.
 */
export function dependentsOf(ground: Ground, paths: readonly string[]): Set<string> {
  const found = new Set<string>();
  const users: ReadonlyMap<string, ReadonlySet<string>> = paths.length === 0 ? new Map() : usersOf(ground);
  const passesOn = (path: string): boolean => ground.names.importsOf(path).some(({ fact }) => fact.kind === 're-export');
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const user of users.get(path) ?? []) {
      if (found.has(user)) continue;
      found.add(user);
      if (passesOn(user)) open.push(user);
    }
  }
  return found;
}
