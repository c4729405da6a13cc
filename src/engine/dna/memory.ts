import path from 'node:path';
import * as z from 'zod';
import { readFileBounded, writeFileDurable } from '../files/atomic-file.ts';
import { CortexError, describeError } from '../platform/errors.ts';
import { onDemand } from '../platform/on-demand.ts';
import type { Runtime } from '../platform/runtime.ts';

const MAX_BYTES = 8 * 1_048_576;

const memorySchema = onDemand(() => z.object({ version: z.literal(1), items: z.array(z.tuple([z.string(), z.string(), z.json()])) }));

/**
 * What detection put into the DNA, to distinguish it from manual entries: for each place the items by key, as they were put there. `null`
 * marks an item that was found but had been removed by hand, so it is not added again.
 */
export class DetectionMemory {
  readonly #places = new Map<string, Map<string, unknown>>();

  /** Returns `undefined` for an item that detection did not put there. */
  get(place: string, key: string): unknown {
    return this.#places.get(place)?.get(key);
  }

  set(place: string, key: string, value: unknown): void {
    const items = this.#places.get(place) ?? new Map<string, unknown>();
    this.#places.set(place, items);
    items.set(key, value);
  }

  /** Returns the items of one place. */
  at(place: string): ReadonlyMap<string, unknown> {
    return this.#places.get(place) ?? new Map();
  }

  get items(): [string, string, unknown][] {
    return [...this.#places].flatMap(([place, items]) => [...items].map(([key, value]): [string, string, unknown] => [place, key, value]));
  }
}

/** `.cortex/.local/dna/detected.json`: local and derived. Without it, detection only adds to a DNA and removes nothing. */
export class MemoryFile {
  readonly #file: string;

  constructor(
    private readonly runtime: Runtime,
    folder: string,
  ) {
    this.#file = path.join(folder, 'detected.json');
  }

  /** Reads the memory. An unreadable file counts as missing, with a note. */
  read(): { memory: DetectionMemory; notes: string[] } {
    const memory = new DetectionMemory();
    try {
      const content = readFileBounded(this.runtime.fs, this.#file, { maxBytes: MAX_BYTES, root: path.dirname(this.#file) });
      const { items } = content === null ? { items: [] } : memorySchema().parse(JSON.parse(content.bytes.toString('utf8')));
      for (const [place, key, value] of items) memory.set(place, key, value);
      return { memory, notes: [] };
    } catch (error) {
      if (!(error instanceof CortexError || error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
      const reason = error instanceof CortexError ? describeError(error) : `${this.#file} was not written by this program.`;
      return { memory: new DetectionMemory(), notes: [`${reason} This time, items are only added to the DNA and none are removed.`] };
    }
  }

  async write(memory: DetectionMemory): Promise<void> {
    const lines = memory.items.map((item) => JSON.stringify(item)).join(',\n');
    await writeFileDurable(this.runtime, this.#file, Buffer.from(`{"version": 1, "items": [\n${lines}\n]}\n`));
  }
}
