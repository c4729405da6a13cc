import * as z from 'zod';
import { onDemand } from '../engine/platform/on-demand.ts';
import { defineOperation, type Operation } from '../engine/platform/operation.ts';

const input = onDemand(() => z.object({}));
const output = onDemand(() => z.object({ agent: z.string().nullable() }));

/** `cortex mcp`: serves one agent over its standard input and output until that ends. @param version of this program */
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
