import * as z from 'zod';
import { ownProperty } from '../../text/foreign-data.ts';
import type { JsonPath } from '../../text/json/json-position.ts';

/** Maximum number of reported problems. All problems of a large value could fill the memory. */
export const MAX_PROBLEMS = 1_000;
/** Values with at least this many nested values are validated part by part. */
const MANY_VALUES = 10_000;

/** A problem, with its path from the validated value. */
type Issue = z.core.$ZodIssue;

/** Returns the first problems of a value of any size; empty if it is valid. */
export function firstIssues(schema: z.core.$ZodType, value: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  validate(schema, value, [], issues);
  return issues.slice(0, MAX_PROBLEMS);
}

function validate(schema: z.core.$ZodType, value: unknown, at: JsonPath, issues: Issue[]): void {
  if (issues.length >= MAX_PROBLEMS) return;
  const plain = schema instanceof z.ZodOptional && value !== undefined ? schema.unwrap() : schema;
  const isLarge = valuesIn(value, MANY_VALUES) >= MANY_VALUES;
  if (isLarge && plain instanceof z.ZodArray && (plain.def.checks ?? []).length === 0 && Array.isArray(value))
    validateList(plain, value, at, issues);
  else if (isLarge && isLoose(plain) && typeof value === 'object' && !Array.isArray(value)) {
    for (const [key, each] of Object.entries(plain.shape)) validate(each, ownProperty(value, key), [...at, key], issues);
  } else add(z.safeParse(schema, value), at, issues);
}

/** Whether an object is valid if the members that the schema names are valid. */
function isLoose(schema: z.core.$ZodType): schema is z.ZodObject {
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown && (schema.def.checks ?? []).length === 0;
}

/** Validates a list in groups of items. Large items are validated one by one. */
function validateList(schema: z.ZodArray, list: readonly unknown[], at: JsonPath, issues: Issue[]): void {
  let first = 0;
  let values = 0;
  const judgeUpTo = (end: number): void => {
    const found: Issue[] = [];
    add(z.safeParse(schema, list.slice(first, end)), [], found);
    for (const issue of found) {
      const [index, ...rest] = issue.path;
      issues.push({ ...issue, path: [...at, ...(typeof index === 'number' ? [first + index] : []), ...rest] });
    }
    first = end;
    values = 0;
  };
  for (const [index, item] of list.entries()) {
    if (issues.length >= MAX_PROBLEMS) return;
    const inIt = valuesIn(item, MANY_VALUES);
    if (values + inIt < MANY_VALUES) {
      values += inIt;
      continue;
    }
    judgeUpTo(index);
    if (inIt < MANY_VALUES) values = inIt;
    else {
      validate(schema.element, item, [...at, index], issues);
      first = index + 1;
    }
  }
  judgeUpTo(list.length);
}

function add(result: z.ZodSafeParseResult<unknown>, at: JsonPath, issues: Issue[]): void {
  if (result.success) return;
  for (const issue of result.error.issues) issues.push({ ...issue, path: [...at, ...issue.path] });
}

/** Counts the nested values of a value, itself included. Stops at `most`. */
function valuesIn(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  const held: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = 1 + held.length;
  for (const each of held) {
    if (count >= most) return count;
    // Scalars are counted already.
    if (typeof each === 'object' && each !== null) count += valuesIn(each, most - count) - 1;
  }
  return count;
}
