import type { ImportFact } from '../../facts.ts';
import { below, folderOf, pathFrom } from '../paths.ts';
import { type Project, type Resolution, type Resolver, singleUnits } from '../unit.ts';
import { NpmPackages, npmOffers } from './npm-packages.ts';
import { TsConfigs } from './tsconfig.ts';

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.js', '.jsx', '.mjs', '.cjs'];
const RELATIVE = /^\.{1,2}(?:\/|$)/;
/** What stands for a file of TypeScript in the name of what is made of it. */
const SOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['.js', ['.ts', '.tsx', '.d.ts']],
  ['.jsx', ['.tsx']],
  ['.mjs', ['.mts']],
  ['.cjs', ['.cts']],
]);

/** The known file that a path means: as it stands, by another ending, or as the index of a folder. */
export function findScript(known: { has(path: string): boolean }): (path: string) => string | null {
  return (path) => {
    if (known.has(path)) return path;
    const ending = /\.[cm]?jsx?$/.exec(path)?.[0] ?? '';
    const stem = path.slice(0, path.length - ending.length);
    const written = (SOURCES.get(ending) ?? []).map((each) => stem + each);
    const all = [...written, ...ENDINGS.map((each) => path + each), ...ENDINGS.map((each) => below(path, `index${each}`))];
    return all.find((each) => known.has(each)) ?? null;
  };
}

/** TypeScript and JavaScript: relative paths, `paths` and `baseUrl` of tsconfig, packages of the project and what they export. */
export function scriptResolver({ facts, configs }: Project): Resolver {
  const findFile = findScript(facts);
  const packages = new NpmPackages(configs, findFile);
  const tsConfigs = new TsConfigs(configs);
  const unitOf = singleUnits();
  const byTsConfig = (specifier: string, from: string): string | null => {
    const files = tsConfigs.candidates(specifier, from).map(findFile);
    return files.find((file) => file !== null) ?? null;
  };
  const internal = (specifier: string, from: string): string | null => {
    const own = specifier.startsWith('#') ? packages.packageOf(from) : null;
    return own === null ? null : packages.internal(own, specifier);
  };
  const locate = (specifier: string, from: string): string | null | 'outside' => {
    if (!RELATIVE.test(specifier)) return internal(specifier, from) ?? byTsConfig(specifier, from) ?? packages.resolve(specifier);
    const path = pathFrom(folderOf(from), specifier);
    return path === null ? null : findFile(path);
  };
  const located = new Map<string, ReturnType<typeof locate>>();
  /** The files of a folder mean the same by a name, and most of them say what others have said. */
  const locateOnce = (specifier: string, from: string): ReturnType<typeof locate> => {
    const key = `${folderOf(from)}\0${specifier}`;
    const known = located.get(key);
    if (known !== undefined) return known;
    const found = locate(specifier, from);
    located.set(key, found);
    return found;
  };
  return {
    unitOf,
    packageOf: (path) => packages.packageOf(path),
    resolve: ({ specifier, names }: ImportFact, from): Resolution => {
      const file = locateOnce(specifier, from);
      if (file === 'outside') return 'outside';
      return file === null ? [] : [{ unit: unitOf(file), names }];
    },
    offers: () => npmOffers(packages),
  };
}
