import { below, pathFrom } from '../paths.ts';
import type { ScriptFiles } from './script/script-files.ts';
import type { TsConfigs } from './script/tsconfig.ts';

/** Folders that hold what is built, instead of which the sources are known. */
const BUILT = /^(?:dist|lib|build|out|esm|cjs|es|umd|types|typings|_?dist-[\w-]+)(?=\/|$)/;
/** Folders in those, one for each format. */
const FORMAT = /^(?:esm|cjs|mjs|es|umd|module|commonjs|types|typings|node|browser|src)\//;

/** The places at which, by custom, the sources lie of which a file of a package was built. */
function placesByCustom(inner: string): string[] {
  if (!BUILT.test(inner)) return [`src/${inner}`];
  const rest = inner.replace(BUILT, '').replace(/^\//, '');
  const plain = rest.replace(FORMAT, '');
  return [...new Set([rest, plain])].flatMap((each) => [below('src', each), each]).filter((each) => each !== '');
}

/** Finds what was built from: of paths that manifests and imports name and that are not in the project. */
export class BuiltSources {
  constructor(
    private readonly files: ScriptFiles,
    private readonly tsConfigs: TsConfigs,
  ) {}

  /** By what the configuration of TypeScript in a folder says of its output. */
  sourcesFor(folder: string, path: string): readonly string[] {
    for (const { outDirs, rootDirsOfOutput } of this.tsConfigs.inFolder(folder)) {
      const [outDir] = outDirs.filter((each) => path.startsWith(`${each}/`));
      if (outDir === undefined) continue;
      for (const root of rootDirsOfOutput) {
        const found = this.files.sourceOf(below(root, path.slice(outDir.length + 1)));
        if (found.length > 0) return found;
      }
    }
    return [];
  }

  /** The sources of a path that the manifest of a folder names: itself, what it was built from, or what lies where sources do. */
  ofTarget(folder: string, target: string): readonly string[] {
    const inner = pathFrom('', target);
    const path = inner === null ? null : pathFrom(folder, inner);
    if (inner === null || path === null) return [];
    const own = this.files.file(path);
    if (typeof own !== 'string' && own.length > 0) return own;
    const sourcesFor = this.sourcesFor(folder, path);
    if (sourcesFor.length > 0) return sourcesFor;
    for (const place of placesByCustom(inner)) {
      const found = this.files.sourceOf(below(folder, place));
      if (found.length > 0) return found;
    }
    // A folder in the place of a file.
    const index = this.files.index(path);
    return typeof index === 'string' ? [] : index;
  }
}
