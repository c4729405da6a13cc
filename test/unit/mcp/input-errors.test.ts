import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { useInputErrors } from '../../../src/mcp/input-errors.ts';

beforeAll(useInputErrors);

const schema = z.object({
  paths: z.array(z.string()).min(1).max(2),
  result: z.enum(['done', 'failed']),
  summary: z.string().min(1),
  minutes: z.number().min(1).max(10),
});

const said = (input: unknown) => schema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

it('words the errors of a tool so that a model can repair its call', () => {
  expect(said({ paths: [], result: 'ok', minutes: 0 })).toEqual([
    'paths needs at least 1 item',
    'result expected done or failed',
    'summary is required (string)',
    'minutes must be at least 1',
  ]);
  expect(said({ paths: ['a', 'b', 'c'], result: 'done', summary: '', minutes: null })).toEqual([
    'paths needs at most 2 items',
    'summary needs at least 1 character',
    'minutes expected number, got null',
  ]);
});
