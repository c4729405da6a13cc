import path from 'node:path';
import * as z from 'zod';
import { readFileBounded, writeFileDurable } from '../files/atomic-file.ts';
import { CortexError, describeError } from '../platform/errors.ts';
import { onDemand } from '../platform/on-demand.ts';
import type { Runtime } from '../platform/runtime.ts';

const MOST_BYTES = 8 * 1_048_576;

const memorySchema = onDemand(() => z.object({ version: z.literal(1), items: z.array(z.tuple([z.string(), z.string(), z.json()])) }));

/**
 * What detection put into the DNA: for each place its items by key, as they were put. `null`: it was found, but somebody had taken it
 * out, so it is not put there again.
 */
export class Memory {
  readonly #places = new Map<string, Map<string, unknown>>();

  /** `undefined` for what detection did not put there. */
  get(place: string, key: string): unknown {
    return this.#places.get(place)?.get(key);
  }

  set(place: string, key: string, value: unknown): void {
    const items = this.#places.get(place) ?? new Map<string, unknown>();
    this.#places.set(place, items);
    items.set(key, value);
  }

  /** The items of one place. */
  at(place: string): ReadonlyMap<string, unknown> {
    return this.#places.get(place) ?? new Map();
  }

  get items(): [string, string, unknown][] {
    return [...this.#places].flatMap(([place, items]) => [...items].map(([key, value]): [string, string, unknown] => [place, key, value]));
  }
}

/** `.cortex/.local/dna/detected.json`: derived, of this machine. Without it nothing is taken out of a DNA, only added. */
export class MemoryFile {
  readonly #file: string;

  constructor(
    private readonly runtime: Runtime,
    folder: string,
  ) {
    this.#file = path.join(folder, 'detected.json');
  }

  /** What cannot be read is as good as missing, and is told. */
  read(): { memory: Memory; notes: string[] } {
    const memory = new Memory();
    try {
      const content = readFileBounded(this.runtime.fs, this.#file, { maxBytes: MOST_BYTES, root: path.dirname(this.#file) });
      const { items } = content === null ? { items: [] } : memorySchema().parse(JSON.parse(content.bytes.toString('utf8')));
      for (const [place, key, value] of items) memory.set(place, key, value);
      return { memory, notes: [] };
    } catch (error) {
      if (!(error instanceof CortexError || error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
      const reason = error instanceof CortexError ? describeError(error) : `${this.#file} is not what this program wrote.`;
      return { memory: new Memory(), notes: [`${reason} Nothing is taken out of the DNA this time, only added.`] };
    }
  }

  async write(memory: Memory): Promise<void> {
    const lines = memory.items.map((item) => JSON.stringify(item)).join(',\n');
    await writeFileDurable(this.runtime, this.#file, Buffer.from(`{"version": 1, "items": [\n${lines}\n]}\n`));
  }
}
