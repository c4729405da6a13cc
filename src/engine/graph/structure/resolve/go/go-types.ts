import type { TypeFacts } from '../../../facts.ts';
import { resultsIn } from '../../../languages/go/go-types.ts';
import type { GoDeclared, GoPackage, GoPackages } from './go-packages.ts';

/** The meaning of an expression; `outside` if it is not from the project, `null` if unknown. */
type Value =
  | { readonly kind: 'package'; readonly of: GoPackage }
  | { readonly kind: 'type'; readonly of: GoPackage; readonly name: string; readonly file: string }
  | { readonly kind: 'list'; readonly item: string; readonly file: string }
  | { readonly kind: 'function'; readonly results: readonly string[]; readonly file: string }
  | 'outside'
  | null;

interface Step {
  readonly value: Value;
  /** The files that declare what the last name means. */
  readonly files: readonly string[];
}

const OUTSIDE: Step = { value: 'outside', files: [] };
const NOTHING: Step = { value: null, files: [] };
const MAX_DEPTH = 48;
/** Members of so many types that the name alone identifies none. */
const COMMON: ReadonlySet<string> = new Set([
  ...[
    'Close',
    'Error',
    'String',
    'Read',
    'Write',
    'Len',
    'Less',
    'Swap',
    'Unwrap',
    'Is',
    'As',
    'Run',
    'Start',
    'Stop',
    'Name',
    'ID',
    'Get',
    'Set',
  ],
  ...[
    'Add',
    'Done',
    'Wait',
    'Lock',
    'Unlock',
    'Next',
    'Scan',
    'Value',
    'Key',
    'Type',
    'Kind',
    'Reset',
    'Flush',
    'Seek',
    'Open',
    'Print',
    'Printf',
  ],
  ...[
    'Println',
    'Errorf',
    'Fatal',
    'Fatalf',
    'Log',
    'Logf',
    'Helper',
    'Cleanup',
    'Err',
    'Bytes',
    'Copy',
    'Equal',
    'Format',
    'Parse',
    'Size',
    'Do',
  ],
]);

const typesOf = (packages: GoPackages, file: string): TypeFacts | undefined => packages.facts.get(file)?.types;

/** Resolves the names and members that Go files use. */
export class GoTypeFinder {
  readonly #steps = new Map<string, Map<string, Step>>();
  #depth = 0;

  constructor(private readonly packages: GoPackages) {}

  /** Yields the names and members that a file uses, with the files that declare them and the line of the first use. */
  *used(file: string): Generator<{ readonly is: string; readonly line: number; readonly files: readonly string[] }> {
    for (const { is, line } of typesOf(this.packages, file)?.used ?? []) yield { is, line, files: this.#filesOf(is, file) };
  }

  #filesOf(is: string, file: string): readonly string[] {
    const dot = is.lastIndexOf('.');
    if (dot < 0) return this.#step(is, file).files;
    const of = this.#step(is.slice(0, dot), file);
    if (of.value !== null) return this.#step(is, file).files;
    return this.#byNameAlone(is.slice(dot + 1), file);
  }

  /** If the type of the receiver is unknown, resolves a method to the only type that is visible in the file and has one of that name. */
  #byNameAlone(member: string, file: string): readonly string[] {
    if (COMMON.has(member)) return [];
    const found = [...this.packages.seenFrom(file)].flatMap((each) => each.methods(member));
    const [only] = found;
    return found.length === 1 && only !== undefined ? only.files : [];
  }

  #step(is: string, file: string): Step {
    const known = this.#steps.get(file) ?? new Map<string, Step>();
    if (known.size === 0) this.#steps.set(file, known);
    const before = known.get(is);
    if (before !== undefined) return before;
    if (this.#depth > MAX_DEPTH) return NOTHING;
    // A variable that is defined by itself has an unknown type. This entry ends the recursion.
    known.set(is, NOTHING);
    this.#depth += 1;
    const step = this.#find(is, file);
    this.#depth -= 1;
    known.set(is, step);
    return step;
  }

  #find(is: string, file: string): Step {
    if (is === '' || is === '?') return NOTHING;
    if (is.startsWith('[]')) return { value: { kind: 'list', item: is.slice(2), file }, files: [] };
    if (is.startsWith('(')) return { value: { kind: 'function', results: resultsIn(is), file }, files: [] };
    const call = /^(.*)\(\)(?:#(\d))?$/.exec(is);
    if (call !== null) return this.#called(this.#step(call[1] ?? '', file).value, Number(call[2] ?? 0));
    if (is.endsWith('[]')) return this.#element(this.#step(is.slice(0, -2), file).value);
    const dot = is.lastIndexOf('.');
    return dot < 0 ? this.#named(is, file) : this.#member(this.#step(is.slice(0, dot), file).value, is.slice(dot + 1), file);
  }

  #named(name: string, file: string): Step {
    const bound = this.packages.importedAs(file, name);
    if (bound === 'outside') return OUTSIDE;
    if (bound !== undefined) return { value: { kind: 'package', of: bound }, files: [] };
    for (const of of this.packages.openIn(file)) {
      const declared = of.declared(name, file);
      if (declared !== undefined) return this.#declared(declared, of, name);
    }
    return OUTSIDE;
  }

  #declared({ files, is }: GoDeclared, of: GoPackage, name: string): Step {
    const [file = ''] = files;
    return { value: of.isType(name) ? { kind: 'type', of, name, file } : this.#step(is, file).value, files };
  }

  #member(of: Value, name: string, from: string): Step {
    if (of === null) return NOTHING;
    if (of === 'outside' || of.kind === 'list' || of.kind === 'function') return OUTSIDE;
    if (of.kind === 'type') return this.#memberOf(of, name, from, 0);
    const declared = of.of.declared(name, from);
    return declared === undefined ? OUTSIDE : this.#declared(declared, of.of, name);
  }

  /** Looks up a member in the type itself, then in embedded types or in the type that it is defined by. */
  #memberOf(type: Exclude<Value, string | null> & { kind: 'type' }, name: string, from: string, depth: number): Step {
    const own = type.of.declared(`${type.name}.${name}`, from);
    if (own !== undefined) return { value: this.#step(own.is, own.files[0] ?? '').value, files: own.files };
    if (depth > MAX_DEPTH / 4) return NOTHING;
    const embedded = resultsIn(type.of.declared(`${type.name}<`, from)?.is ?? '');
    const named = type.of.declared(type.name, from)?.is ?? '';
    let isOutside = false;
    for (const each of named === '' ? embedded : [named]) {
      const { value } = this.#step(each, type.file);
      isOutside ||= value === 'outside';
      if (value === null || value === 'outside' || value.kind !== 'type') continue;
      const found = this.#memberOf(value, name, from, depth + 1);
      if (found.files.length > 0) return found;
    }
    return isOutside ? OUTSIDE : NOTHING;
  }

  #called(of: Value, n: number): Step {
    if (of === null || of === 'outside') return { value: of, files: [] };
    if (of.kind === 'function') return { value: this.#step(of.results[n] ?? '', of.file).value, files: [] };
    if (of.kind !== 'type') return { value: of, files: [] };
    // Calling a type is a conversion, unless its underlying type is a function.
    const under = this.#step(of.of.declared(of.name, of.file)?.is ?? '', of.file).value;
    return under !== null && under !== 'outside' && under.kind === 'function' ? this.#called(under, n) : { value: of, files: [] };
  }

  #element(of: Value): Step {
    if (of === null || of === 'outside') return { value: of, files: [] };
    if (of.kind === 'list') return { value: this.#step(of.item, of.file).value, files: [] };
    if (of.kind !== 'type') return { value: of, files: [] };
    const under = this.#step(of.of.declared(of.name, of.file)?.is ?? '', of.file).value;
    return under !== null && under !== 'outside' && under.kind === 'list' ? this.#element(under) : { value: of, files: [] };
  }
}
