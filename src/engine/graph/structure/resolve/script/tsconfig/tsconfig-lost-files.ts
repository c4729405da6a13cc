import { textsIn, valueAt } from '../../../../../text/foreign-data.ts';
import { type ExistingPlaces, isPlainPath } from '../../../manifests/existing-places.ts';
import { folderOf, nameOf, resolvePath } from '../../../paths.ts';
import type { LostName, Project } from '../../../unit.ts';
import { TS_CONFIG } from './tsconfig.ts';

const SOURCE = /\.[cm]?[jt]sx?$/;
/** A folder of build output or of installed packages. */
const OUTPUT = /(?:^|\/)(?:node_modules|dist|build|out)\//;

/** Returns the sources in `files` of TypeScript configurations that are not there. */
export function tsConfigLostFiles({ configs }: Project, places: ExistingPlaces): LostName[] {
  return [...configs].flatMap(([path, config]): LostName[] => {
    if (!TS_CONFIG.test(nameOf(path))) return [];
    return textsIn(valueAt(config, 'files')).flatMap((written, n): LostName[] => {
      const file = isPlainPath(written) && SOURCE.test(written) && !OUTPUT.test(written) ? resolvePath(folderOf(path), written) : null;
      if (file === null || places.mayExist(file)) return [];
      return [{ path, way: ['files', n], written, names: [], language: 'ts', reason: 'not found', candidates: [] }];
    });
  });
}
