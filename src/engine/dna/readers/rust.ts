import { at, entriesOf, textOf, textsIn } from '../../text/foreign-data.ts';
import type { ManifestFacts } from '../facts.ts';
import { parseToml } from './toml.ts';

const KINDS = ['dependencies', 'dev-dependencies', 'build-dependencies'];

/** Returns crates and their requested features: `sqlx`, `sqlx/postgres`. */
function namesIn(crates: unknown): string[] {
  return entriesOf(crates).flatMap(([name, crate]) => [name, ...textsIn(at(crate, 'features')).map((feature) => `${name}/${feature}`)]);
}

function dependenciesIn(table: unknown, kinds = KINDS): string[] {
  return kinds.flatMap((kind) => namesIn(at(table, kind)));
}

/** Returns crates that only tests, examples and benchmarks use. */
function forDevelopment(tables: readonly unknown[]): string[] {
  const used = new Set(tables.flatMap((table) => dependenciesIn(table, ['dependencies', 'build-dependencies'])));
  return tables.flatMap((table) => dependenciesIn(table, ['dev-dependencies'])).filter((name) => !used.has(name));
}

/** Parses `Cargo.toml`. */
export function readCargo(text: string): ManifestFacts {
  const manifest = parseToml(text);
  const workspace = at(manifest, 'workspace');
  const tables = entriesOf(at(manifest, 'target')).map(([, target]) => target);
  const targets = tables.flatMap((target) => dependenciesIn(target));
  const bins = at(manifest, 'bin');
  const excluded = textsIn(at(workspace, 'exclude')).map((folder) => `!${folder}`);
  return {
    ecosystem: 'rust',
    name: textOf(at(manifest, 'package', 'name')),
    purpose: textOf(at(manifest, 'package', 'description')),
    dependencies: [...dependenciesIn(manifest), ...targets, ...namesIn(at(workspace, 'dependencies'))],
    forDevelopment: forDevelopment([manifest, ...tables]),
    stack: { languages: ['Rust'] },
    members: [...textsIn(at(workspace, 'members')), ...excluded],
    entryPoints: Array.isArray(bins) ? textsIn(bins.map((bin) => at(bin, 'path'))) : [],
  };
}
