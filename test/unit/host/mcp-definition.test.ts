import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { type McpDefinition, mcpDefinitions } from '../../../src/host/model/mcp-definition.ts';
import { CliProject, cortexFile } from '../../support/cortex-cli.ts';
import { McpAgent } from '../mcp/support.ts';

let project: CliProject;
const place = { runtime: nodeRuntime(), program: cortexFile, machine: 'a-machine', agent: undefined };

beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

function write(file: string, text: string): void {
  const target = path.join(project.root, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}

const definitions = (more: { agent?: string; machine?: string } = {}): McpDefinition[] =>
  mcpDefinitions({ ...place, ...more }, [{ root: project.root, folder: project.root }]);

test('the server of an open project starts, and its agent has a name of its own', async () => {
  const [definition] = definitions();
  expect(definition).toMatchObject({ label: 'Cortex', folder: project.root });
  if (definition === undefined) return;
  const agent = await McpAgent.start(definition);
  const { agent: name } = (await agent.call('status')).data;
  expect(name).toMatch(/^vscode-[0-9a-f]{6}$/);
  expect((await agent.call('lock', { paths: ['src/cart.ts'], reason: 'prices' })).ok).toBe(true);
});

test('the name stays the same on one machine, and differs between machines', () => {
  const name = (machine: string) => definitions({ machine })[0]?.env.CORTEX_AGENT;
  expect(name('a')).toBe(name('a'));
  expect(name('a')).not.toBe(name('b'));
});

test('CORTEX_AGENT of the editor names the agent', () => {
  expect(definitions({ agent: 'ann' })[0]?.env).toMatchObject({ CORTEX_AGENT: 'ann' });
});

test('where hooks name the agent of each session, the server is given no name', () => {
  write('.github/hooks/cortex-vscode.json', '{"hooks": {}}');
  expect(definitions()[0]?.env).toEqual({ ELECTRON_RUN_AS_NODE: '1' });
});

test.each([
  ['its own server', '{"servers": {"cortex": {"command": "cortex", "args": ["mcp"]}}}'],
  ['a file that cannot be read', '{"servers": '],
])('a folder that configures %s gets no second one', (_, text) => {
  write('.vscode/mcp.json', text);
  expect(definitions()).toEqual([]);
});

test('a folder with other servers gets one', () => {
  write('.vscode/mcp.json', '{"servers": {"other": {"command": "other"}}}');
  expect(definitions()).toHaveLength(1);
});

test('several projects are told apart by their folders', () => {
  for (const name of ['shop', 'till']) fs.mkdirSync(path.join(project.root, name));
  const projects = ['shop', 'till'].map((name) => ({ root: path.join(project.root, name), folder: path.join(project.root, name) }));
  expect(mcpDefinitions(place, projects).map(({ label }) => label)).toEqual(['Cortex (shop)', 'Cortex (till)']);
});
