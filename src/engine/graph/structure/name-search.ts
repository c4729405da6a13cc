import type { NameTarget, Unit } from './unit.ts';

/** The result of a name lookup. A variable has no symbol, so only its file counts. */
export interface FoundName extends NameTarget {
  readonly isVariable: boolean;
}

/** Where a name that a file offers comes from. */
export interface NameStep {
  /** What the file itself has under the name. */
  readonly own: readonly FoundName[];
  /** Whether the name may come through `export *`: the first place that has it counts, symbols before variables. Otherwise all count. */
  readonly isStar: boolean;
  readonly next: readonly { readonly unit: Unit; readonly name: string }[];
}

/** What a search needs to know about the files. */
export interface NamePlaces {
  stepAt(path: string, name: string): NameStep;
  /** Returns the first file from one on that does not only pass a name on. */
  skip(path: string, name: string): string;
  /** Returns what the files of a package have under a name. */
  inPackage(unit: Unit, name: string): readonly FoundName[];
  isBrought(unit: Unit, name: string): boolean;
}

/** What is known about a name at a file. */
interface State {
  found: readonly FoundName[];
  /** The outermost open place to which it leads back. */
  low: number;
  isFinal: boolean;
}

/** A place whose name is being searched. */
interface Place {
  readonly path: string;
  readonly name: string;
  readonly step: NameStep;
  readonly state: State;
  readonly order: number;
  at: number;
}

/** Maximum number of files that are searched for one name, of results for it, and of remembered answers. */
const MAX_SEARCHED = 10_000;
const MAX_FOUND = 100;
const MAX_KNOWN = 200_000;

const hasSymbol = (found: readonly FoundName[]): boolean => found.some(({ isVariable }) => !isVariable);

function joined(one: readonly FoundName[], other: readonly FoundName[]): readonly FoundName[] {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const all = [...one];
  for (const each of other) {
    if (!all.some(({ path, symbol }) => path === each.path && symbol === each.symbol)) all.push(each);
  }
  return all.slice(0, MAX_FOUND);
}

/** Answers by name and file, so that files that re-export each other's names, and long chains of them, are searched once for a name. */
class Answers {
  readonly #states = new Map<string, Map<string, State>>();
  #count = 0;

  at(path: string, name: string): State | undefined {
    return this.#states.get(name)?.get(path);
  }

  add(path: string, name: string, state: State): void {
    const states = this.#states.get(name) ?? new Map<string, State>();
    if (states.size === 0) this.#states.set(name, states);
    if (!states.has(path)) this.#count += 1;
    states.set(path, state);
  }

  drop({ path, name }: Place): void {
    if (this.#states.get(name)?.delete(path) === true) this.#count -= 1;
  }

  clear(): void {
    if (this.#count > 0) this.#states.clear();
    this.#count = 0;
  }

  get isFull(): boolean {
    return this.#count > MAX_KNOWN;
  }
}

/** One search through re-exports, in the order in which they are written. Files that lead to each other share what they find. */
class Walk {
  readonly #open: Place[] = [];
  /** Places that are searched but lead back to an open one. */
  readonly #loose: Place[] = [];
  #count = 0;

  constructor(
    private readonly places: NamePlaces,
    private readonly answers: Answers,
  ) {}

  run(path: string, name: string, step: NameStep): readonly FoundName[] {
    let found = this.#enter(path, name, step).found;
    for (let place = this.#open.at(-1); place !== undefined; place = this.#open.at(-1)) {
      const next = place.step.next[place.at];
      place.at += 1;
      if (next !== undefined) this.#go(place, next);
      else found = this.#leave(place);
    }
    for (const place of this.#loose) this.answers.drop(place);
    return found;
  }

  #enter(path: string, name: string, step: NameStep): State {
    const state = { found: step.own, low: this.#count, isFinal: false };
    this.answers.add(path, name, state);
    this.#open.push({ path, name, step, state, order: this.#count, at: 0 });
    this.#count += 1;
    return state;
  }

  #go(from: Place, { unit, name }: { readonly unit: Unit; readonly name: string }): void {
    const sought = from.step.isStar ? from.name : name;
    if (from.step.isStar && !this.places.isBrought(unit, sought)) return;
    if (unit.files.length > 1) this.#take(from, this.places.inPackage(unit, sought));
    else this.#goInto(from, this.places.skip(unit.files[0] ?? '', sought), sought);
  }

  #goInto(from: Place, path: string, name: string): void {
    const known = this.answers.at(path, name);
    if (known !== undefined) {
      if (!known.isFinal) from.state.low = Math.min(from.state.low, known.low);
      this.#take(from, known.found);
      return;
    }
    const step = this.places.stepAt(path, name);
    if (step.next.length === 0) this.#take(from, step.own);
    else if (this.#count < MAX_SEARCHED) this.#enter(path, name, step);
  }

  #take(place: Place, found: readonly FoundName[]): void {
    const { state, step } = place;
    if (!step.isStar) state.found = joined(state.found, found);
    else if (hasSymbol(found)) {
      state.found = found;
      place.at = step.next.length;
    } else if (state.found.length === 0) state.found = found;
  }

  #leave(place: Place): readonly FoundName[] {
    const { state, order } = place;
    this.#open.pop();
    const around = this.#open.at(-1);
    // An incomplete search decides nothing for others.
    if (state.low < order || this.#count >= MAX_SEARCHED) this.#loose.push(place);
    else this.#settle(place);
    if (around !== undefined) {
      if (!state.isFinal) around.state.low = Math.min(around.state.low, state.low);
      this.#take(around, state.found);
    }
    return state.found;
  }

  /** The places of a cycle reach the same names. */
  #settle({ state: first, order }: Place): void {
    first.isFinal = true;
    for (let last = this.#loose.at(-1); last !== undefined && last.order > order; last = this.#loose.at(-1)) {
      this.#loose.pop();
      if (!hasSymbol(last.state.found) && first.found.length > 0) last.state.found = first.found;
      last.state.isFinal = true;
    }
  }
}

/** Finds what a file offers under a name, also through re-exports. */
export class NameSearch {
  readonly #answers = new Answers();

  constructor(private readonly places: NamePlaces) {}

  /** Forgets all answers, after facts changed. */
  forget(): void {
    this.#answers.clear();
  }

  /** Returns what other files get from a unit by a name; several if it depends on the platform, an installed package or a feature. */
  find(unit: Unit, name: string): readonly FoundName[] {
    if (unit.files.length > 1) return this.places.inPackage(unit, name);
    const [path = ''] = unit.files;
    const known = this.#answers.at(path, name);
    if (known !== undefined) return known.found;
    if (this.#answers.isFull) this.#answers.clear();
    const first = this.places.skip(path, name);
    const found = this.#from(first, name);
    if (first !== path) this.#answers.add(path, name, { found, low: 0, isFinal: true });
    return found;
  }

  #from(path: string, name: string): readonly FoundName[] {
    const step = this.places.stepAt(path, name);
    if (step.next.length === 0) return step.own;
    return this.#answers.at(path, name)?.found ?? new Walk(this.places, this.#answers).run(path, name, step);
  }
}
