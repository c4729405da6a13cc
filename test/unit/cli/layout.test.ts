import { expect, test } from 'vitest';
import { table } from '../../../src/cli/text/layout.ts';

test('a table of six hundred thousand rows is as wide as its widest cell', () => {
  const rows = Array.from({ length: 600_000 }, (_, n) => [n === 500_000 ? 'widest' : 'w', 'x']);
  const lines = table(rows).split('\n');
  expect(lines).toHaveLength(rows.length);
  expect([lines[0], lines[500_000]]).toEqual(['w       x', 'widest  x']);
});
