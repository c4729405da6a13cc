import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as library from '../../../src/engine/index.ts';
import { stackOperations } from '../../../src/engine/stack/index.ts';

const GUIDE = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/guides/commands.md'), 'utf8');
const rows = GUIDE.slice(GUIDE.indexOf('| `cstack …`'))
  .split('\n\n')[0]
  ?.split('\n')
  .slice(2)
  .map((row) => row.split('|').map((cell) => cell.trim()));

const quoted = (text = '') => Array.from(text.matchAll(/`([^`]+)`/g), ([, inner = '']) => inner);

it('names every command of cstack', () => {
  const named = (rows ?? []).flatMap(([, commands]) => {
    const [first = '', ...others] = quoted(commands);
    const group = first.includes(' ') ? `${first.split(' ')[0]} ` : '';
    return [first, ...others.flatMap((other) => [other, group + other])];
  });
  expect(stackOperations.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
});

it('names only library functions that exist', () => {
  const { cstack, ...others } = library;
  const names = new Set([...Object.keys(others), ...Object.keys(cstack), ...Object.keys(cstack).map((name) => `cstack.${name}`)]);
  const wanted = (rows ?? []).flatMap(([, , , functions]) => quoted(functions));
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});
