import fs from 'node:fs';
import { systemCode } from '../../engine/platform/errors.ts';
import { nodeRuntime } from '../../engine/platform/runtime.ts';
import { answerHook, codecOf, guardOperation, type Hook, kindsAnswered } from '../../guard/index.ts';
import { cortexWith } from '../cortex-frame.ts';
import type { Program } from '../dispatch.ts';
import { printJsonLine } from '../print.ts';
import { EXIT, readAll } from '../program.ts';

const described = cortexWith([guardOperation], {});

/** Bytes that are read at once. */
const CHUNK = 65_536;
/** More is no payload that is looked at. */
const MOST_BYTES = 16 * 1_048_576;
const INPUT = 0;

/** What is piped in, without the stream that takes longer to make than all else here; with it where whoever writes is slow. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for (let size = 0; size < MOST_BYTES; ) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const length = fs.readSync(INPUT, chunk, 0, CHUNK, null);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      size += length;
    }
  } catch (error) {
    if (systemCode(error) === 'EAGAIN') return readAll(chunks);
    if (systemCode(error) !== 'EOF') throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function hookOf(vendor: string | undefined): Hook | null {
  const codec = vendor === undefined ? undefined : codecOf(vendor);
  if (vendor === undefined || codec === undefined) return null;
  const place = { directory: process.cwd(), exactDirectory: false, environment: process.env };
  return { vendor, codec, runtime: nodeRuntime(), ...place, readInput };
}

/** `cortex guard`. The one line that hooks have is answered without what reads a command line: it is run before every tool. */
export const runGuard: Program = async (args, output, interactive) => {
  const [, option, vendor] = args;
  const hook = args.length === 3 && option === '--for' && !interactive ? hookOf(vendor) : null;
  if (hook === null) return described(args, output, interactive);
  const { reply, problem } = await answerHook(hook);
  if (problem !== null) output.error(`warning: ${problem}`);
  if (reply !== null) printJsonLine(output, reply);
  return EXIT.yes;
};

/** What was done, for the cache of compiled code: each kind of hook runs other functions. */
export const kindOfRun = kindsAnswered;
