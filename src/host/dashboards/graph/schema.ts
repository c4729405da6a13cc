import * as z from 'zod';
import { place as position, text } from '../page-schema.ts';
import type { GraphFilter, GraphPlace, GraphStep, GraphView } from './protocol.ts';

/** Nobody looks for more words. */
const MOST_WORDS = 200;
/** An id is a path with a name, or not much longer. */
const LONGEST_ID = 10_000;

const id = text.max(LONGEST_ID);

const place: z.ZodType<GraphPlace> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clusters') }),
  z.object({ kind: z.literal('cluster'), cluster: id }),
  z.object({ kind: z.literal('file'), file: id }),
  z.object({ kind: z.literal('around'), node: id }),
  z.object({ kind: z.literal('blast'), node: id }),
]);

const nodeType = z.enum(['file', 'function', 'type', 'module', 'feature', 'api', 'test']);
const edgeType = z.enum(['depends', 'tests', 'implements', 'extends', 'configures', 'breaks_if_changed']);
const filter: z.ZodType<GraphFilter> = z.object({
  nodes: z.array(nodeType).max(nodeType.options.length),
  edges: z.array(edgeType).max(edgeType.options.length),
});

/** What the page has in view. The page is not trusted: it draws what stands in the repository. */
export const graphViewSchema: z.ZodType<GraphView> = z.object({
  place,
  filter,
  chosen: id.nullable(),
  words: text.max(MOST_WORDS),
  follow: z.boolean(),
});

/** What a person wants done. */
export const graphStepSchema: z.ZodType<GraphStep> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('init') }),
  z.object({ kind: z.literal('build') }),
  z.object({ kind: z.literal('open'), node: id }),
  z.object({ kind: z.literal('open-problem'), file: text, line: position, column: position }),
]);
