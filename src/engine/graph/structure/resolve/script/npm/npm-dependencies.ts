import { keysOf, valueAt } from '../../../../../text/foreign-data.ts';

/** Tables of a manifest whose keys are packages. */
export const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Whether a manifest depends on a package. */
export const dependsOn = (manifest: unknown, isMeant: (name: string) => boolean): boolean =>
  DEPENDENCIES.some((table) => keysOf(valueAt(manifest, table)).some((each) => isMeant(each)));
