import { entriesOf, valueAt } from '../../../../../text/foreign-data.ts';
import { startedByScripts } from '../../../manifests/commands.ts';
import { type ExistingPlaces, isPlainPath } from '../../../manifests/existing-places.ts';
import { folderOf, joinPath, resolvePath } from '../../../paths.ts';
import type { LostName } from '../../../unit.ts';
import type { BuiltSources } from '../../built-sources.ts';
import type { NpmPackage, NpmPackages } from './npm-packages.ts';

/** Fields with the entry of a package. Declarations of types are mostly built. */
const ENTRIES = ['source', 'module', 'jsnext:main', 'main', 'browser', 'react-native'];
/** Endings of sources that no build makes, and of scripts that may be built. */
const SOURCE = /(?<!\.d)\.(?:[cm]?tsx?|jsx)$/;
const SCRIPT = /\.[cm]?js$/;
const INSTALLED = /(?:^|\/)node_modules\//;
/** Scripts that may make files. */
const BUILDS = /build|bundle|compile|dist|pack|prepare|prepublish|release/i;
/** Commands whose folder is not known. */
const ELSEWHERE = /[()]|\bpushd\b|\s--(?:prefix|cwd|dir)\b|\s-C\s/;
/** npm writes it into new manifests, and assumes it without the field. */
const DEFAULT_MAIN = /^(?:\.\/)?index\.js$/;
/** Folders into which builds write. */
const OUTPUT = /(?:^|\/)(?:dist|build|built|out|output|lib|bin|es|esm|cjs|umd|public|target|generated|\.[\w-]+)(?:\/|$)/i;
const ENDING = { python: /\.py$/, shell: /\.(?:ba|z)?sh$/ };
/** Maximum depth of nested conditions, and number of targets of one package. */
const MAX_DEPTH = 32;
const MAX_TARGETS = 2_000;

/** A path in a manifest, and the keys that lead to it. */
interface Target {
  readonly way: readonly (string | number)[];
  readonly written: string;
}

/** Yields the texts in a value. */
function* targetsIn(value: unknown, way: Target['way']): Iterable<Target> {
  if (typeof value === 'string') yield { way, written: value };
  else if (way.length < MAX_DEPTH) for (const [key, each] of entriesOf(value)) yield* targetsIn(each, [...way, key]);
}

/** Yields the files that a manifest names as entries and programs of its package, without patterns and installed packages. */
function* entryTargets(manifest: unknown): Iterable<Target> {
  for (const field of ENTRIES) {
    const written: unknown = valueAt(manifest, field);
    if (typeof written === 'string') yield { way: [field], written };
  }
  yield* targetsIn(valueAt(manifest, 'bin'), ['bin']);
  for (const field of ['exports', 'imports']) {
    for (const target of targetsIn(valueAt(manifest, field), [field])) if (target.written.startsWith('./')) yield target;
  }
}

/** Finds the sources that npm manifests name and that are not there. */
class LostSources {
  constructor(
    private readonly built: BuiltSources,
    private readonly places: ExistingPlaces,
  ) {}

  in({ folder, manifest }: NpmPackage): LostName[] {
    const path = joinPath(folder, 'package.json');
    const isBuilt = entriesOf(valueAt(manifest, 'scripts')).some(([name]) => BUILDS.test(name));
    const entries = [...entryTargets(manifest)].slice(0, MAX_TARGETS).filter((each) => this.#isLostEntry(folder, each, isBuilt));
    const asLost = ({ way, written }: Target, language: string): LostName => {
      return { path, way, written, names: [], language, reason: 'not found', candidates: [] };
    };
    return [...entries.map((each) => asLost(each, 'ts')), ...this.#started(path, manifest, asLost)];
  }

  #isLostEntry(folder: string, { way, written }: Target, isBuilt: boolean): boolean {
    if (!this.#isLost(folder, written)) return false;
    const path = resolvePath(folder, written) ?? '';
    // In the folder of the manifest, a build may make scripts beside others.
    return SOURCE.test(path) || folderOf(path) !== folder || (!isBuilt && !(way[0] === 'main' && DEFAULT_MAIN.test(written)));
  }

  /** Whether a source should be at a path. A script in a folder without sources may be built. @param isBuilt decides it in another way */
  #isLost(folder: string, written: string, isBuilt = (path: string): boolean => !this.places.hasSources(folderOf(path))): boolean {
    const path = isPlainPath(written) && !INSTALLED.test(written) ? resolvePath(folder, written) : null;
    if (path === null || !(SOURCE.test(path) || (SCRIPT.test(path) && !isBuilt(path)))) return false;
    return !this.places.mayExist(path) && this.built.ofTarget(folder, written).length === 0;
  }

  /** Whether a build may make a script that a command starts. */
  #mayBeMade(path: string): boolean {
    return !this.places.hasSources(folderOf(path)) && (folderOf(path) === '' || OUTPUT.test(folderOf(path)));
  }

  /** Finds the files that scripts start with Node, Python or a shell. */
  #started(path: string, manifest: unknown, asLost: (target: Target, language: string) => LostName): LostName[] {
    return entriesOf(valueAt(manifest, 'scripts')).flatMap(([name, script]) => {
      if (typeof script !== 'string' || ELSEWHERE.test(script)) return [];
      const started = startedByScripts(path, { scripts: { [name]: script } });
      return started.flatMap(({ by, folder, target, isModule }): LostName[] => {
        if (isModule || !isPlainPath(target)) return [];
        const own = resolvePath(folder, target);
        const isLost =
          by === 'node'
            ? this.#isLost(folder, target, (path) => this.#mayBeMade(path))
            : ENDING[by].test(target) && own !== null && !this.places.mayExist(own);
        return isLost ? [asLost({ way: ['scripts', name], written: target }, by === 'python' ? 'py' : 'ts')] : [];
      });
    });
  }
}

/** Returns the sources that npm manifests name and that are not there: entries and programs of packages, and what scripts start. */
export function npmLostNames(packages: NpmPackages, built: BuiltSources, places: ExistingPlaces): LostName[] {
  const lost = new LostSources(built, places);
  return [...packages.byFolder.values()].flatMap((each) => lost.in(each));
}
