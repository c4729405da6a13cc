import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitFor } from '../harness/wait.ts';
import { member } from './dialect.ts';
import type { ModelServer } from './model-server.ts';
import type { Place } from './place.ts';
import { programFile } from './programs.ts';

const PROVIDER = (url: string) => ({
  npm: '@ai-sdk/openai-compatible',
  options: { baseURL: `${url}/v1`, apiKey: 'none' },
  models: { scripted: { name: 'Scripted', tool_call: true } },
});

/**
 * Gives a prompt to the server of OpenCode, as its editors do: `opencode run` ends with the turn, before the agent can be reminded.
 * @returns what the server said, when the model has played its script
 */
export async function serveOpenCode(place: Place, model: ModelServer, prompt: string): Promise<string> {
  place.inHome('.config/opencode/opencode.json', { provider: { scripted: PROVIDER(model.url) } });
  const name = `opencode-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const env = place.environment({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' });
  const server = spawn(programFile(name, 'bin/opencode'), ['serve'], { cwd: place.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (said += part));
  try {
    const url = await waitFor('the server of OpenCode', async () => said.match(/listening on (http:\S+)/)?.[1]);
    const session = member(await post(`${url}/session`, {}), 'id');
    const parts = [{ type: 'text', text: prompt }];
    await post(`${url}/session/${session}/message`, { model: { providerID: 'scripted', modelID: 'scripted' }, parts });
    await waitFor('the end of the script', async () => model.isPlayed).catch(() => undefined);
    return said;
  } finally {
    server.kill();
    await once(server, 'close');
  }
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return response.json();
}
