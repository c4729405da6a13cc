import type { EditorSuite } from '../harness/suite.ts';

const PROBE = 'test/fixtures/probe-extension';
const PROBE_WORKSPACE = 'test/fixtures/probe-workspace';
const SWARM_WORKSPACE = 'test/fixtures/swarm-workspace';
const STACKS = 'test/fixtures/stack-workspace';
const VAULT = 'examples/vault';
/** The date of the example notes. */
const EXAMPLE_DAY = { CORTEX_NOW: '2026-04-13T12:00:00Z' };
/** The time of the example team. */
const TEAM_DAY = { CORTEX_NOW: '2026-03-28T10:05:00Z', TZ: 'UTC' };
const RESTRICTED = { trust: 'restricted', settings: { 'security.workspace.trust.startupPrompt': 'never' } } as const;

/**
 * All suites inside the extension host. The first one tests the harness itself, with an extension that does not change. Two have all
 * extensions of VS Code beside ours: the one of the start, and the one of the notes, whose Markdown they read, too.
 */
export const suites: readonly EditorSuite[] = [
  { name: 'probe', folder: 'test/host/smoke', extension: PROBE, workspace: PROBE_WORKSPACE },
  { name: 'smoke', folder: 'test/host/smoke', extension: '.', workspace: PROBE_WORKSPACE, builtIns: 'all' },
  { name: 'swarm', folder: 'test/host/swarm', extension: '.', workspace: SWARM_WORKSPACE },
  { name: 'empty', folder: 'test/host/empty', extension: '.', workspace: PROBE_WORKSPACE },
  { name: 'two-folders', folder: 'test/host/two-folders', extension: '.', workspace: 'test/fixtures/two-folders/two.code-workspace' },
  { name: 'no-folder', folder: 'test/host/no-folder', extension: '.' },
  { name: 'restricted', folder: 'test/host/restricted', extension: '.', workspace: SWARM_WORKSPACE, ...RESTRICTED },
  { name: 'stack', folder: 'test/host/stack', extension: '.', workspace: STACKS },
  { name: 'stack-restricted', folder: 'test/host/stack-restricted', extension: '.', workspace: STACKS, ...RESTRICTED },
  { name: 'team', folder: 'test/host/team', extension: '.', workspace: PROBE_WORKSPACE, env: TEAM_DAY },
  { name: 'team-restricted', folder: 'test/host/team-restricted', extension: '.', workspace: PROBE_WORKSPACE, ...RESTRICTED },
  { name: 'vault', folder: 'test/host/vault', extension: '.', workspace: VAULT, env: EXAMPLE_DAY, builtIns: 'all' },
  { name: 'vault-restricted', folder: 'test/host/vault-restricted', extension: '.', workspace: VAULT, env: EXAMPLE_DAY, ...RESTRICTED },
];
