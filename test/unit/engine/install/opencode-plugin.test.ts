import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { OPENCODE_PLUGIN } from '../../../../src/engine/install/opencode-plugin.ts';
import { sessionKey } from '../../../../src/engine/swarm/index.ts';
import { CliProject, cortexFile } from '../../../support/cortex-cli.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const hookSchema = z.custom<(...args: readonly unknown[]) => Promise<void>>((value) => typeof value === 'function');
const hooksSchema = z.object({ 'chat.message': hookSchema, 'tool.execute.before': hookSchema, event: hookSchema });
const pluginSchema = z.object({ Cortex: z.custom<(input: unknown) => Promise<unknown>>((value) => typeof value === 'function') });

/** Loads the plugin in a project like OpenCode. `prompts` are the prompts that it sent on its own. */
async function load(project: CliProject) {
  const folder = temporaryFolder();
  fs.symlinkSync(cortexFile, path.join(folder, 'cortex'));
  const before = process.env.PATH;
  onTestFinished(() => {
    process.env.PATH = before;
  });
  process.env.PATH = [folder, path.dirname(process.execPath), before].join(path.delimiter);
  const file = path.join(folder, 'plugin.mjs');
  fs.writeFileSync(file, OPENCODE_PLUGIN);
  const prompts: unknown[] = [];
  const session = {
    get: async ({ path: { id } }: { path: { id: string } }) => ({ data: id === 'child' ? { parentID: 'first' } : {} }),
    promptAsync: async (prompt: unknown) => prompts.push(prompt),
  };
  const { Cortex } = pluginSchema.parse(await import(pathToFileURL(file).href));
  return { prompts, hooks: hooksSchema.parse(await Cortex({ client: { session }, directory: project.root })) };
}

async function guarded() {
  const project = new CliProject();
  await project.run('init');
  const name = `opencode-${sessionKey('first').slice(0, 6)}`;
  await project.run(['lock', 'acquire', project.write('src/held.ts', 'x'), '--agent', 'other']);
  await project.run(['lock', 'acquire', project.write('src/mine.ts', 'x'), '--agent', name]);
  return { name, ...(await load(project)) };
}

test('all sessions of a process are one agent, and each session gets its name once', async () => {
  const { hooks, name } = await guarded();
  const parts: unknown[] = [];
  for (const sessionID of ['first', 'first', 'child']) await hooks['chat.message']({ sessionID }, { message: { id: 'm' }, parts });
  const context = { type: 'text', synthetic: true, messageID: 'm', text: expect.stringContaining(`You are ${name}.`) };
  expect(parts).toEqual(['first', 'child'].map((sessionID) => expect.objectContaining({ ...context, sessionID })));
  const edit = (sessionID: string, file: string) =>
    hooks['tool.execute.before']({ tool: 'write', sessionID }, { args: { filePath: file } });
  await edit('child', 'src/mine.ts');
  await expect(edit('child', 'src/held.ts')).rejects.toThrow('Refused: another agent holds');
});

test('an idle session is reminded once, unless it is a subagent or was interrupted', async () => {
  const { hooks, prompts } = await guarded();
  const idle = (sessionID: string) => hooks.event({ event: { type: 'session.idle', properties: { sessionID } } });
  await hooks['chat.message']({ sessionID: 'first' }, { message: { id: 'm' }, parts: [] });
  await idle('child');
  const error = { name: 'MessageAbortedError' };
  await hooks.event({ event: { type: 'session.error', properties: { sessionID: 'first', error } } });
  await idle('first');
  expect(prompts).toEqual([]);
  await idle('first');
  await idle('first');
  const text = expect.stringContaining('You have an unfinished task or hold locks.');
  expect(prompts).toEqual([{ path: { id: 'first' }, body: { parts: [{ type: 'text', text }] } }]);
});
