import * as z from 'zod';
import { onDemand } from '../engine/platform/on-demand.ts';
import { defineOperation, type Operation } from '../engine/platform/operation.ts';
import { claude } from './codecs/claude.ts';
import type { Codec } from './codecs/codec.ts';
import { codex } from './codecs/codex.ts';
import { copilot } from './codecs/copilot.ts';
import { cursor } from './codecs/cursor.ts';
import { gemini } from './codecs/gemini.ts';
import { opencode } from './codecs/opencode.ts';
import { vscode } from './codecs/vscode.ts';
import { answerHook } from './guard.ts';

const CODECS: Readonly<Record<string, Codec>> = { claude, copilot, vscode, codex, gemini, cursor, opencode };

/** How a vendor asks and is answered; `undefined` for an unknown one. */
export const codecOf = (vendor: string): Codec | undefined => (Object.hasOwn(CODECS, vendor) ? CODECS[vendor] : undefined);

const input = onDemand(() => z.object({ for: z.enum(Object.keys(CODECS)).describe('the agent that asks') }));
const output = onDemand(() => z.record(z.string(), z.unknown()).nullable());

/** `cortex guard`: answers one hook of a coding agent, in the agent's own way. To allow it says nothing. */
export const guardOperation: Operation = defineOperation({
  name: 'guard',
  description: 'Answer a hook of a coding agent: refuse changes to files that another agent holds (reads the hook on standard input)',
  effect: 'write',
  input,
  output,
  load:
    async () =>
    async (context, { for: vendor }) => {
      const { runtime, directory, exactDirectory, environment = {}, readInput = async () => '' } = context;
      const codec = codecOf(vendor);
      if (codec === undefined) throw new Error(`there is no codec for ${vendor}`);
      const { reply, problem } = await answerHook({ vendor, codec, runtime, directory, exactDirectory, environment, readInput });
      if (reply !== null) context.emit?.(reply);
      return { ok: true, output: reply, isTold: true, warnings: problem === null ? [] : [problem] };
    },
});
