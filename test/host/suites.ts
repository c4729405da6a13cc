import { existsSync, readFileSync } from 'node:fs';
import { fromRoot } from '../../scripts/lib/project.mjs';
import type { EditorSuite } from '../harness/suite.ts';

const PROBE = 'test/fixtures/probe-extension';
const PROBE_WORKSPACE = 'test/fixtures/probe-workspace';
const SWARM_WORKSPACE = 'test/fixtures/swarm-workspace';

/** Whether the project itself is an extension that can be loaded: it has a `main`, and that has been built. */
export function isExtensionBuilt(): boolean {
  const { main } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { main?: string };
  return main !== undefined && existsSync(fromRoot(main));
}

/** Proves the harness itself, with an extension that never changes. */
const probe: readonly EditorSuite[] = [{ name: 'probe', folder: 'test/host/smoke', extension: PROBE, workspace: PROBE_WORKSPACE }];

/** The suites of the project's own extension. */
const own: readonly EditorSuite[] = [
  { name: 'smoke', folder: 'test/host/smoke', extension: '.', workspace: PROBE_WORKSPACE },
  { name: 'swarm', folder: 'test/host/swarm', extension: '.', workspace: SWARM_WORKSPACE },
  { name: 'empty', folder: 'test/host/empty', extension: '.', workspace: PROBE_WORKSPACE },
  { name: 'two-folders', folder: 'test/host/two-folders', extension: '.', workspace: 'test/fixtures/two-folders/two.code-workspace' },
  { name: 'no-folder', folder: 'test/host/no-folder', extension: '.' },
  {
    name: 'restricted',
    folder: 'test/host/restricted',
    extension: '.',
    workspace: SWARM_WORKSPACE,
    trust: 'restricted',
    settings: { 'security.workspace.trust.startupPrompt': 'never' },
  },
];

/** Everything that runs inside the extension host. */
export const suites = (): readonly EditorSuite[] => (isExtensionBuilt() ? [...probe, ...own] : probe);
