import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { cortexFile } from '../../support/cortex-cli.ts';
import { WAIT_MS } from '../../support/limits.ts';

/** The versions of the protocol: one with `initialize`, and the stateless one. */
export const ERAS = [
  ['2025', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const;
type Mode = (typeof ERAS)[number][1];

const resultSchema = z.object({
  content: z.array(z.object({ text: z.string() })),
  isError: z.boolean().default(false),
  _meta: z.looseObject({ 'cortex/ok': z.boolean().optional() }).default({}),
});
const othersSchema = z.object({ data: z.looseObject({}).default({}) });

/** Parses the data between the markers. */
function dataIn(text: string): Record<string, unknown> {
  const json = text.match(/<data>(.*)<\/data>/s)?.[1];
  return json === undefined ? {} : othersSchema.parse(JSON.parse(json)).data;
}

interface McpProgram {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
}

/** An agent with its own server, which stops after the test. */
export class McpAgent {
  private constructor(
    readonly client: Client,
    readonly transport: StdioClientTransport,
  ) {}

  /** @param name value of CORTEX_AGENT; `null` leaves it unset */
  static join(root: string, name: string | null, mode: Mode = 'legacy'): Promise<McpAgent> {
    return McpAgent.start({ args: [cortexFile, 'mcp'], folder: root, env: name === null ? {} : { CORTEX_AGENT: name } }, mode);
  }

  /** Starts a server as a configuration describes it. @param folder working directory and home */
  static async start({ args, env: own, folder }: McpProgram, mode: Mode = 'legacy'): Promise<McpAgent> {
    const env = { PATH: process.env.PATH ?? '', HOME: folder, ...own };
    const transport = new StdioClientTransport({ command: process.execPath, args: [...args], cwd: folder, env, stderr: 'pipe' });
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    onTestFinished(() => client.close());
    await client.connect(transport);
    return new McpAgent(client, transport);
  }

  async call(name: string, input: Record<string, unknown> = {}, signal?: AbortSignal) {
    const options = { timeout: WAIT_MS, ...(signal && { signal }) };
    const { content, isError, _meta } = resultSchema.parse(await this.client.callTool({ name, arguments: input }, options));
    const text = content.map((part) => part.text).join('\n');
    return { text, isError, ok: _meta['cortex/ok'], data: dataIn(text) };
  }
}
