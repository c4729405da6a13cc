import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { cacheLine } from '../../../../src/engine/vault/cache/cache-lines.ts';

function lineOf(text: string): Buffer {
  try {
    return cacheLine(JSON.parse(text));
  } catch {
    return Buffer.from(text);
  }
}

/** Changes the values in the cache of a vault. Lines that still are JSON get a correct checksum. @param change receives one value a line */
export function changeCache(root: string, change: (text: string) => string): void {
  const file = path.join(root, '.local/notes.jsonl');
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const text = lines.map((line) => `${JSON.stringify(JSON.parse(line)[1])}\n`).join('');
  const changed = change(text);
  expect(changed).not.toBe(text);
  fs.writeFileSync(file, Buffer.concat(changed.split(/(?<=\n)/).map(lineOf)));
}
