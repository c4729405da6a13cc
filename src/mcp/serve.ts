import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OperationContext } from '../engine/platform/operation.ts';
import { AgentConnection } from './agent-connection.ts';
import { createServer } from './server.ts';

/** Serves until standard input ends or the program is aborted. @returns the agent; `null` if it is unknown */
export async function serve(context: OperationContext, version: string): Promise<string | null> {
  const connection = new AgentConnection(context);
  const ended = Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end'), once(context.signal, 'abort')]);
  const handle = serveStdio(() => createServer(connection, version), { onerror: (error) => context.progress(error.message) });
  try {
    if (!context.signal.aborted) await ended;
  } finally {
    await handle.close();
    await connection.close();
  }
  return connection.agent;
}
