import { spawn } from 'node:child_process';
import { once } from 'node:events';
import readline from 'node:readline';
import { items, member } from './dialect.ts';
import type { Place } from './place.ts';

/** Trusts the hooks of a project, as a person does with `/hooks`: through the interface that Codex has for its own editors. */
export async function trustCodexHooks(
  place: Place,
  [program, script]: readonly [string, string],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const options = { cwd: place.root, env: place.environment(environment) };
  const server = spawn(program, [script, 'app-server'], { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = readline.createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  let requests = 0;
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    requests += 1;
    server.stdin.write(`${JSON.stringify({ id: requests, method, params })}\n`);
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      const message: unknown = JSON.parse(line.value);
      if (member(message, 'id') === requests) return member(message, 'result');
    }
    throw new Error('codex app-server has ended');
  };
  await ask('initialize', { clientInfo: { name: 'test', version: '1' } });
  const listed = items(member(await ask('hooks/list', { cwds: [place.root] }), 'data'));
  const hooks = listed.flatMap((each) => items(member(each, 'hooks')));
  const value = Object.fromEntries(hooks.map((hook) => [member(hook, 'key'), { trusted_hash: member(hook, 'currentHash') }]));
  await ask('config/batchWrite', { edits: [{ keyPath: 'hooks.state', value, mergeStrategy: 'upsert' }] });
  server.kill();
  await once(server, 'close');
}
