import { textOf, textsIn, valueAt } from '../../../text/foreign-data.ts';
import { jsonLines } from '../manifests/manifest-lines.ts';
import { nameOf } from '../paths.ts';
import { extendedPackage, NpmPackages } from '../resolve/script/npm/npm-packages.ts';
import { TS_CONFIG } from '../resolve/script/tsconfig/tsconfig.ts';
import { extendedBy, referencedBy } from '../resolve/script/tsconfig/tsconfig-options.ts';
import type { Edges } from './edges.ts';

/** Weights as for imports of one name and of a file that is only on the way. */
const WEIGHTS = { extends: 0.6, references: 0.3 } as const;

/**
 * Adds `depends` edges from TypeScript configurations to those that they extend and reference. These may have any name, and extend others in
 * turn.
 * @param configs parsed manifests by path
 * @param texts their texts by path
 */
export function addTsConfigEdges(configs: ReadonlyMap<string, unknown>, texts: ReadonlyMap<string, string>, edges: Edges): void {
  const found = new Set([...configs.keys()].filter((path) => TS_CONFIG.test(nameOf(path))));
  if (found.size === 0) return;
  const packages = new NpmPackages(configs);
  const isThere = (path: string): boolean => configs.has(path);
  const find = (specifier: string, from: string): string | null => extendedPackage(packages, specifier, from, isThere);
  // The loop also visits entries that it adds.
  for (const path of found) {
    const lines = jsonLines(texts.get(path) ?? '');
    const add = (verb: keyof typeof WEIGHTS, targets: readonly string[], ...way: (string | number)[]): void => {
      for (const target of targets) {
        found.add(target);
        const line = lines([verb, ...way]);
        edges.add('depends', path, target, WEIGHTS[verb], `${path} ${verb} ${target}${line === null ? '' : ` (line ${line})`}`);
      }
    };
    const config = configs.get(path);
    const written: unknown = valueAt(config, 'extends');
    if (typeof written === 'string') add('extends', extendedBy(config, path, isThere, find));
    else for (const [n, each] of textsIn(written).entries()) add('extends', extendedBy({ extends: each }, path, isThere, find), n);
    const references: unknown = valueAt(config, 'references');
    for (const [n, each] of (Array.isArray(references) ? references : []).entries())
      if (textOf(valueAt(each, 'path')) !== undefined) add('references', referencedBy({ references: [each] }, path, isThere), n);
  }
}
