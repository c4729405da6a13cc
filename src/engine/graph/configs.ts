import { languageOf } from './languages.ts';

/** Manifests and configuration by their names, wherever they stand. */
const NAMES: ReadonlySet<string> = new Set([
  ...['package.json', 'jsconfig.json', 'pnpm-workspace.yaml', 'lerna.json', 'biome.json', 'biome.jsonc'],
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
  /^vitest\.workspace\.(?:json|[cm]?[jt]s)$/,
];
const IN_FOLDER = /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|requirements\/[^/]+\.txt)$/;

/** Sources whose text is read as configuration as well. */
const BOTH = /(?:^|\/)setup\.py$/;

/** Whether a file says how a project is put together. Files in a language that is read (`vite.config.ts`) are sources instead, `setup.py` is both. */
export function isConfig(path: string): boolean {
  if (languageOf(path) !== null) return BOTH.test(path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return NAMES.has(name) || PATTERNS.some((pattern) => pattern.test(name)) || IN_FOLDER.test(path);
}
