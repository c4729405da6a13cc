import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OperationContext } from '../engine/platform/operation.ts';
import { AgentConnection } from './agent-connection.ts';
import { MAX_BYTES_PASSED, MessageLines } from './message-lines.ts';
import { createServer } from './server.ts';

/** Standard input and output, where lines that are no message are answered, too. */
class CheckedTransport extends StdioServerTransport {
  readonly #closing = new AbortController();

  constructor(
    input: Readable,
    private readonly lines: MessageLines,
  ) {
    super(input, process.stdout, { maxBufferSize: MAX_BYTES_PASSED });
  }

  override send(...[message]: Parameters<StdioServerTransport['send']>): Promise<void> {
    this.lines.answered(message);
    return super.send(message);
  }

  /** Aborted when the library stops to read, for whatever reason. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  override close(): Promise<void> {
    this.#closing.abort();
    return super.close();
  }
}

/**
 * Serves until standard input ends or the program is aborted.
 * @returns the agent; `null` if it is unknown
 * @throws Error if the input cannot be read to its end
 */
export async function serve(context: OperationContext, version: string): Promise<string | null> {
  const connection = new AgentConnection(context);
  const lines = new MessageLines(process.stdout);
  const input = lines.of(process.stdin);
  const transport = new CheckedTransport(input, lines);
  // The library may stop to read and leave the input open: the server would live, but never answer.
  const ended = Promise.race([finished(input), once(context.signal, 'abort'), once(transport.closing, 'abort')]);
  const onerror = (error: Error) => context.progress(error.message);
  const handle = serveStdio(() => createServer(connection, version), { transport, onerror });
  try {
    if (!context.signal.aborted) await ended;
    if (!context.signal.aborted && !input.readableEnded) throw new Error('the connection to the client broke');
  } finally {
    await handle.close();
    process.stdin.destroy();
    await connection.close();
  }
  return connection.agent;
}
