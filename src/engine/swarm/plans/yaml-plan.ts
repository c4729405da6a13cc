import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  Scalar,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { MAX_TASK_DEPTH } from '../../crtx/validate.ts';
import type { CortexError } from '../../platform/errors.ts';
import { type InexactNumber, isExactNumber } from '../../text/json/inexact-numbers.ts';
import type { JsonPath } from '../../text/json/json-position.ts';
import { PlanSource } from './plan-source.ts';

/** The parser is recursive; up to this depth it does not overflow the stack. Each task is a map in a list. */
export const MAX_YAML_TASK_DEPTH = 300;
const MAX_YAML_NODE_DEPTH = 2 * MAX_YAML_TASK_DEPTH + 1;

/** Something that the parser accepts but that cannot be used, and its position. */
interface Obstacle {
  readonly problem: 'deep' | 'merge' | 'repeated';
  readonly offset: number;
}

/** A number as people write it; YAML has others, such as `0x10` and `.inf`. */
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

type NumberInPlan = Pick<InexactNumber, 'written' | 'offset'>;

/** Returns the first number that a double cannot hold. Without recursion. */
function inexactNumberIn(root: ParsedNode | null): NumberInPlan | null {
  let first: NumberInPlan | null = null;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (isMap(node) || isSeq(node)) for (const part of partsOf(node)) open.push(part);
    if (!isScalar(node) || typeof node.value !== 'number') continue;
    const { source = '' } = node;
    const number = { written: source.replace('+', ''), offset: offsetOf(node) };
    if (DECIMAL.test(source) && !isExactNumber(number.written) && number.offset < (first?.offset ?? Number.POSITIVE_INFINITY))
      first = number;
  }
  return first;
}

const offsetOf = (node: unknown) => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

/** Returns the first obstacle. Searches level by level, without recursion. */
function obstacleIn(root: ParsedNode | null): Obstacle | null {
  let level = collections([root]);
  for (let depth = 1; level.length > 0; depth += 1) {
    const below: (YAMLMap | YAMLSeq)[] = [];
    for (const node of level) {
      if (depth > MAX_YAML_NODE_DEPTH) return { problem: 'deep', offset: offsetOf(node) };
      const obstacle = isMap(node) ? obstacleInKeys(node) : null;
      if (obstacle !== null) return obstacle;
      for (const inner of collections(partsOf(node))) below.push(inner);
    }
    level = below;
  }
  return null;
}

const collections = (nodes: readonly unknown[]) => nodes.filter((node) => isMap(node) || isSeq(node));

function partsOf(node: YAMLMap | YAMLSeq): readonly unknown[] {
  return isSeq(node) ? node.items : node.items.flatMap(({ key, value }) => [key, value]);
}

function obstacleInKeys(map: YAMLMap): Obstacle | null {
  const values = new Set<unknown>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    if (key.value === '<<' && key.type === Scalar.PLAIN) return { problem: 'merge', offset: offsetOf(key) };
    if (values.has(key.value)) return { problem: 'repeated', offset: offsetOf(key) };
    values.add(key.value);
  }
  return null;
}

/** A plan in YAML 1.2, limited to the data types of JSON. */
export class YamlPlan extends PlanSource {
  readonly value: unknown;
  readonly #document: Document.Parsed<ParsedNode>;

  /** @throws CortexError `broken-file` when the text is not YAML, or uses more than the data types of JSON */
  constructor(text: string, file: string) {
    super(text, file);
    // Further tags would produce values that JSON cannot hold.
    const options = { prettyErrors: false, version: '1.2', resolveKnownTags: false, logLevel: 'error' } as const;
    // The parser's own check compares every key of a map with every other, which takes minutes for a hostile plan.
    this.#document = parseDocument<ParsedNode>(text, { ...options, uniqueKeys: false });
    const [mistake] = [...this.#document.errors, ...this.#document.warnings];
    if (mistake !== undefined) throw this.#mistaken(mistake);
    const obstacle = obstacleIn(this.#document.contents);
    if (obstacle !== null) throw this.#hindered(obstacle);
    try {
      this.value = this.#document.toJS();
    } catch (cause) {
      // An alias without an anchor, or aliases that would expand too far.
      throw this.broken(`cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    this.requireFinite();
    const inexact = inexactNumberIn(this.#document.contents);
    if (inexact !== null) throw this.wouldChange(inexact);
  }

  #mistaken({ code, message, pos: [offset] }: YAMLError): CortexError {
    if (code === 'RESOURCE_EXHAUSTION') return this.#hindered({ problem: 'deep', offset });
    const what = code === 'MULTIPLE_DOCS' ? 'holds more than one document' : `invalid YAML: ${message}`;
    return this.broken(what, this.position(offset));
  }

  #hindered({ problem, offset }: Obstacle): CortexError {
    const place = this.position(offset);
    if (problem === 'repeated') return this.broken('invalid YAML: Map keys must be unique', place);
    if (problem === 'merge') {
      return this.broken('merge keys ("<<") are not supported', {
        next: 'Write the keys out in place; nothing was written.',
        ...place,
      });
    }
    const allowed = `${MAX_YAML_TASK_DEPTH} levels of tasks in YAML, ${MAX_TASK_DEPTH} in JSON, in a file that ends in .json`;
    return this.broken('is nested too deeply', { allowed, ...place });
  }

  protected offsetOf(path: JsonPath): number | null {
    return this.#nearest(path).range?.[0] ?? null;
  }

  protected offsetOfKey(path: JsonPath, name: string): number | null {
    const { node } = this.#nearest(path);
    const key = isMap(node) ? node.items.map((pair) => pair.key).find((each) => isScalar(each) && String(each.value) === name) : null;
    return isNode(key) ? (key.range?.[0] ?? null) : null;
  }

  /** Returns the node of a value, or the last node on the path to it. For a value behind an alias, returns the alias. */
  #nearest(path: JsonPath): { readonly node: unknown; readonly range: readonly number[] | null } {
    let node: unknown = this.#document.contents;
    let range: readonly number[] | null = isNode(node) ? (node.range ?? null) : null;
    for (const part of path) {
      const next = inside(node, part);
      if (!isNode(next) || !next.range) break;
      node = next;
      range = next.range;
    }
    return { node, range };
  }
}

function inside(node: unknown, part: string | number): unknown {
  if (isSeq(node)) return typeof part === 'number' ? node.items[part] : undefined;
  return isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === part)?.value : undefined;
}
