import fs from 'node:fs';
import path from 'node:path';
import { CortexError, describeError, systemCode } from '../../engine/platform/errors.ts';
import { nodeRuntime } from '../../engine/platform/runtime.ts';
import { shellWord } from '../../engine/text/shell-word.ts';
import { answerHook, type CommitHook, checkCommit, findCodec, GIT, type HeldFile, kindsAnswered } from '../../guard/index.ts';
import { type Output, printJsonLine } from '../print.ts';
import { readAll } from '../read-input.ts';
import { escapeText } from '../text/layout.ts';

/** Size of one read, in bytes. */
const CHUNK = 65_536;
/** Maximum input, more than any valid payload; bytes. */
const MAX_BYTES = 16 * 1_048_576;
const INPUT = 0;

/** Reads standard input directly, because creating `process.stdin` is slow. Falls back to it only when the input is not there yet. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for (let size = 0; size < MAX_BYTES; ) {
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

/** Returns the options of a hook's command line; `null` for any other command line. */
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

/** Maximum number of files that are listed; a commit may have thousands. */
const MAX_NAMED = 10;

/** Returns the message for a refused commit. Paths are relative to the top of the tree, where git starts the hook. @param held not empty */
function refusedCommit(held: readonly HeldFile[]): string[] {
  const first = held.slice(0, MAX_NAMED).map(({ file, lock }) => ({ file: path.relative('.', file), lock }));
  const named = first.map(({ file, lock: { agentId, expiresAt, reason, holderUnresponsive } }) => {
    const why = reason === '' ? '' : ` (${reason})`;
    return escapeText(
      `  ${file} is held by ${agentId}${holderUnresponsive ? ' (unresponsive)' : ''} until ${new Date(expiresAt).toISOString().slice(0, 19)}Z${why}`,
    );
  });
  const more = held.length > named.length ? [`  and ${held.length - named.length} more`] : [];
  const files = first.map(({ file }) => escapeText(shellWord(file)));
  const next = `Wait for the locks (cortex lock list), or take the files out of the commit: git restore --staged -- ${files.join(' ')}`;
  return [`error: the commit was refused: other agents have locked ${held.length} of its files.`, ...named, ...more, next];
}

/** Returns the context of a hook. @param root the value of `--root` */
function placeOf(root: string | undefined): CommitHook {
  const directory = path.resolve(root ?? '.');
  return { runtime: nodeRuntime(), directory, exactDirectory: root !== undefined, environment: process.env };
}

/** Answers git's `pre-commit` hook. @returns the exit code; git commits only for 0 */
async function guardCommit(place: CommitHook, output: Output): Promise<number> {
  try {
    const { held, changed } = await checkCommit(place);
    for (const file of changed.slice(0, MAX_NAMED))
      output.error(escapeText(`warning: ${file} changed while its holder held it and a command of another agent ran: cortex lock changes`));
    if (held.length > 0) for (const line of refusedCommit(held)) output.error(line);
    return held.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const isClosed = process.env.CORTEX_GUARD === 'closed';
    const what = isClosed ? 'error: the commit was refused (CORTEX_GUARD=closed)' : 'warning: the commit was not checked for locks';
    output.error(escapeText(`${what}: ${describeError(error)}`));
    return isClosed ? 1 : 0;
  }
}

/**
 * Runs `cortex guard`, which answers a hook. It runs before every tool of an agent, so it does not load the parser of the command line.
 * @returns the exit code; `null` if the arguments are not those of a hook
 */
export async function runGuard(args: readonly string[], output: Output): Promise<number | null> {
  const options = optionsOf(args);
  const vendor = options?.get('--for');
  if (vendor === undefined) return null;
  const place = placeOf(options?.get('--root'));
  if (vendor === GIT) return guardCommit(place, output);
  const codec = findCodec(vendor);
  if (codec === undefined) return null;
  const { reply, problem } = await answerHook({ ...place, vendor, codec, readInput });
  if (problem !== null) output.error(`warning: ${problem}`);
  if (reply !== null) printJsonLine(output, reply);
  return 0;
}

/**
 * Returns the kinds of hooks that were answered, for the cache of compiled code: each kind uses different functions.
 * @public called by `src/cli/code-cache.ts`
 */
export const kindOfRun = kindsAnswered;
