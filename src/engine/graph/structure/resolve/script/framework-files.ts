import { ownProperty, valueAt } from '../../../../text/foreign-data.ts';
import type { EntryPoint, Project } from '../../unit.ts';
import type { NpmPackage, NpmPackages } from './npm/npm-packages.ts';

/** A framework that loads files of a package by their names. */
interface Framework {
  readonly name: string;
  /** The dependencies that show that a package uses it. */
  readonly dependencies: readonly string[];
  /** Matches paths relative to the package. */
  readonly files: RegExp;
}

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'Next.js',
    dependencies: ['next'],
    files:
      /^(?:src\/)?(?:app\/(?:.*\/)?(?:page|layout|route|loading|error|not-found|template|default|global-error|forbidden|unauthorized|opengraph-image|twitter-image|icon|apple-icon|sitemap|robots|manifest)|pages\/.*|middleware|proxy|instrumentation(?:-client)?|mdx-components)\.[jt]sx?$/,
  },
  {
    name: 'SvelteKit',
    dependencies: ['@sveltejs/kit'],
    files: /^src\/(?:routes\/(?:.*\/)?\+(?:page|layout|server)[\w.@-]*|params\/[^/]+|hooks(?:\.\w+)?|service-worker)\.[jt]s$/,
  },
  {
    name: 'Remix',
    dependencies: ['@remix-run/dev', '@react-router/dev'],
    files: /^app\/(?:routes\/.*|root|routes|entry\.\w+)\.[jt]sx?$/,
  },
  { name: 'Nuxt', dependencies: ['nuxt'], files: /^(?:app\/)?(?:server|plugins|middleware)\/.*\.[jt]s$/ },
  { name: 'Astro', dependencies: ['astro'], files: /^src\/(?:pages\/.*|middleware|content(?:\/|\.)config)\.[jt]s$/ },
  {
    name: 'Gatsby',
    dependencies: ['gatsby'],
    files: /^(?:src\/(?:pages|templates)\/.*|gatsby-(?:node|browser|ssr|config))\.[jt]sx?$/,
  },
  { name: 'Expo Router', dependencies: ['expo-router'], files: /^(?:src\/)?app\/.*\.[jt]sx?$/ },
];
const TABLES = ['dependencies', 'devDependencies', 'peerDependencies'];

const usesAny = ({ manifest }: NpmPackage, names: readonly string[]): boolean =>
  TABLES.some((table) => names.some((name) => ownProperty(valueAt(manifest, table), name) !== undefined));

/** Returns the files that the frameworks of each npm package load by their names. */
export function frameworkFiles({ facts }: Project, packages: NpmPackages): EntryPoint[] {
  const used = new Map([...packages.byFolder.values()].map((each) => [each, FRAMEWORKS.filter((one) => usesAny(each, one.dependencies))]));
  if ([...used.values()].every((all) => all.length === 0)) return [];
  return [...facts].flatMap(([path, { language }]) => {
    const own = /^(?:typescript|tsx|javascript)$/.test(language) ? packages.packageOf(path) : null;
    const inner = own === null || own.folder === '' ? path : path.slice(own.folder.length + 1);
    const framework = own === null ? undefined : used.get(own)?.find(({ files }) => files.test(inner));
    return framework === undefined ? [] : [{ kind: 'loaded', name: framework.name, path } as const];
  });
}
