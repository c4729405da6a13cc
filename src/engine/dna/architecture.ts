import { posix } from 'node:path';
import type { ArchitectureBoundary, ArchitectureMap } from '../crtx/schema/dna.ts';
import { CortexError } from '../platform/errors.ts';
import { patternsOverlap } from '../swarm/locks/lock-match.ts';
import { escapeLockPath } from '../swarm/locks/lock-path.ts';
import { compile } from '../swarm/locks/lock-pattern.ts';
import type { ReadManifest } from './manifests.ts';
import type { ProjectView } from './project-view.ts';

/** Maximum number of boundaries and entry points that are recorded. */
const MAX = { boundaries: 200, entryPoints: 50 } as const;

/** Maximum number of steps for comparing folders with workspace globs. Real workspaces take some hundreds. */
const MAX_STEPS = 20_000_000;

/** Conventional entry points, relative to their package. */
const ENTRY_POINTS =
  /^(?:(?:src\/)?(?:main|index|server|app)\.(?:[cm]?js|[cm]?ts|tsx)|(?:src\/)?(?:[^/]{1,100}\/)?(?:__main__|manage|wsgi|asgi)\.py|(?:src\/)?(?:main|app)\.py|main\.go|cmd\/[^/]{1,100}\/main\.go|src\/main\.rs|src\/bin\/[^/]{1,100}\.rs|src\/main\/(?:java|kotlin|scala)\/(?:[^/]{1,100}\/){0,12}(?:[^/]{0,100}Application|Main|App)\.(?:java|kt|scala)|config\.ru|exe\/[^/]{1,100}|artisan|(?:public\/)?index\.php|bin\/console|Program\.(?:cs|fs|vb))$/;

/** A folder with a manifest of its own. */
interface Package {
  readonly folder: string;
  readonly manifests: readonly ReadManifest[];
}

/** Resolves a path that a manifest names; `null` if it leads out of the project, empty for the root itself. */
function resolved(folder: string, named: string): string | null {
  const file = posix.join(folder, named.replaceAll('\\', '/')).replace(/^\.$/, '').replace(/\/+$/, '');
  return posix.isAbsolute(named) || file === '..' || file.startsWith('../') ? null : file;
}

/** Whether a manifest makes its folder a package. Others (`Dockerfile`, `requirements.txt`, a pipeline) only describe one. */
function isPackage({ file, facts }: ReadManifest): boolean {
  return facts.name !== undefined || /(?:^|\/)(?:package\.json|pyproject\.toml|composer\.json|build\.gradle(?:\.kts)?)$/.test(file);
}

function packagesIn(manifests: readonly ReadManifest[]): Package[] {
  const folders = new Map<string, ReadManifest[]>();
  for (const manifest of manifests.filter(isPackage)) folders.set(manifest.folder, [...(folders.get(manifest.folder) ?? []), manifest]);
  return [...folders].map(([folder, found]) => ({ folder, manifests: found }));
}

/** Matches the globs of workspaces with folders. */
class Workspaces {
  readonly #meter = { steps: 0 };
  readonly notes: string[] = [];

  /** Returns the packages of a workspace: those that match a glob and no `!glob`. */
  membersOf({ file, folder, facts }: ReadManifest, packages: readonly Package[]): Package[] {
    const globs = facts.members ?? [];
    if (globs.length === 0) return [];
    const candidates = packages.filter(
      (each) => each.folder !== '' && each.manifests.some((one) => one.facts.ecosystem === facts.ecosystem),
    );
    const taken = globs.filter((glob) => !glob.startsWith('!')).map((glob) => this.#pattern(file, folder, glob));
    const refused = globs.filter((glob) => glob.startsWith('!')).map((glob) => this.#pattern(file, folder, glob.slice(1)));
    return candidates.filter((each) => this.#covers(taken, each) && !this.#covers(refused, each));
  }

  #pattern(file: string, folder: string, glob: string): ReturnType<typeof compile> {
    const place = resolved(folder, glob);
    try {
      if (place !== null) return compile(place);
      this.notes.push(`${file}: ${JSON.stringify(glob.slice(0, 100))} leads out of the project, so it was skipped`);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.notes.push(`${file}: ${JSON.stringify(glob.slice(0, 100))} was skipped: ${error.message}`);
    }
    return [];
  }

  #covers(patterns: readonly ReturnType<typeof compile>[], { folder }: Package): boolean {
    if (this.#meter.steps > MAX_STEPS) return this.#giveUp();
    const plain = compile(escapeLockPath(folder));
    return patterns.some((pattern) => patternsOverlap(pattern, plain, this.#meter));
  }

  #giveUp(): false {
    const note = 'the globs of the workspaces take too long to compare, so some members may be missing';
    if (!this.notes.includes(note)) this.notes.push(note);
    return false;
  }
}

/** Returns the packages that are in no other package except the root. */
function outermost(packages: readonly Package[]): Package[] {
  const folders = new Set(packages.map(({ folder }) => folder).filter((folder) => folder !== ''));
  const isInner = (folder: string): boolean => {
    for (let above = posix.dirname(folder); above !== '.'; above = posix.dirname(above)) if (folders.has(above)) return true;
    return false;
  };
  return packages.filter(({ folder }) => folder !== '' && !isInner(folder));
}

/** Returns the name of a package. Go modules are named after their URL, so the folder says more within the project. */
function nameOf({ folder, manifests }: Package): string {
  return manifests.find(({ facts }) => facts.ecosystem !== 'go' && facts.name !== undefined)?.facts.name ?? folder;
}

/** Returns the names of the parts. Parts with equal names are named by their folders, to distinguish them. */
function namesOf(packages: readonly Package[]): Map<Package, string> {
  const times = new Map<string, number>();
  for (const each of packages) times.set(nameOf(each), (times.get(nameOf(each)) ?? 0) + 1);
  return new Map(packages.map((each) => [each, times.get(nameOf(each)) === 1 ? nameOf(each) : each.folder]));
}

/** Returns the package for each name that others may depend on. A Gradle project is known by its folder. */
function ownersOf(packages: readonly Package[]): Map<string, Package> {
  return new Map(
    packages.flatMap((each) => {
      const names = each.manifests.map(({ facts }) => facts.name).filter((name) => name !== undefined);
      return (names.length > 0 ? names : [posix.basename(each.folder)]).map((name) => [name, each] as const);
    }),
  );
}

/** Returns the parts of the project. Each is exposed to the parts that depend on it. */
function boundariesOf(packages: readonly Package[]): ArchitectureBoundary[] {
  const names = namesOf(packages);
  const owners = ownersOf(packages);
  const users = new Map(packages.map((each) => [each, new Set<string>()]));
  for (const [user, name] of names) {
    for (const used of user.manifests.flatMap(({ facts }) => facts.dependencies ?? [])) {
      const owner = owners.get(used);
      if (owner !== undefined && owner !== user) users.get(owner)?.add(name);
    }
  }
  return [...names].map(([each, name]) => ({ name, paths: [`${each.folder}/`], owns: [], exposesTo: [...(users.get(each) ?? [])].sort() }));
}

/** Returns the packages of a Python distribution, which are side by side in `src/`. */
function sourceLayout(files: readonly string[], packages: readonly Package[]): ArchitectureBoundary[] {
  const isPython = packages.some(({ folder, manifests }) => folder === '' && manifests.some(({ facts }) => facts.ecosystem === 'python'));
  const names = isPython ? files.flatMap((file) => /^src\/([^/]+)\/__init__\.py$/.exec(file)?.slice(1) ?? []) : [];
  return names.map((name) => ({ name, paths: [`src/${name}/`], owns: [], exposesTo: [] }));
}

function entryPointsOf(files: readonly string[], manifests: readonly ReadManifest[], packages: readonly Package[]): string[] {
  const present = new Set(files);
  const declared = manifests.flatMap(({ folder, facts }) => (facts.entryPoints ?? []).map((named) => resolved(folder, named)));
  const folders = new Set(packages.map(({ folder }) => folder));
  const isCustomary = (file: string): boolean => {
    let folder = posix.dirname(file);
    while (folder !== '.' && !folders.has(folder)) folder = posix.dirname(folder);
    return ENTRY_POINTS.test(folder === '.' ? file : file.slice(folder.length + 1));
  };
  return [...new Set([...declared.filter((file) => file !== null && present.has(file)), ...files.filter(isCustomary)])].filter(
    (file) => file !== null,
  );
}

/** Returns the folders of container images, except the root. */
function servicesOf(manifests: readonly ReadManifest[]): Set<string> {
  const folders = manifests.flatMap(({ folder, facts }) => (facts.services ?? []).map((named) => resolved(folder, named)));
  return new Set(folders.filter((folder): folder is string => folder !== null && folder !== ''));
}

/** The detected architecture. */
export interface FoundArchitecture {
  readonly map: ArchitectureMap;
  readonly notes: readonly string[];
}

/**
 * Detects the architecture (seed 1, "ArchitectureMap"). Workspaces make a monorepo. Otherwise several container folders make microservices,
 * several repositories in one folder a polyrepo, and several packages a monorepo. All other projects are monoliths.
 */
export function detectArchitecture({ files, repositories }: ProjectView, manifests: readonly ReadManifest[]): FoundArchitecture {
  const packages = packagesIn(manifests);
  const workspaces = new Workspaces();
  const members = new Set(manifests.flatMap((manifest) => workspaces.membersOf(manifest, packages)));
  const parts = members.size > 0 ? [...members] : outermost(packages);
  const found = members.size > 0 || parts.length > 1 ? boundariesOf(parts.slice(0, MAX.boundaries)) : [];
  const boundaries = found.length > 0 ? found : sourceLayout(files, packages).slice(0, MAX.boundaries);
  const entryPoints = entryPointsOf(files, manifests, packages);
  const notes = [...workspaces.notes];
  if (parts.length > MAX.boundaries)
    notes.push(`${parts.length} parts were found; only the first ${MAX.boundaries} are recorded as boundaries`);
  if (entryPoints.length > MAX.entryPoints) {
    notes.push(`${entryPoints.length} entry points were found; only the ${MAX.entryPoints} nearest to the root are recorded`);
  }
  const type = typeOf({
    isWorkspace: members.size > 0,
    services: servicesOf(manifests).size,
    parts: parts.length,
    repositories: repositories.length,
  });
  return { map: { type, entryPoints: entryPoints.slice(0, MAX.entryPoints), boundaries, dataFlow: [] }, notes };
}

interface Shape {
  readonly isWorkspace: boolean;
  readonly services: number;
  readonly parts: number;
  readonly repositories: number;
}

function typeOf({ isWorkspace, services, parts, repositories }: Shape): ArchitectureMap['type'] {
  if (isWorkspace) return 'monorepo';
  if (services > 1) return 'microservices';
  if (repositories > 1) return 'polyrepo';
  return parts > 1 ? 'monorepo' : 'monolith';
}
