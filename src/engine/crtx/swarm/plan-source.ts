import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { CortexError, type ErrorData } from '../../kernel/errors.ts';
import type { JsonPath } from '../../kernel/json-position.ts';

export const NEXT = 'Correct the plan and try again; nothing was written.';

function described({ code, message }: YAMLError): string {
  if (code === 'RESOURCE_EXHAUSTION') return 'is nested too deeply';
  return code === 'MULTIPLE_DOCS' ? 'holds more than one document' : `is not YAML: ${message}`;
}

/** The offset of the first key found that its map has already, or `null`. */
function repeatedKey(root: ParsedNode | null): number | null {
  const visits: unknown[] = [root];
  // The list grows while it is walked.
  for (const node of visits) {
    if (isSeq(node)) for (const item of node.items) visits.push(item);
    if (!isMap(node)) continue;
    const repeated = repeatedIn(node);
    if (repeated !== null) return repeated;
    for (const { key, value } of node.items) visits.push(key, value);
  }
  return null;
}

function repeatedIn(map: YAMLMap): number | null {
  const values = new Set<unknown>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    if (values.has(key.value)) return key.range?.[0] ?? 0;
    values.add(key.value);
  }
  return null;
}

/** A plan's text, and where things stand in it. */
export class PlanSource {
  readonly value: unknown;
  readonly #document: Document.Parsed<ParsedNode>;
  readonly #lines = new LineCounter();

  /** @throws CortexError `broken-file` for what is not data in YAML */
  constructor(
    text: string,
    readonly file: string,
  ) {
    // Tags beyond those of JSON would give values that no file of ours can hold.
    const options = { lineCounter: this.#lines, prettyErrors: false, version: '1.2', resolveKnownTags: false, logLevel: 'error' } as const;
    // The parser compares every key of a map with every other, which takes minutes for a hostile plan.
    this.#document = parseDocument<ParsedNode>(text, { ...options, uniqueKeys: false });
    const [mistake] = [...this.#document.errors, ...this.#document.warnings];
    if (mistake !== undefined) throw this.broken(described(mistake), this.#position(mistake.pos[0]));
    const twice = repeatedKey(this.contents);
    if (twice !== null) throw this.broken('is not YAML: Map keys must be unique', this.#position(twice));
    try {
      this.value = this.#document.toJS();
    } catch (cause) {
      // Aliases that lead nowhere, or would unfold without end.
      throw this.broken(`cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }

  broken(message: string, data: ErrorData = {}): CortexError {
    return new CortexError('broken-file', message, { next: NEXT, file: this.file, ...data });
  }

  /** The whole. */
  get contents(): ParsedNode | null {
    return this.#document.contents;
  }

  /** The node of a value. */
  at(path: JsonPath): unknown {
    return this.#document.getIn(path, true);
  }

  /** Where a value stands, or the nearest one around it. */
  placeOf(path: JsonPath): ErrorData {
    const node = path.length === 0 ? this.contents : this.at(path);
    if (isNode(node) && node.range) return this.#position(node.range[0]);
    return path.length === 0 ? {} : this.placeOf(path.slice(0, -1));
  }

  /** Where a key of an object stands. */
  placeOfKey(map: unknown, name: string): ErrorData {
    const key = isMap(map) ? map.items.map((pair) => pair.key).find((each) => isScalar(each) && String(each.value) === name) : null;
    return isNode(key) && key.range ? this.#position(key.range[0]) : {};
  }

  #position(offset: number): { line: number; column: number } {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }
}
