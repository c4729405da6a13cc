import { entriesOf, valueAt } from '../../../../../text/foreign-data.ts';
import { startedByScripts } from '../../../manifests/commands.ts';
import { joinPath, resolvePath } from '../../../paths.ts';
import type { EntryPoint, Project } from '../../../unit.ts';
import type { BuiltSources } from '../../built-sources.ts';
import { frameworkFiles } from '../framework-files.ts';
import { normalizeExports } from './npm-exports.ts';
import type { NpmEntries, NpmPackage, NpmPackages } from './npm-packages.ts';
import type { NpmReplacements } from './npm-replacements.ts';

const SIDES = ['import', 'require'] as const;

/** What finds the files of a package. */
interface Finders {
  readonly entries: NpmEntries;
  readonly built: BuiltSources;
  readonly replacements: NpmReplacements;
}

/** Returns the programs of all npm packages, the files that their importers get, and those that frameworks load. */
export function npmEntryPoints(project: Project, packages: NpmPackages, { entries, built, replacements }: Finders): EntryPoint[] {
  const all = [...packages.byFolder.values()];
  const offered = all.flatMap((each) => entriesOfPackage(each, entries));
  const replaced = offered.flatMap((each) => replacements.ofFiles([each.path], '').map((path): EntryPoint => ({ ...each, path })));
  const started = all.flatMap((each) => startedOf(each, project, built));
  return [...all.flatMap((each) => programsOf(each, built)), ...offered, ...replaced, ...frameworkFiles(project, packages), ...started];
}

function programsOf({ folder, name, manifest }: NpmPackage, built: BuiltSources): EntryPoint[] {
  const bin = valueAt(manifest, 'bin');
  const bins: [string, unknown][] = typeof bin === 'string' ? [[name, bin]] : entriesOf(bin);
  return bins.flatMap(([called, file]): EntryPoint[] => {
    const [path] = typeof file === 'string' ? built.ofTarget(folder, file) : [];
    return path === undefined ? [] : [{ kind: 'program', name: called, path }];
  });
}

/** Returns the files that the scripts of a package start: `node scripts/build.mjs`. */
function startedOf({ folder, manifest }: NpmPackage, { facts }: Project, built: BuiltSources): EntryPoint[] {
  return startedByScripts(joinPath(folder, 'package.json'), manifest).flatMap(({ by, folder: place, target }): EntryPoint[] => {
    const own = resolvePath(place, target);
    const [path] = by !== 'node' ? [] : own !== null && facts.has(own) ? [own] : built.ofTarget(place, target);
    return path === undefined ? [] : [{ kind: 'started', name: '', path }];
  });
}

/** Returns the files of all subpaths, without patterns, whose files cannot be listed, and those of the older fields. */
function entriesOfPackage(each: NpmPackage, entries: NpmEntries): EntryPoint[] {
  const subpaths = entriesOf(normalizeExports(each.manifest)).flatMap(([subpath]) => (/^\.\/[^*]*[^*/]$/.test(subpath) ? [subpath] : []));
  const of = (subpath: string): EntryPoint[] => {
    const name = `${each.name}${subpath.slice(1)}`;
    const taken = SIDES.flatMap((side) => entries.entry(each, subpath, { side, conditions: [] }));
    const files = [...taken, ...(subpath === '.' ? entries.named(each.folder, each.manifest) : [])];
    return [...new Set(files)].map((path): EntryPoint => ({ kind: 'entry', name, path }));
  };
  return ['.', ...subpaths].flatMap(of);
}
