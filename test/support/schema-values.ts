import fc from 'fast-check';
import * as z from 'zod';
import type { TaskNode } from '../../src/engine/crtx/schema.ts';
import { manifest } from '../unit/host/view-models.ts';

/** Texts that act on a terminal: colors, its title, the cursor, the order of characters, invisible characters, line breaks. */
const HOSTILE = [
  'a\u001b[31mb',
  '\u001b]0;title\u0007',
  'a\rb\bc',
  'a\u202eb',
  'a\u009bb',
  'a\u2028b',
  'a\u200bb',
  'first\nsecond\u001b[2J',
];
/** Texts for schemas with a format. */
const FORMATTED = ['2026-01-02T03:04:05Z', '2026-01-02', 'a', 'a.md', '0'.repeat(64), 'sha256:abc', ''];
const NUMBERS = [1, 0, 3, 1.5, 0.5, 1_767_312_000_000];
/** Below this depth, lists are empty and optional values are missing, because some schemas are recursive. */
const MAX_DEPTH = 6;

function accepted<Value>(schema: z.core.$ZodType, values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values.filter((value) => z.safeParse(schema, value).success));
}

function stringValue(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const isFree = HOSTILE.some((value) => z.safeParse(schema, value).success);
  return accepted(schema, isFree ? HOSTILE : FORMATTED);
}

function objectValue({ shape }: z.ZodObject, depth: number): fc.Arbitrary<unknown> {
  const keys = Object.entries(shape);
  const required = keys.filter(([, schema]) => !(schema instanceof z.ZodOptional)).map(([key]) => key);
  const kept = depth < MAX_DEPTH ? keys : keys.filter(([key]) => required.includes(key));
  return fc.record(Object.fromEntries(kept.map(([key, schema]) => [key, schemaValue(schema, depth + 1)])), { requiredKeys: required });
}

const HOSTILE_TEXT = HOSTILE.join(' ');
const TASK: TaskNode = {
  id: HOSTILE_TEXT,
  description: HOSTILE_TEXT,
  assignedTo: HOSTILE_TEXT,
  priority: 1,
  estimatedTokens: 0,
  status: 'active',
  dependencies: [],
  children: [],
  output: HOSTILE_TEXT,
};
/** Values of schemas that are functions. */
const TREES: readonly unknown[] = [TASK, manifest(TASK)];

/** Returns values of a schema that wraps one other schema; `null` for other schemas. */
function wrappedValue(schema: z.core.$ZodType, depth: number): fc.Arbitrary<unknown> | null {
  if (schema instanceof z.ZodOptional) return fc.option(schemaValue(schema.unwrap(), depth), { nil: undefined });
  if (schema instanceof z.ZodNullable) return fc.option(schemaValue(schema.unwrap(), depth));
  if (schema instanceof z.ZodPipe) return schemaValue(schema.def.in, depth);
  if (!(schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly || schema instanceof z.ZodLazy)) return null;
  return fc.constant(null).chain(() => schemaValue(schema.unwrap(), depth + 1));
}

/** Returns values of a schema with parts; `null` for other schemas. */
function compositeValue(schema: z.core.$ZodType, depth: number): fc.Arbitrary<unknown> | null {
  const part = (each: z.core.$ZodType) => schemaValue(each, depth + 1);
  if (schema instanceof z.ZodObject) return objectValue(schema, depth);
  if (schema instanceof z.ZodArray) return fc.array(part(schema.element), { maxLength: depth < MAX_DEPTH ? 2 : 0 });
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(part));
  if (schema instanceof z.ZodTuple) return fc.tuple(...schema.def.items.map(part));
  if (!(schema instanceof z.ZodRecord)) return null;
  // A record whose keys are an enumeration needs all of them.
  const keys = schema.keyType instanceof z.ZodEnum ? schema.keyType.options.map(String) : null;
  if (keys !== null) return fc.record(Object.fromEntries(keys.map((key) => [key, part(schema.valueType)])));
  return fc.dictionary(accepted(schema.keyType, [...HOSTILE, 'a']), part(schema.valueType), { maxKeys: 2 });
}

/** Returns values of a schema whose texts are hostile wherever the schema allows that. Rules across fields may refuse some of them. */
export function schemaValue(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> {
  const nested = wrappedValue(schema, depth) ?? compositeValue(schema, depth);
  if (nested !== null) return nested;
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return accepted(schema, NUMBERS);
  if (schema instanceof z.ZodNull) return fc.constant(null);
  return schema instanceof z.ZodCustom ? accepted(schema, TREES) : stringValue(schema);
}
