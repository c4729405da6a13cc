/** Manifests and configuration by their names, wherever they stand. */
const NAMES: ReadonlySet<string> = new Set([
  ...['package.json', 'jsconfig.json', 'pnpm-workspace.yaml', 'biome.json', 'biome.jsonc'],
  ...['go.mod', 'go.work', 'pyproject.toml', 'setup.cfg', 'Cargo.toml', 'pom.xml'],
  ...['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'Dockerfile'],
]);
const PATTERNS = [
  /^tsconfig[^/]*\.json$/,
  /^(?:docker-)?compose[^/]*\.ya?ml$/,
  /^(?:vite|vitest|webpack|jest|eslint|rollup|next)\.config\.(?:json|[cm]?[jt]s)$/,
  /^\.eslintrc(?:\.json|\.ya?ml|\.c?js)?$/,
  /^vitest\.workspace\.(?:json|[cm]?[jt]s)$/,
];
const WORKFLOW = /^(?:.*\/)?\.github\/workflows\/[^/]+\.ya?ml$/;

/** Whether a file says how a project is put together. Files in a language that is read (`vite.config.ts`) are sources instead. */
export function isConfig(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return NAMES.has(name) || PATTERNS.some((pattern) => pattern.test(name)) || WORKFLOW.test(path);
}
