import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedFilter, typedQuery } from '../../../../src/host/vault/model/typed-query.ts';
import { expectLinear } from '../../../support/processor-time.ts';

const NOTHING = { query: '', projects: [], types: [], tags: [], statuses: [], hot: false, layers: [], allStatuses: false, top: 9 };

test.each([
  ['', {}],
  ['queue  over cron', { query: 'queue over cron' }],
  ['project:ops queue', { query: 'queue', projects: ['ops'], allStatuses: true }],
  ['layer:Cold layer:warm', { layers: ['cold', 'warm'], allStatuses: true }],
  ['status:review', { statuses: ['review'] }],
  ['Project:ops PROJECT:lab', { projects: ['ops', 'lab'], allStatuses: true }],
  ['type:rule tag:#db tag:api status:review', { types: ['rule'], tags: ['db', 'api'], statuses: ['review'], allStatuses: true }],
  ['hot release', { query: 'release', hot: true }],
  ['"hot" water', { query: 'hot water' }],
  ['project:"my shop" sale', { query: 'sale', projects: ['my shop'], allStatuses: true }],
  ['"say ""no""" tag:"5"" disk"', { query: 'say "no"', tags: ['5" disk'], allStatuses: true }],
  ['project:"my sh', { projects: ['my sh'], allStatuses: true }],
  // Still being typed: words of one letter are not searched for.
  ['q', {}],
  ['q project:ops', { projects: ['ops'], allStatuses: true }],
  ['a queue', { query: 'a queue' }],
  ['queue project:', { query: 'queue' }],
  ['project: queue', { query: 'queue' }],
  ['http://a:b', { query: 'http://a:b' }],
])('typedQuery parses %j', (typed, wanted) => {
  expect(typedQuery(typed, 9)).toEqual({ ...NOTHING, ...wanted });
});

test('typedQuery parses every value that typedFilter writes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ' ', 'a') })), (value) => {
      expect(typedQuery(typedFilter('project', value), 9)).toEqual({ ...NOTHING, projects: [value], allStatuses: true });
    }),
  );
});

test.each(['project:"', '"'])('typedQuery parses many unclosed quotes in linear time: %s', (part) => {
  expectLinear((count) => {
    const typed = part.repeat(count + 1);
    return () => typedQuery(typed, 9);
  }, 20_000);
});
