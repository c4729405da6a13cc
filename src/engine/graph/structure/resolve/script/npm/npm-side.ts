import { valueAt } from '../../../../../text/foreign-data.ts';
import type { ImportFact } from '../../../../facts.ts';
import type { ScriptOptions } from '../tsconfig/tsconfig-options.ts';

/** Which of the two mutually exclusive conditions of `exports` an import matches. */
export type ImportCondition = 'import' | 'require';

/** How a package is imported: the kind of statement, and the custom conditions of the configuration. */
export interface ImportConditions {
  readonly side: ImportCondition;
  /** Custom conditions, in addition to the usual ones. */
  readonly conditions: readonly string[];
}

/**
 * Returns the condition that Node and TypeScript would apply (decision 0032): `require` for `require()`, and for an `import` that is
 * compiled to it.
 * @param manifest manifest of the package that contains the file
 * @param options options of the configuration that covers the file
 */
export function findImportCondition(
  { kind, isRequired }: ImportFact,
  file: string,
  manifest: unknown,
  options: ScriptOptions | undefined,
): ImportCondition {
  if (isRequired) return 'require';
  if (kind === 'dynamic' || /\.m[jt]s$/.test(file)) return 'import';
  if (/\.c[jt]s$/.test(file)) return 'require';
  const isCompiled = /\.tsx?$/.test(file) && options?.isForNode === true;
  return isCompiled && valueAt(manifest, 'type') !== 'module' ? 'require' : 'import';
}
