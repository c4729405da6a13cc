import { at, entriesOf } from '../../../../text/foreign-data.ts';
import type { Offer } from '../../unit.ts';
import type { BuiltSources } from '../built-sources.ts';
import type { NpmEntries, NpmPackage, NpmPackages } from './npm-packages.ts';

/** Returns the programs of all npm packages, and the files that their importers get. */
export function npmOffers({ byFolder }: NpmPackages, entries: NpmEntries, built: BuiltSources): Offer[] {
  const all = [...byFolder.values()];
  return [...all.flatMap((each) => programsOf(each, built)), ...all.flatMap((each) => entryOf(each, entries))];
}

function programsOf({ folder, name, manifest }: NpmPackage, built: BuiltSources): Offer[] {
  const bin = at(manifest, 'bin');
  const bins: [string, unknown][] = typeof bin === 'string' ? [[name, bin]] : entriesOf(bin);
  return bins.flatMap(([called, file]): Offer[] => {
    const [path] = typeof file === 'string' ? built.ofTarget(folder, file) : [];
    return path === undefined ? [] : [{ kind: 'program', name: called, path }];
  });
}

function entryOf(each: NpmPackage, entries: NpmEntries): Offer[] {
  const [path] = entries.entry(each, '.');
  return path === undefined ? [] : [{ kind: 'entry', name: each.name, path }];
}
