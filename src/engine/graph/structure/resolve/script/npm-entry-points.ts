import { entriesOf, valueAt } from '../../../../text/foreign-data.ts';
import type { EntryPoint, Project } from '../../unit.ts';
import type { BuiltSources } from '../built-sources.ts';
import { frameworkFiles } from './framework-files.ts';
import { normalizeExports } from './npm-exports.ts';
import type { NpmEntries, NpmPackage, NpmPackages } from './npm-packages.ts';

/** Returns the programs of all npm packages, the files that their importers get, and those that frameworks load. */
export function npmEntryPoints(project: Project, packages: NpmPackages, entries: NpmEntries, built: BuiltSources): EntryPoint[] {
  const all = [...packages.byFolder.values()];
  const programs = all.flatMap((each) => programsOf(each, built));
  return [...programs, ...all.flatMap((each) => entriesOfPackage(each, entries)), ...frameworkFiles(project, packages)];
}

function programsOf({ folder, name, manifest }: NpmPackage, built: BuiltSources): EntryPoint[] {
  const bin = valueAt(manifest, 'bin');
  const bins: [string, unknown][] = typeof bin === 'string' ? [[name, bin]] : entriesOf(bin);
  return bins.flatMap(([called, file]): EntryPoint[] => {
    const [path] = typeof file === 'string' ? built.ofTarget(folder, file) : [];
    return path === undefined ? [] : [{ kind: 'program', name: called, path }];
  });
}

/** Returns the files of all subpaths, without patterns, whose files cannot be listed, and those of the older fields. */
function entriesOfPackage(each: NpmPackage, entries: NpmEntries): EntryPoint[] {
  const subpaths = entriesOf(normalizeExports(each.manifest)).flatMap(([subpath]) => (/^\.\/[^*]*[^*/]$/.test(subpath) ? [subpath] : []));
  const of = (subpath: string): EntryPoint[] => {
    const name = `${each.name}${subpath.slice(1)}`;
    const files = [...entries.entry(each, subpath), ...(subpath === '.' ? entries.named(each.folder, each.manifest) : [])];
    return [...new Set(files)].map((path): EntryPoint => ({ kind: 'entry', name, path }));
  };
  return ['.', ...subpaths].flatMap(of);
}
