/** What is known about modules for one question, by the question and the path of the module. */
type Known = Map<string, Map<string, boolean>>;

/** Maximum number of remembered answers. */
const MAX_KNOWN = 200_000;

/** Answers whether something holds for a module or for one that it leads to. Cycles and long chains are allowed. */
export class Reach {
  #known: Known = new Map();
  #count = 0;

  /** Forgets all answers, after modules changed. */
  forget(): void {
    if (this.#count > 0) this.#known = new Map();
    this.#count = 0;
  }

  /**
   * Whether a test holds for a module, or for one that it leads to.
   * @param question identifies the test and the ways
   */
  holds(root: string, question: string, test: (file: string) => boolean, waysFrom: (file: string) => readonly string[]): boolean {
    if (this.#count > MAX_KNOWN) this.forget();
    const known = this.#known.get(question) ?? new Map<string, boolean>();
    this.#known.set(question, known);
    const answer = known.get(root);
    if (answer !== undefined) return answer;
    const cameFrom = new Map<string, string | null>([[root, null]]);
    const open = [root];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (known.get(file) === true || test(file)) return this.#note(known, wayTo(file, cameFrom), true);
      for (const next of waysFrom(file)) {
        if (cameFrom.has(next) || known.get(next) === false) continue;
        cameFrom.set(next, file);
        open.push(next);
      }
    }
    return this.#note(known, cameFrom.keys(), false);
  }

  #note(known: Map<string, boolean>, files: Iterable<string>, answer: boolean): boolean {
    const before = known.size;
    for (const file of files) known.set(file, answer);
    this.#count += known.size - before;
    return answer;
  }
}

/** Yields the modules on the way to one. */
function* wayTo(file: string, cameFrom: ReadonlyMap<string, string | null>): Iterable<string> {
  for (let at: string | null = file; at !== null; at = cameFrom.get(at) ?? null) yield at;
}
