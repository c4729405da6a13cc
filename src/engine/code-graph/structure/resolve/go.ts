import type { ImportFact } from '../../facts.ts';
import { folderOf, nameOf, pathFrom } from '../paths.ts';
import type { Offer, Package, Project, Resolution, Resolver, Unit } from '../unit.ts';

/** A module of Go: what import paths begin with, and the folder that is meant. */
interface GoModule {
  readonly path: string;
  readonly folder: string;
}

const MODULE = /^[ \t]*module[ \t]+"?([^\s"]+)"?/m;
const REPLACED = /^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.{1,2}\/\S*|\.{1,2})[ \t]*$/;

function modulesIn(configs: ReadonlyMap<string, unknown>): GoModule[] {
  const modules = [...configs].flatMap(([file, text]): GoModule[] => {
    if (nameOf(file) !== 'go.mod' || typeof text !== 'string') return [];
    const folder = folderOf(file);
    const own = MODULE.exec(text)?.[1];
    const replaced = text.split(/\r?\n/).flatMap((line): GoModule[] => {
      const [, path, target = ''] = REPLACED.exec(line.length > 1_000 ? '' : line) ?? [];
      const place = path === undefined ? null : pathFrom(folder, target);
      return path === undefined || place === null ? [] : [{ path, folder: place }];
    });
    return [...(own === undefined ? [] : [{ path: own, folder }]), ...replaced];
  });
  // The longest name that fits counts.
  return modules.sort((one, other) => other.path.length - one.path.length);
}

/** Files by their folder: in Go that is the package; tests see it as their own, and nobody sees them. */
function packagesIn({ facts }: Project): { readonly all: Map<string, string[]>; readonly seen: Map<string, Unit> } {
  const all = new Map<string, string[]>();
  const seen = new Map<string, string[]>();
  for (const [path, { language }] of facts) {
    if (language !== 'go') continue;
    for (const map of path.endsWith('_test.go') ? [all] : [all, seen]) {
      const files = map.get(folderOf(path));
      if (files === undefined) map.set(folderOf(path), [path]);
      else files.push(path);
    }
  }
  return { all, seen: new Map([...seen].map(([folder, files]) => [folder, { files }])) };
}

/** Go: packages by the names of modules in `go.mod`; what a package's files declare they see without an import. */
export function goResolver(project: Project): Resolver {
  const modules = modulesIn(project.configs);
  const { all, seen } = packagesIn(project);
  const names = new Map([...all].map(([folder, files]) => [folder, packageName(project, folder, files)]));
  const folderOfImport = (specifier: string): string | null | 'outside' => {
    const found = modules.find(({ path }) => specifier === path || specifier.startsWith(`${path}/`));
    return found === undefined ? 'outside' : pathFrom(found.folder, specifier.slice(found.path.length + 1) || '.');
  };
  return {
    unitOf: (path) => seen.get(folderOf(path)) ?? { files: [path] },
    packageOf: (path): Package | null => {
      const folder = folderOf(path);
      return { folder, name: names.get(folder) ?? nameOf(folder) };
    },
    resolve: ({ specifier, names: taken }: ImportFact): Resolution => {
      const folder = folderOfImport(specifier);
      if (folder === 'outside') return 'outside';
      const unit = folder === null ? undefined : seen.get(folder);
      return unit === undefined ? [] : [{ unit, names: taken }];
    },
    offers: () => goPrograms(project),
  };
}

function packageName({ facts }: Project, folder: string, files: readonly string[]): string {
  const declared = facts.get(files.find((file) => !file.endsWith('_test.go')) ?? files[0] ?? '')?.packageName ?? '';
  return declared === '' || declared === 'main' ? nameOf(folder) || 'main' : declared;
}

/** Programs: packages that are called `main`. */
function goPrograms({ facts }: Project): Offer[] {
  const found = new Map<string, string>();
  for (const [path, { language, packageName: name, symbols }] of facts) {
    if (language !== 'go' || name !== 'main' || path.endsWith('_test.go')) continue;
    if (symbols.some((symbol) => symbol.name === 'main')) found.set(folderOf(path), path);
  }
  return [...found].map(([folder, path]) => ({ kind: 'program', name: nameOf(folder) || nameOf(path).replace(/\.go$/, ''), path }));
}
