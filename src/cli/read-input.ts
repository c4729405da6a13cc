import { CortexError } from '../engine/platform/errors.ts';

/** Maximum input in bytes; the same as for text files (`MAX_TEXT_SIZE`). */
const MAX_INPUT_SIZE = 16 * 1_048_576;

/**
 * Reads all of standard input as text.
 * @param chunks that were read before
 * @throws CortexError `invalid-input` for too much input, or input that is not UTF-8
 */
export async function readAll(chunks: Uint8Array[] = []): Promise<string> {
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_INPUT_SIZE) {
      const data = { allowed: `at most ${MAX_INPUT_SIZE} bytes`, next: 'Pass less input; nothing was changed.' };
      throw new CortexError('invalid-input', 'standard input is too large', data);
    }
  }
  const bytes = Buffer.concat(chunks);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const next = 'Convert it first, for example with iconv.';
    throw new CortexError('invalid-input', 'standard input is not valid UTF-8', { allowed: 'UTF-8', next }, { cause });
  }
}
