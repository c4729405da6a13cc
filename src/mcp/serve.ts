import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OperationContext } from '../engine/platform/operation.ts';
import { AgentConnection } from './agent-connection.ts';
import { MessageLines } from './message-lines.ts';
import { createServer } from './server.ts';

/** Standard input and output, where lines that are no message are answered, too. */
class CheckedTransport extends StdioServerTransport {
  constructor(
    input: Readable,
    private readonly lines: MessageLines,
  ) {
    super(input, process.stdout);
  }

  override send(...[message]: Parameters<StdioServerTransport['send']>): Promise<void> {
    this.lines.answered(message);
    return super.send(message);
  }
}

/** Serves until standard input ends or the program is aborted. @returns the agent; `null` if it is unknown */
export async function serve(context: OperationContext, version: string): Promise<string | null> {
  const connection = new AgentConnection(context);
  const lines = new MessageLines(process.stdout);
  const input = lines.of(process.stdin);
  const transport = new CheckedTransport(input, lines);
  // The transport reports errors of the input.
  const ended = Promise.race([finished(input).catch(() => undefined), once(context.signal, 'abort')]);
  const onerror = (error: Error) => context.progress(error.message);
  const handle = serveStdio(() => createServer(connection, version), { transport, onerror });
  try {
    if (!context.signal.aborted) await ended;
  } finally {
    await handle.close();
    process.stdin.destroy();
    await connection.close();
  }
  return connection.agent;
}
