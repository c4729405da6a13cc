import { entriesOf, keysOf, textOf, textsIn, valueAt } from '../../text/foreign-data.ts';
import { parseYaml } from '../../text/yaml.ts';
import type { ManifestFacts } from '../facts.ts';

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Package managers in `packageManager`, where a version follows after `@`. */
const MANAGERS: Readonly<Record<string, string>> = { bun: 'Bun', npm: 'npm', pnpm: 'pnpm', yarn: 'Yarn' };

/** `workspaces` is a list, or an object with the list. */
function workspacesIn(manifest: unknown): string[] {
  const workspaces = valueAt(manifest, 'workspaces');
  return textsIn(Array.isArray(workspaces) ? workspaces : valueAt(workspaces, 'packages'));
}

function entryPointsIn(manifest: unknown): string[] {
  const bin = valueAt(manifest, 'bin');
  const bins = typeof bin === 'string' ? [bin] : entriesOf(bin).map(([, file]) => file);
  return textsIn([valueAt(manifest, 'main'), valueAt(manifest, 'module'), ...bins]);
}

/** Packages that are part of the product, but are listed under `devDependencies` by convention. */
const BUILT_IN = /^(?:electron|svelte|@sveltejs\/kit|astro|@types\/vscode)$/;

/**
 * Returns the packages that only development and tests use. A private package without other dependencies is built into one program, so its
 * dependencies are part of it, whatever the field.
 */
function forDevelopment(manifest: unknown): string[] {
  const others = new Set(DEPENDENCIES.filter((key) => key !== 'devDependencies').flatMap((key) => keysOf(valueAt(manifest, key))));
  if (valueAt(manifest, 'private') === true && others.size === 0) return [];
  return keysOf(valueAt(manifest, 'devDependencies')).filter((name) => !others.has(name) && !BUILT_IN.test(name));
}

/** Parses `package.json`. */
export function readPackageJson(text: string): ManifestFacts {
  const manifest: unknown = JSON.parse(text);
  const dependencies = DEPENDENCIES.flatMap((key) => keysOf(valueAt(manifest, key)));
  const [manager = ''] = (textOf(valueAt(manifest, 'packageManager')) ?? '').split('@');
  const tool = Object.hasOwn(MANAGERS, manager) ? MANAGERS[manager] : undefined;
  // An extension of VS Code states the editor version that it requires.
  const frameworks = valueAt(manifest, 'engines', 'vscode') === undefined ? [] : ['VS Code extension'];
  return {
    ecosystem: 'npm',
    name: textOf(valueAt(manifest, 'name')),
    purpose: textOf(valueAt(manifest, 'description')),
    dependencies,
    forDevelopment: forDevelopment(manifest),
    stack: { frameworks, buildTools: tool === undefined ? [] : [tool] },
    members: workspacesIn(manifest),
    entryPoints: entryPointsIn(manifest),
  };
}

/** Parses `pnpm-workspace.yaml`. */
export function readPnpmWorkspace(text: string): ManifestFacts {
  return { ecosystem: 'npm', members: textsIn(valueAt(parseYaml(text), 'packages')) };
}

/** Parses `lerna.json`. */
export function readLerna(text: string): ManifestFacts {
  return { ecosystem: 'npm', members: textsIn(valueAt(JSON.parse(text), 'packages')) };
}
