import type { ImportFact } from '../../facts.ts';
import { folderOf, nameOf } from '../paths.ts';
import { type Project, type Resolution, type Resolver, singleUnits, type Unit } from '../unit.ts';

const isTest = (path: string): boolean => /(?:^|\/)src\/test\//.test(path);

/** The files of each package: those of programs see one another, those of tests see all. */
function packagesIn({ facts }: Project): { readonly all: Map<string, string[]>; readonly main: Map<string, string[]> } {
  const all = new Map<string, string[]>();
  const main = new Map<string, string[]>();
  for (const [path, { language, packageName }] of facts) {
    if (language !== 'java') continue;
    for (const map of isTest(path) ? [all] : [all, main]) {
      const files = map.get(packageName);
      if (files === undefined) map.set(packageName, [path]);
      else files.push(path);
    }
  }
  return { all, main };
}

/** Java: packages and the classes in them; those of the own package need no import. */
export function javaResolver(project: Project): Resolver {
  const { all, main } = packagesIn(project);
  const toUnits = (packages: Map<string, string[]>): Map<string, Unit> => new Map([...packages].map(([name, files]) => [name, { files }]));
  const [units, mainUnits] = [toUnits(all), toUnits(main)];
  const fileUnit = singleUnits();
  const classes = new Map<string, string>();
  for (const [name, files] of all) for (const path of files) classes.set(`${name}.${nameOf(path).replace(/\.java$/, '')}`, path);
  return {
    unitOf: (path) => (isTest(path) ? units : mainUnits).get(project.facts.get(path)?.packageName ?? '') ?? fileUnit(path),
    packageOf: (path) => {
      const name = project.facts.get(path)?.packageName ?? '';
      return { folder: folderOf(path), name: name === '' ? nameOf(folderOf(path)) || 'the project' : name };
    },
    resolve: ({ specifier, names }: ImportFact, from): Resolution => {
      const unit = (isTest(from) ? units : mainUnits).get(specifier) ?? units.get(specifier);
      if (unit !== undefined) return [{ unit, names }];
      // A part of a class: `import static a.b.C.max`.
      const parts = specifier.split('.');
      for (let count = parts.length; count > 1; count -= 1) {
        const path = classes.get(parts.slice(0, count).join('.'));
        const own = parts[count - 1] ?? '';
        if (path !== undefined) return [{ unit: fileUnit(path), names: names.map(({ local }) => ({ name: own, local })) }];
      }
      return 'outside';
    },
    offers: () => [],
  };
}
