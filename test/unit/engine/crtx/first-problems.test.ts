import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { parseCortexFile } from '../../../../src/engine/crtx/format.ts';
import { firstIssues, MAX_PROBLEMS } from '../../../../src/engine/crtx/invalid/first-problems.ts';

const headerOf = (type: string) => JSON.stringify({ cortex: 1, type, project: 'x', created: 1, updated: 1, checksum: '' });
const many = (value: string): string => `[${`${value},`.repeat(3_000_000)}${value}]`;

/** Each file has more problems than fit into memory. */
const HUGE: readonly (readonly [type: string, data: string, first: string])[] = [
  ['timeline', many('{}'), 'data[0].id'],
  ['timeline', `[{"context":{"files":${many('1')}}}]`, 'data[0].id'],
  ['graph', `{"nodes":[],"edges":${many('{}')},"clusters":[]}`, 'data.edges[0].from'],
  ['graph', `{"nodes":[],"edges":[],"clusters":[{"nodes":${many('1')}}]}`, 'data.clusters[0].id'],
  ['swarm', `{"decomposition":{"children":[{"dependencies":${many('1')}}]}}`, 'data.id'],
  ['swarm', `{"decomposition":{"children":${many('{}')}}}`, 'data.id'],
];

describe('a file with millions of problems', () => {
  test.each(HUGE)('of type %s is reported with its first problem', (type, data, first) => {
    const parsed = parseCortexFile(`{"header":${headerOf(type)},"data":${data}}`, 'a.crtx');
    expect(parsed.ok ? '' : parsed.error.message).toMatch(/ \(and at least \d+ more problems\)$/);
    expect(parsed.ok ? '' : parsed.error.message).toContain(first);
  });
});

const item = z.looseObject({ id: z.string(), tags: z.array(z.string()), more: z.array(z.number()).optional() });
const schema = z.looseObject({ name: z.string(), items: z.array(item), odd: z.strictObject({}).optional() });

const rarely = <Value>(good: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 20, arbitrary: good }, { weight: 1, arbitrary: fc.constantFrom(null, 3, 'x', [], {}) });
const items = rarely(
  fc.record({ id: rarely(fc.string()), tags: rarely(fc.array(rarely(fc.string()))), more: rarely(fc.array(rarely(fc.nat()))) }),
);

test('a large value reports the same problems in the same order as when validated at once', () => {
  const value = fc.record({
    name: rarely(fc.string()),
    items: fc.array(items, { minLength: 1, maxLength: 12 }),
    odd: rarely(fc.constant({})),
  });
  fc.assert(
    fc.property(value, fc.nat(11), (small, place) => {
      // One item is large itself, and the list is long enough to be validated in parts.
      const large = { id: 'large', tags: Array.from({ length: 12_000 }, (_, n) => (n === 11_000 ? n : 't')), more: [1, 'two'] };
      const others = Array.from({ length: 4_000 }, (_, n) => ({ id: String(n), tags: n % 500 === 0 ? [n] : ['a', 'b'] }));
      const all = { ...small, items: [...small.items.slice(0, place), large, ...others, ...small.items.slice(place)] };
      expect(firstIssues(schema, all)).toEqual((schema.safeParse(all).error?.issues ?? []).slice(0, MAX_PROBLEMS));
    }),
    { numRuns: 40 },
  );
});
