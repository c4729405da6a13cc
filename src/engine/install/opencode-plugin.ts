/** A plugin that asks `cortex guard` before each tool, and says nothing where the program is missing (docs/guides/agents.md). */
export const OPENCODE_PLUGIN = `// Written by "cortex install opencode"; "cortex install opencode --remove" removes it.
import { spawn } from 'node:child_process';

function ask(payload) {
  return new Promise((resolve) => {
    const child = spawn('cortex', ['guard', '--for', 'opencode'], { cwd: payload.directory, stdio: ['pipe', 'pipe', 'ignore'] });
    let answer = '';
    child.on('error', () => resolve(null));
    child.stdin.on('error', () => {});
    child.stdout.on('data', (part) => (answer += part));
    child.on('close', () => {
      try {
        resolve(answer.trim() === '' ? null : JSON.parse(answer));
      } catch {
        resolve(null);
      }
    });
    child.stdin.end(JSON.stringify(payload));
  });
}

export const Cortex = async ({ directory }) => ({
  event: async ({ event }) => {
    if (event.type === 'session.created') await ask({ event: 'start', sessionID: event.properties?.info?.id, directory });
  },
  'tool.execute.before': async ({ tool, sessionID }, { args }) => {
    const answer = await ask({ event: 'tool', sessionID, tool, args, directory });
    if (answer?.decision === 'deny') throw new Error(answer.reason);
  },
});
`;
