import { languageOf } from './languages.ts';

/** Names of manifests, configuration files, and texts that load sources by name, in any folder. */
const NAMES: ReadonlySet<string> = new Set([
  ...['package.json', 'jsconfig.json', 'pnpm-workspace.yaml', '.yarnrc.yml', 'lerna.json', 'biome.json', 'biome.jsonc'],
  ...['.babelrc', '.babelrc.json', 'babel.config.json'],
  ...['go.mod', 'go.work', 'Cargo.toml', 'pom.xml'],
  ...['pyproject.toml', 'setup.cfg', 'Pipfile', 'pytest.ini', 'tox.ini', 'mypy.ini', '.mypy.ini', 'pyrightconfig.json'],
  ...['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'gradle.properties', 'Dockerfile'],
]);
const PATTERNS = [
  /^(?:[^/]+\.)?[tj]sconfig[^/]*\.json$/,
  /^(?:docker-)?compose[^/]*\.ya?ml$/,
  /^(?:vite|vitest|webpack|jest|eslint|rollup|next)\.config\.(?:json|[cm]?[jt]s)$/,
  /^\.eslintrc(?:\.json|\.ya?ml|\.c?js)?$/,
  /^requirements[^/]*\.txt$/,
  /\.versions\.toml$/,
  /^deno(?:\.[\w-]+)?\.jsonc?$/,
  /\.importmap$|^import[_-]?map\.json$/,
  /^vitest\.workspace\.(?:json|[cm]?[jt]s)$/,
];
const IN_FOLDER =
  /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|requirements\/(?:[^/]+\/)?[^/]+\.txt|META-INF\/(?:services\/[\w.$-]+|spring\/[\w.]+\.imports))$/;

/** Web pages, which may load scripts and contain an import map. */
const PAGE = /\.html?$/i;

export const isPage = (path: string): boolean => PAGE.test(path);

/** Sources that are also read as configuration. */
const BOTH = /(?:^|\/)setup\.py$/;

/**
 * Whether a file configures a project (manifest, build, tooling). Source files in a language that is read (`vite.config.ts`) do not count,
 * except `setup.py`, which is both.
 */
export function isConfig(path: string): boolean {
  if (languageOf(path) !== null) return BOTH.test(path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return NAMES.has(name) || PATTERNS.some((pattern) => pattern.test(name)) || IN_FOLDER.test(path);
}
