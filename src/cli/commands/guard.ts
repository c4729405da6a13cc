import fs from 'node:fs';
import path from 'node:path';
import { systemCode } from '../../engine/platform/errors.ts';
import { nodeRuntime } from '../../engine/platform/runtime.ts';
import { answerHook, codecOf, type Hook, kindsAnswered } from '../../guard/index.ts';
import { type Output, printJsonLine } from '../print.ts';
import { readAll } from '../read-input.ts';

/** Bytes that are read at once. */
const CHUNK = 65_536;
/** More is no payload that is looked at. */
const MOST_BYTES = 16 * 1_048_576;
const INPUT = 0;

/** Reads standard input directly, because `process.stdin` takes long to make; uses it only when the input is not there yet. */
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

/** The options of the line that hooks have; `null` for any other line. */
function optionsOf(args: readonly string[]): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>();
  const words = args.slice(args.indexOf('guard') + 1);
  for (let at = 0; at < words.length; at += 2) {
    const name = words[at] ?? '';
    const value = words[at + 1];
    if (!/^--(?:for|root)$/.test(name) || value === undefined || found.has(name)) return null;
    found.set(name, value);
  }
  return found;
}

function hookOf(args: readonly string[]): Hook | null {
  const options = optionsOf(args);
  const vendor = options?.get('--for');
  const codec = vendor === undefined ? undefined : codecOf(vendor);
  if (vendor === undefined || codec === undefined) return null;
  const root = options?.get('--root');
  const place = { directory: path.resolve(root ?? '.'), exactDirectory: root !== undefined, environment: process.env };
  return { vendor, codec, runtime: nodeRuntime(), ...place, readInput };
}

/**
 * `cortex guard`: answers a hook. It is run before every tool of an agent, so it does without what reads a command line.
 * @returns the exit code; `null` for a line that is none of a hook
 */
export async function runGuard(args: readonly string[], output: Output): Promise<number | null> {
  const hook = hookOf(args);
  if (hook === null) return null;
  const { reply, problem } = await answerHook(hook);
  if (problem !== null) output.error(`warning: ${problem}`);
  if (reply !== null) printJsonLine(output, reply);
  return 0;
}

/**
 * What was done, for the cache of compiled code: each kind of hook runs other functions.
 * @public `src/cli/code-cache.ts` asks the file for it
 */
export const kindOfRun = kindsAnswered;
