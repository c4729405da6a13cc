import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dataSchemas } from '../../../../src/engine/crtx/schema.ts';
import { createDna } from '../../../../src/engine/dna/new-dna.ts';
import { STACK_KINDS } from '../../../../src/engine/dna/stack.ts';

const folder = path.resolve(import.meta.dirname, '../../../../src/engine/dna/known');
const keyOf = (line: string) => /^ {4}'?([^':]+)'?: '/.exec(line)?.[1] ?? /^ {4}'([^']+)': '/.exec(line)?.[1];

test.each(fs.readdirSync(folder))('the names in %s are sorted', (name) => {
  const sections = fs
    .readFileSync(path.join(folder, name), 'utf8')
    .split(/^ {2}\w+: \{$/m)
    .slice(1);
  for (const section of sections) {
    const keys = section.split('\n').flatMap((line) => keyOf(line) ?? []);
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(keys).size).toBe(keys.length);
  }
});

test('the kinds of the stack match the seed', () => {
  const { stack } = createDna({ id: 'x', name: 'x', purpose: '' }, 1);
  expect([...STACK_KINDS].sort()).toEqual(Object.keys(stack).sort());
  expect(dataSchemas.dna.safeParse(createDna({ id: 'x', name: 'x', purpose: '' }, 1)).success).toBe(true);
});
