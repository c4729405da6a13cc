import { CortexError } from '../engine/platform/errors.ts';

/** The limit of text files, too (`LARGEST_TEXT`). Bytes. */
const LARGEST_INPUT = 16 * 1_048_576;

/**
 * All that is piped in, as text.
 * @param chunks what was read of it before
 * @throws CortexError `invalid-input` for more than is read, and for bytes that are no text
 */
export async function readAll(chunks: Uint8Array[] = []): Promise<string> {
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LARGEST_INPUT) {
      const data = { allowed: `at most ${LARGEST_INPUT} bytes`, next: 'Pipe in less; nothing was changed.' };
      throw new CortexError('invalid-input', 'too much is piped in', data);
    }
  }
  const bytes = Buffer.concat(chunks);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const next = 'Convert it first, for example with iconv.';
    throw new CortexError('invalid-input', 'what is piped in is not UTF-8 text', { allowed: 'UTF-8', next }, { cause });
  }
}
