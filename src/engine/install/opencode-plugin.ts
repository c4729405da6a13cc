/** Plugin that asks `cortex guard` before each tool, and does nothing when the program is missing (docs/guides/agents.md). */
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

export const Cortex = async ({ client, directory }) => {
  // One MCP server serves all sessions of this process, also those of subagents: they are one agent, named by the first session.
  let first;
  const started = new Set();
  // Sessions that are not reminded when they stop: they have been, or were interrupted.
  const quiet = new Set();
  const askFor = (sessionID, payload) => ask({ ...payload, sessionID: (first ??= sessionID), directory });

  async function stopped(sessionID) {
    if (quiet.delete(sessionID)) return;
    const { data } = await client.session.get({ path: { id: sessionID } });
    if (data === undefined || data.parentID) return;
    const answer = await askFor(sessionID, { event: 'stop' });
    if (!answer?.reminder) return;
    quiet.add(sessionID);
    await client.session.promptAsync({ path: { id: sessionID }, body: { parts: [{ type: 'text', text: answer.reminder }] } });
  }

  return {
    'chat.message': async ({ sessionID }, { message, parts }) => {
      if (started.has(sessionID)) return;
      started.add(sessionID);
      const answer = await askFor(sessionID, { event: 'start' });
      if (!answer?.context) return;
      const id = 'prt_cortex' + message.id;
      parts.push({ id, sessionID, messageID: message.id, type: 'text', text: answer.context, synthetic: true });
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      const answer = await askFor(sessionID, { event: 'tool', tool, callID, args });
      if (answer?.decision === 'deny') throw new Error(answer.reason);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, result) => {
      const answer = await askFor(sessionID, { event: 'after', tool, callID, args });
      if (answer?.context && typeof result?.output === 'string') result.output += '\\n' + answer.context;
    },
    event: async ({ event }) => {
      const { sessionID, error } = event.properties ?? {};
      if (event.type === 'session.error' && error?.name === 'MessageAbortedError') quiet.add(sessionID);
      if (event.type === 'session.idle') await stopped(sessionID);
    },
  };
};
`;
