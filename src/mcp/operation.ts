import * as z from 'zod';
import { onDemand } from '../engine/platform/on-demand.ts';
import { defineOperation, type Operation } from '../engine/platform/operation.ts';

const input = onDemand(() => z.object({}));
const output = onDemand(() => z.object({ agent: z.string().nullable() }));

/** Returns the operation `cortex mcp`: serves one agent on standard input and output until the input ends. @param version of the program */
export function mcpOperation(version: string): Operation {
  return defineOperation({
    name: 'mcp',
    description: 'Serve the tools for one agent over MCP, on standard input and output (set CORTEX_AGENT to its name)',
    effect: 'write',
    input,
    output,
    load: async () => {
      const { serve } = await import('./serve.ts');
      return async (context) => ({ ok: true, output: { agent: await serve(context, version) }, isEmitted: true });
    },
  });
}
