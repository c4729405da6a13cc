import { folderOf, joinPath, listAncestors, resolvePath } from '../paths.ts';
import type { ScriptFiles } from './script/script-files.ts';
import type { TsConfigs } from './script/tsconfig/tsconfig.ts';

/** Common names of output folders. */
const BUILT = /^(?:dist|lib|build|out|esm|cjs|es|umd|types|typings|_?dist-[\w-]+)(?=\/|$)/;
/** Whether a folder inside of a package is named like one into which the package is built. */
export const isOutput = (inner: string): boolean => BUILT.test(inner);

/** Subfolders of output folders, one for each module format. */
const FORMAT = /^(?:esm|cjs|mjs|es|umd|module|commonjs|types|typings|node|browser|src)\//;

/** Returns the places where, by convention, the sources of a built file are. */
function placesByCustom(inner: string): string[] {
  if (!BUILT.test(inner)) return [`src/${inner}`];
  const rest = inner.replace(BUILT, '').replace(/^\//, '');
  const plain = rest.replace(FORMAT, '');
  return [...new Set([rest, plain])].flatMap((each) => [joinPath('src', each), each]).filter((each) => each !== '');
}

/** Finds the sources of build output that manifests and imports name but that is not in the project. */
export class BuiltSources {
  constructor(
    private readonly files: ScriptFiles,
    private readonly tsConfigs: TsConfigs,
  ) {}

  /** Returns the sources of a built file according to `outDir` and `rootDir` of the TypeScript configurations in a folder. */
  sourcesFor(folder: string, path: string): readonly string[] {
    for (const { outDirs, rootDirsOfOutput } of this.tsConfigs.inFolder(folder)) {
      const [outDir] = outDirs.filter((each) => path.startsWith(`${each}/`));
      if (outDir === undefined) continue;
      for (const root of rootDirsOfOutput) {
        const found = this.files.sourceOf(joinPath(root, path.slice(outDir.length + 1)));
        if (found.length > 0) return found;
      }
    }
    return [];
  }

  /** Returns the sources of a path in the output folder of a package that contains it. */
  sourcesAbove(path: string): readonly string[] {
    for (const folder of listAncestors(folderOf(path))) {
      const found = this.sourcesFor(folder, path);
      if (found.length > 0) return found;
    }
    return [];
  }

  /**
   * Returns the sources of a path that the manifest of a folder names: the file itself, the sources it was built from, or a file where
   * sources usually are.
   */
  ofTarget(folder: string, target: string): readonly string[] {
    const inner = resolvePath('', target);
    const path = inner === null ? null : resolvePath(folder, inner);
    if (inner === null || path === null) return [];
    const own = this.files.file(path);
    if (typeof own !== 'string' && own.length > 0) return own;
    const sourcesFor = this.sourcesFor(folder, path);
    if (sourcesFor.length > 0) return sourcesFor;
    for (const place of placesByCustom(inner)) {
      const found = this.files.sourceOf(joinPath(folder, place));
      if (found.length > 0) return found;
    }
    // The target may be a folder.
    const index = this.files.index(path);
    return typeof index === 'string' ? [] : index;
  }
}
