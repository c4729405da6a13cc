import { expect, test } from 'vitest';
import { edgesAndGaps } from './sources-of.ts';

const MOD = 'module example.com/lib/compat\n\nrequire example.com/lib v1.0.0\n\nreplace example.com/lib => ../\n';

/** Returns the edges of a module in the repository of a module that it replaces. */
const graphOf = (mod: string, imported: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> =>
  edgesAndGaps({
    'go.mod': 'module example.com/lib\n',
    'a.go': 'package lib\n\nfunc A() {}\n',
    'compat/go.mod': mod,
    'compat/tc/tc.go': 'package tc\n\nimport "example.com/lib"\n\nfunc T() { lib.A() }\n',
    'compat/u/u.go': `package u\n\nimport _ "${imported}"\n`,
    ...more,
  });

const TO_LIB = 'compat/tc/tc.go → a.go';

test.each([
  ['the own module below a replaced one', MOD, 'example.com/lib/compat/tc', ['compat/u/u.go → compat/tc/tc.go']],
  ['the replaced module', MOD, 'example.com/lib', ['compat/u/u.go → a.go']],
  ['nothing in the own module', MOD, 'example.com/lib/compat/gone', ['compat/u/u.go:3  example.com/lib/compat/gone']],
  ['nothing in the replaced module', MOD, 'example.com/lib/gone', ['compat/u/u.go:3  example.com/lib/gone']],
  ['a published module below a replaced one', `${MOD}\nrequire example.com/lib/v9 v9.0.0\n`, 'example.com/lib/v9/x', []],
])('the longest module path counts: %s', async (_, mod, imported, expected) => {
  expect((await graphOf(mod, imported)).sort()).toEqual([TO_LIB, ...expected].sort());
});

test('a replaced module counts before one of the same path, and before one above it', async () => {
  const fork = { 'fork/go.mod': 'module example.com/lib/deep\n', 'fork/x/x.go': 'package x\n', 'deep/x/x.go': 'package x\n' };
  const mod = `${MOD}\nreplace example.com/lib/deep => ../fork\n`;
  expect(await graphOf(mod, 'example.com/lib/deep/x', fork)).toContain('compat/u/u.go → fork/x/x.go');
});
