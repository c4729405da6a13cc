import * as z from 'zod';
import { ownProperty } from '../text/foreign-data.ts';
import type { JsonPath } from '../text/json-position.ts';

/** More problems of one value nobody reads, and all of them could fill the memory. */
export const MOST_PROBLEMS = 1_000;
/** A value with so many others in it is judged part by part. */
const MANY_VALUES = 10_000;

/** A problem, and the way to it from the value that was judged. */
type Issue = z.core.$ZodIssue;

/** The first things that a schema finds wrong with a value, whatever its size; empty when nothing is. */
export function firstIssues(schema: z.core.$ZodType, value: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  judge(schema, value, [], issues);
  return issues.slice(0, MOST_PROBLEMS);
}

function judge(schema: z.core.$ZodType, value: unknown, at: JsonPath, issues: Issue[]): void {
  if (issues.length >= MOST_PROBLEMS) return;
  const plain = schema instanceof z.ZodOptional && value !== undefined ? schema.unwrap() : schema;
  const isLarge = valuesIn(value, MANY_VALUES) >= MANY_VALUES;
  if (isLarge && plain instanceof z.ZodArray && (plain.def.checks ?? []).length === 0 && Array.isArray(value))
    judgeList(plain, value, at, issues);
  else if (isLarge && isLoose(plain) && typeof value === 'object' && !Array.isArray(value)) {
    for (const [key, each] of Object.entries(plain.shape)) judge(each, ownProperty(value, key), [...at, key], issues);
  } else add(z.safeParse(schema, value), at, issues);
}

/** Whether an object is right when the members that the schema names are. */
function isLoose(schema: z.core.$ZodType): schema is z.ZodObject {
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown && (schema.def.checks ?? []).length === 0;
}

/** Judges a list some of its items at a time; items that are large themselves one by one. */
function judgeList(schema: z.ZodArray, list: readonly unknown[], at: JsonPath, issues: Issue[]): void {
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
    if (issues.length >= MOST_PROBLEMS) return;
    const inIt = valuesIn(item, MANY_VALUES);
    if (values + inIt < MANY_VALUES) {
      values += inIt;
      continue;
    }
    judgeUpTo(index);
    if (inIt < MANY_VALUES) values = inIt;
    else {
      judge(schema.element, item, [...at, index], issues);
      first = index + 1;
    }
  }
  judgeUpTo(list.length);
}

function add(result: z.ZodSafeParseResult<unknown>, at: JsonPath, issues: Issue[]): void {
  if (result.success) return;
  for (const issue of result.error.issues) issues.push({ ...issue, path: [...at, ...issue.path] });
}

/** How many values a value has in it, itself included; they are not counted on from `most`. */
function valuesIn(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  const held: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = 1 + held.length;
  for (const each of held) {
    if (count >= most) return count;
    // One that holds no others is counted already.
    if (typeof each === 'object' && each !== null) count += valuesIn(each, most - count) - 1;
  }
  return count;
}
