import { at } from '../../../../text/foreign-data.ts';
import type { ImportFact } from '../../../facts.ts';
import type { ScriptOptions } from './tsconfig-options.ts';

/** By which of the two conditions of `exports` that exclude each other a statement takes a package. */
export type Side = 'import' | 'require';

/**
 * As Node and TypeScript have it (decision 0032): `require` for what is required, and for `import` where that is compiled to it.
 * @param manifest of the package that the file belongs to
 * @param options of the configuration that covers it
 */
export function sideOf({ kind, isRequired }: ImportFact, file: string, manifest: unknown, options: ScriptOptions | undefined): Side {
  if (isRequired) return 'require';
  if (kind === 'dynamic' || /\.m[jt]s$/.test(file)) return 'import';
  if (/\.c[jt]s$/.test(file)) return 'require';
  const isCompiled = /\.tsx?$/.test(file) && options?.isForNode === true;
  return isCompiled && at(manifest, 'type') !== 'module' ? 'require' : 'import';
}
