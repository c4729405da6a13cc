import { posix } from 'node:path';
import type { StackFingerprint } from '../crtx/schema/dna.ts';
import type { Ecosystem } from './facts.ts';
import { DOTNET_PACKAGES } from './known/dotnet.ts';
import { KNOWN_FILES, LANGUAGE_ENDINGS } from './known/files.ts';
import { GO_MODULES } from './known/go.ts';
import { CONTAINER_IMAGES } from './known/images.ts';
import { JAVA_ARTIFACTS } from './known/java.ts';
import type { KnownNames, StackKind } from './known/known.ts';
import { NPM_PACKAGES } from './known/npm.ts';
import { PHP_PACKAGES } from './known/php.ts';
import { PYTHON_PACKAGES } from './known/python.ts';
import { RUBY_GEMS } from './known/ruby.ts';
import { RUST_CRATES } from './known/rust.ts';
import type { ReadManifest } from './manifests.ts';
import type { ProjectView } from './project-view.ts';

/** Providers of a Prisma data source, and Prisma itself. */
const PRISMA_PROVIDERS: KnownNames = {
  frameworks: {
    prisma: 'Prisma',
  },
  databases: {
    cockroachdb: 'CockroachDB',
    mongodb: 'MongoDB',
    mysql: 'MySQL',
    postgres: 'PostgreSQL',
    postgresql: 'PostgreSQL',
    sqlite: 'SQLite',
    sqlserver: 'SQL Server',
  },
};

export const STACK_KINDS = ['languages', 'frameworks', 'databases', 'infrastructure', 'aiProviders', 'buildTools'] as const;

/** Minimum share of source files for a language that no manifest names. */
const LEAST_SHARE = 0.05;

const TABLES: Readonly<Record<Ecosystem, KnownNames>> = {
  dotnet: DOTNET_PACKAGES,
  go: GO_MODULES,
  images: CONTAINER_IMAGES,
  java: JAVA_ARTIFACTS,
  npm: NPM_PACKAGES,
  php: PHP_PACKAGES,
  prisma: PRISMA_PROVIDERS,
  python: PYTHON_PACKAGES,
  ruby: RUBY_GEMS,
  rust: RUST_CRATES,
};

/** Languages of each ecosystem's sources. The first is assumed if no file shows one. */
const WRITTEN_IN: Partial<Readonly<Record<Ecosystem, readonly string[]>>> = {
  npm: ['JavaScript', 'TypeScript'],
  java: ['Java', 'Kotlin', 'Scala'],
};

/** Counts names, to sort them by frequency. */
class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string, times = 1): void {
    this.#counts.set(name, this.count(name) + times);
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  get names(): string[] {
    return [...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}

/** Kinds whose entries say that only development and tests use them. Build tools are for development anyway. */
type SayingKind = 'frameworks' | 'databases' | 'aiProviders';

/** Returns the names of what a project uses, then what only its development and tests use. */
const named = (used: Tally, developing: Tally): string[] => [
  ...used.names,
  ...developing.names.filter((name) => !used.has(name)).map((name) => `${name} (development only)`),
];

type Tallies = Readonly<Record<StackKind, Tally>>;

/** Looks up a name in a table: exactly, or by its longest prefix. */
function lookUp(names: Readonly<Record<string, string>>, name: string): string | undefined {
  if (Object.hasOwn(names, name)) return names[name];
  let longest = '';
  for (const key of Object.keys(names)) {
    if (key.endsWith('*') && key.length > longest.length && name.startsWith(key.slice(0, -1))) longest = key;
  }
  return names[longest];
}

/** Counts the known entries for the names of one item, each once. */
function count(tallies: Tallies, table: KnownNames, names: readonly string[]): void {
  for (const kind of STACK_KINDS) {
    const known = table[kind] ?? {};
    for (const found of new Set(names.map((name) => lookUp(known, name)))) if (found !== undefined) tallies[kind].add(found);
  }
}

/** Returns the names by which a file may be known: its name, that with its folder, its path, and its extension. */
function namesOf(file: string): string[] {
  const lower = file.toLowerCase();
  return [posix.basename(lower), lower.split('/').slice(-2).join('/'), lower, `*${posix.extname(lower)}`];
}

/** @param development counts of what only development and tests use */
function countManifests(tallies: Tallies, development: Pick<Tallies, SayingKind>, manifests: readonly ReadManifest[]): void {
  for (const { facts } of manifests) {
    const forDevelopment = new Set(facts.forDevelopment);
    const table = TABLES[facts.ecosystem];
    const [used, developing] = [facts.dependencies ?? [], facts.forDevelopment ?? []];
    count(
      tallies,
      table,
      used.filter((name) => !forDevelopment.has(name)),
    );
    count({ ...tallies, ...development }, table, developing);
    for (const kind of STACK_KINDS) for (const found of facts.stack?.[kind] ?? []) tallies[kind].add(found);
  }
}

/** Counts files by language. */
function shownBy(files: readonly string[]): Tally {
  const shown = new Tally();
  for (const file of files) {
    const ending = posix.extname(file).slice(1).toLowerCase();
    const language = Object.hasOwn(LANGUAGE_ENDINGS, ending) ? LANGUAGE_ENDINGS[ending] : undefined;
    if (language !== undefined) shown.add(language);
  }
  return shown;
}

/** Adds the languages of files that are frequent enough or named by a manifest. */
function countLanguages(languages: Tally, files: readonly string[], manifests: readonly ReadManifest[]): void {
  const shown = shownBy(files);
  for (const language of shown.names) {
    const times = shown.count(language);
    if (languages.has(language) || times >= LEAST_SHARE * shown.total) languages.add(language, times);
  }
  for (const ecosystem of new Set(manifests.map(({ facts }) => facts.ecosystem))) {
    const [usual, ...others] = WRITTEN_IN[ecosystem] ?? [];
    if (usual !== undefined && ![usual, ...others].some((language) => languages.has(language))) languages.add(usual);
  }
}

/** Detects the stack (seed 1, "StackFingerprint"), the most frequent entries first. */
export function detectStack({ files }: Pick<ProjectView, 'files'>, manifests: readonly ReadManifest[]): StackFingerprint {
  const tallies = {
    languages: new Tally(),
    frameworks: new Tally(),
    databases: new Tally(),
    infrastructure: new Tally(),
    aiProviders: new Tally(),
    buildTools: new Tally(),
  };
  const development = { frameworks: new Tally(), databases: new Tally(), aiProviders: new Tally() };
  countManifests(tallies, development, manifests);
  for (const file of files) count(tallies, KNOWN_FILES, namesOf(file));
  countLanguages(tallies.languages, files, manifests);
  const { languages, frameworks, databases, infrastructure, aiProviders, buildTools } = tallies;
  return {
    languages: languages.names,
    frameworks: named(frameworks, development.frameworks),
    databases: named(databases, development.databases),
    infrastructure: infrastructure.names,
    aiProviders: named(aiProviders, development.aiProviders),
    buildTools: buildTools.names,
  };
}
