import { entriesOf, textOf, textsIn, valueAt } from '../../text/foreign-data.ts';
import type { ManifestFacts } from '../facts.ts';
import { parseToml } from './toml.ts';

const KINDS = ['dependencies', 'dev-dependencies', 'build-dependencies'];

/** Returns crates and their requested features: `sqlx`, `sqlx/postgres`. */
function namesIn(crates: unknown): string[] {
  return entriesOf(crates).flatMap(([name, crate]) => [
    name,
    ...textsIn(valueAt(crate, 'features')).map((feature) => `${name}/${feature}`),
  ]);
}

function dependenciesIn(table: unknown, kinds = KINDS): string[] {
  return kinds.flatMap((kind) => namesIn(valueAt(table, kind)));
}

/** Returns crates that only tests, examples and benchmarks use. */
function forDevelopment(tables: readonly unknown[]): string[] {
  const used = new Set(tables.flatMap((table) => dependenciesIn(table, ['dependencies', 'build-dependencies'])));
  return tables.flatMap((table) => dependenciesIn(table, ['dev-dependencies'])).filter((name) => !used.has(name));
}

/** Parses `Cargo.toml`. */
export function readCargo(text: string): ManifestFacts {
  const manifest = parseToml(text);
  const workspace = valueAt(manifest, 'workspace');
  const tables = entriesOf(valueAt(manifest, 'target')).map(([, target]) => target);
  const targets = tables.flatMap((target) => dependenciesIn(target));
  const bins = valueAt(manifest, 'bin');
  const excluded = textsIn(valueAt(workspace, 'exclude')).map((folder) => `!${folder}`);
  return {
    ecosystem: 'rust',
    name: textOf(valueAt(manifest, 'package', 'name')),
    purpose: textOf(valueAt(manifest, 'package', 'description')),
    dependencies: [...dependenciesIn(manifest), ...targets, ...namesIn(valueAt(workspace, 'dependencies'))],
    forDevelopment: forDevelopment([manifest, ...tables]),
    stack: { languages: ['Rust'] },
    members: [...textsIn(valueAt(workspace, 'members')), ...excluded],
    entryPoints: Array.isArray(bins) ? textsIn(bins.map((bin) => valueAt(bin, 'path'))) : [],
  };
}
