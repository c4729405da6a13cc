import { expect, test } from 'vitest';
import { compare } from '../../bench/compare.ts';
import { quantile, spreadIsLarge, summarise } from '../../bench/statistics.ts';
import { table } from '../../bench/table.ts';

/** Cases that take `ms` times a factor that grows with each round, like a machine under rising load. */
function cases(order: string[], times: Readonly<Record<string, number>>) {
  const rounds = new Map<string, number>();
  return Object.entries(times).map(([name, ms]) => ({
    name,
    measure: async () => {
      order.push(name);
      const round = rounds.get(name) ?? 0;
      rounds.set(name, round + 1);
      return { time: round === 0 ? 1_000_000 : ms * 10 ** round };
    },
  }));
}

test('quantiles are interpolated between neighbours, in any order', () => {
  expect(summarise([5, 1, 4, 2, 3])).toEqual({ low: 2, median: 3, high: 4 });
  expect(quantile([10, 20], 0.25)).toBe(12.5);
  expect(quantile([], 0.5)).toBeNaN();
});

test('a middle half wider than a fifth of the median is a large spread', () => {
  expect(spreadIsLarge({ low: 90, median: 100, high: 110 })).toBe(false);
  expect(spreadIsLarge({ low: 89, median: 100, high: 110 })).toBe(true);
});

test('each case runs once per round, and the order changes between rounds', async () => {
  const order: string[] = [];
  await compare(cases(order, { a: 1, b: 2, c: 3 }), 2);
  expect(order.join('')).toBe('abcbcacab');
});

test('ratios refer to the first case of the same round, and the first round does not count', async () => {
  const rows = await compare(cases([], { a: 2, b: 3 }), 3);
  expect(rows.map(({ name, value, ratio }) => [name, value.median, ratio])).toEqual([
    ['a', 200, { low: 1, median: 1, high: 1 }],
    ['b', 300, { low: 1.5, median: 1.5, high: 1.5 }],
  ]);
});

test('the table names each figure once, and marks large spreads', () => {
  const steady = { low: 99, median: 100, high: 101 };
  const one = { low: 1, median: 1, high: 1 };
  const text = table(
    [
      { figure: 'a pair', name: '10 agents', value: steady, ratio: one },
      {
        figure: 'a pair',
        name: '1,000 agents',
        value: { low: 1_000, median: 1_234, high: 2_000 },
        ratio: { low: 10, median: 12.344, high: 20 },
      },
      { figure: 'a reading', name: '10 agents', value: { low: 0.5, median: 0.512, high: 0.52 }, ratio: one },
    ],
    'µs',
  );
  const [head, ...lines] = text.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '));
  expect(head).toBe('median | middle half | ratio | middle half');
  expect(lines).toEqual([
    'a pair',
    '10 agents | 100 µs | 99.0 – 101 | 1.00 | 1.00 – 1.00',
    '1,000 agents | 1,234 µs | 1,000 – 2,000 | 12.34 | 10.00 – 20.00 | large spread',
    'a reading',
    '10 agents | 0.51 µs | 0.50 – 0.52 | 1.00 | 1.00 – 1.00',
  ]);
});

test('the table shows the known value of another program in its row', () => {
  const value = { low: 99, median: 100, high: 101 };
  const rows = ['ours', 'obvious'].map((name) => ({ figure: 'all', name, value, ratio: { low: 1, median: 1, high: 1 } }));
  const of = ({ figure, name }: { figure: string; name: string }) => (`${name}: ${figure}` === 'ours: all' ? 7_980 : undefined);
  const [head = '', , ours = '', obvious = ''] = table(rows, 'ms', { name: 'original', of }).split('\n');
  expect([head.endsWith('original'), ours.endsWith('7,980 ms'), obvious.includes('7,980')]).toEqual([true, true, false]);
});
