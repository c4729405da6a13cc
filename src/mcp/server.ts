import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { describeError } from '../engine/platform/errors.ts';
import { schemaWords } from '../engine/platform/schema-words.ts';
import type { AgentConnection, Call } from './agent-connection.ts';
import { registerPrompts } from './prompts.ts';
import { formatAnswer, INSTRUCTIONS, type Tool } from './tool.ts';
import { checkTool, lockTool } from './tools/files.ts';
import { recallTool, recordTool } from './tools/memory.ts';
import { messageTool } from './tools/messages.ts';
import { statusTool } from './tools/status.ts';
import { claimTool, finishTool } from './tools/work.ts';

/** The tools, in the order in which an agent needs them. */
const TOOLS: readonly Tool[] = [statusTool, claimTool, finishTool, lockTool, checkTool, messageTool, recordTool, recallTool];

/** Key of the result's metadata for programs: whether the answer is positive. */
const IS_OK = 'cortex/ok';

/** Returns the message of an error. Input errors name the field; refusals name the next step. */
function problemOf(error: unknown, tool: string): string {
  if (!(error instanceof z.ZodError)) return describeError(error);
  return `${tool}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`;
}

/** Returns text only: for structured content, some clients show a model only the structure, without the marks around foreign text. */
async function answer(tool: Tool, connection: AgentConnection, input: unknown, call: Call) {
  try {
    const found = await tool.run(connection, input, call);
    return { content: [{ type: 'text' as const, text: formatAnswer(found) }], _meta: { [IS_OK]: found.ok } };
  } catch (error) {
    call.signal.throwIfAborted();
    return { content: [{ type: 'text' as const, text: problemOf(error, tool.name) }], isError: true };
  }
}

/** Returns a server with the tools for one agent. @param version of this program */
export function createServer(connection: AgentConnection, version: string): McpServer {
  // The library of the protocol checks the input before the tools do.
  z.config({ customError: schemaWords });
  const server = new McpServer({ name: 'cortex', version }, { instructions: INSTRUCTIONS });
  for (const tool of TOOLS) {
    const { name, description, input: inputSchema, isReadOnly } = tool;
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false };
    server.registerTool(name, { description, inputSchema, annotations }, async (input, { mcpReq }) => {
      let steps = 0;
      const token = mcpReq._meta?.progressToken;
      const progress = (message: string) => {
        if (token === undefined) return;
        steps += 1;
        void mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, progress: steps, message } });
      };
      return answer(tool, connection, input, { signal: mcpReq.signal, progress });
    });
  }
  registerPrompts(server, connection);
  return server;
}
