import { ownProperty } from '../../text/foreign-data.ts';
import { findInexactNumbers } from '../../text/json/inexact-numbers.ts';
import { findJsonProblem, findRepeatedKeys, isNestedTooDeeply, type JsonPath, locateJsonPath } from '../../text/json/json-position.ts';
import { PlanSource } from './plan-source.ts';

/** A plan in JSON. */
export class JsonPlan extends PlanSource {
  readonly value: unknown;

  /** @throws CortexError `broken-file` when the text is not JSON */
  constructor(typed: string, file: string) {
    const text = typed.replace(/^\ufeff/, '');
    super(text, file);
    this.value = this.#parsed();
    const [repeated] = findRepeatedKeys(text, 1);
    if (repeated !== undefined) throw this.broken('has the same key twice in one object', this.position(this.#keyBefore(repeated.offset)));
    this.requireFinite();
    const [inexact] = findInexactNumbers(text);
    if (inexact !== undefined) throw this.wouldChange(inexact);
  }

  #parsed(): unknown {
    try {
      if (!isNestedTooDeeply(this.text)) return JSON.parse(this.text);
    } catch {
      // `findJsonProblem` below finds the position and the reason.
    }
    const problem = findJsonProblem(this.text);
    throw this.broken(problem?.message ?? 'is not JSON', this.position(problem?.offset ?? null));
  }

  protected offsetOf(path: JsonPath): number {
    return locateJsonPath(this.text, path);
  }

  protected offsetOfKey(path: JsonPath, name: string): number | null {
    const value = path.reduce<unknown>(ownProperty, this.value);
    return ownProperty(value, name) === undefined ? null : this.#keyBefore(this.offsetOf([...path, name]));
  }

  /** Returns the offset of the key before a value. Each quote inside the key has an odd number of backslashes before it. */
  #keyBefore(value: number): number {
    const { text } = this;
    const end = text.lastIndexOf('"', value - 1);
    for (let start = text.lastIndexOf('"', end - 1); ; start = text.lastIndexOf('"', start - 1)) {
      let backslashes = 0;
      while (text[start - 1 - backslashes] === '\\') backslashes += 1;
      if (backslashes % 2 === 0) return start;
    }
  }
}
