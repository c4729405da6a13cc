import { entriesOf } from '../../../../../text/foreign-data.ts';
import type { ImportConditions } from './npm-side.ts';

/** Maximum number of paths that are read from one target. */
const MAX_TARGETS = 200;
/** Maximum depth of nested conditions. */
const MAX_DEPTH = 32;

/** Paths that a name in a manifest may mean. */
export interface Paths {
  /**
   * The paths of each alternative. It is not known which condition applies (`node`, `browser`), so every alternative counts. In an
   * alternative, only the first path that leads to a file counts.
   */
  readonly choices: readonly (readonly string[])[];
  /** Paths that are only tried if no alternative leads to a file. */
  readonly others: readonly string[];
}

/** The targets of a name in a manifest. */
export interface Targets {
  readonly code: Paths;
  /** Type declarations. */
  readonly types: Paths;
  /** The types are listed after the code, so the compiler uses them only if the code is not TypeScript. */
  readonly areTypesLast?: boolean | undefined;
}

type Kind = 'code' | 'types';
type Choices = Readonly<Record<Kind, readonly (readonly string[])[]>>;

const BOTH: ReadonlySet<Kind> = new Set(['code', 'types']);
const NOTHING: Choices = { code: [], types: [] };
const TYPED = /(?<!\.d)\.[cm]?tsx?$/;

/** Returns the paths of all alternatives, and those that are tried last. */
export const allPaths = ({ choices, others }: Paths): string[] => [...choices.flat(), ...others];

function findAll({ choices, others }: Paths, find: (all: readonly string[]) => readonly string[]): readonly string[] {
  const found = new Set(choices.flatMap((each) => find(each)));
  return found.size > 0 ? [...found] : find(others);
}

/**
 * Returns the files of the code and of its types, which mostly have the same source.
 * @param find returns the files of the first target that leads to any
 */
export function findCodeAndTypes(
  { code, types, areTypesLast }: Targets,
  find: (all: readonly string[]) => readonly string[],
): readonly string[] {
  const runs = findAll(code, find);
  const isTyped = areTypesLast === true && runs.some((file) => TYPED.test(file));
  return isTyped ? runs : [...new Set([...runs, ...findAll(types, find)])];
}

/** Where a target is inside another one. */
interface Place {
  readonly kind: Kind;
  /** Kinds for which an earlier condition certainly applies. */
  readonly closed: ReadonlySet<Kind>;
  /** All conditions above it are some that the compiler applies. */
  readonly isCompiled: boolean;
  readonly depth: number;
}

const isOfTypes = (condition: string): boolean => condition === 'types' || condition.startsWith('types@');

/** Conditions that the compiler applies, besides the kind of import and the configured ones. */
const COMPILED: ReadonlySet<string> = new Set(['default', 'node', 'module-sync']);

/** Reads one target of `exports` or `imports`. */
class TargetReader {
  readonly others: Readonly<Record<Kind, string[]>> = { code: [], types: [] };
  /** The kinds of the paths that the compiler may use, in written order. */
  readonly order: Kind[] = [];
  #count = 0;

  /** @param pathOf returns a path with its pattern filled in; `null` if it is not allowed */
  constructor(
    private readonly taking: ImportConditions,
    private readonly pathOf: (written: string) => string | null,
  ) {}

  read(value: unknown, place: Place): Choices {
    const inside = { ...place, depth: place.depth + 1 };
    if (this.#count >= MAX_TARGETS || place.depth > MAX_DEPTH) return NOTHING;
    if (typeof value === 'string') return this.#path(value, place);
    return Array.isArray(value)
      ? inOrder(value.slice(0, MAX_TARGETS).map((each: unknown) => this.read(each, inside)))
      : this.#conditions(value, inside);
  }

  #path(written: string, { kind, closed, isCompiled }: Place): Choices {
    this.#count += 1;
    const path = this.pathOf(written);
    if (path === null) return NOTHING;
    if (closed.has(kind)) {
      this.others[kind].push(path);
      return NOTHING;
    }
    if (isCompiled) this.order.push(kind);
    return { ...NOTHING, [kind]: [[path]] };
  }

  /** Conditions after one that certainly applies are never reached, and neither is the one of the other kind of import. */
  #conditions(value: unknown, place: Place): Choices {
    const found: Record<Kind, (readonly string[])[]> = { code: [], types: [] };
    const closed = new Set(place.closed);
    for (const [key, each] of entriesOf(value)) {
      const inner = this.read(each, this.#placeUnder(key, { ...place, closed }));
      const isCertain = this.#isKnown(key) || key === 'default';
      for (const kind of BOTH) {
        found[kind].push(...inner[kind]);
        if (isCertain && inner[kind].length > 0) closed.add(kind);
      }
    }
    return found;
  }

  #placeUnder(condition: string, place: Place): Place {
    const isOther = condition === (this.taking.side === 'import' ? 'require' : 'import');
    return {
      ...place,
      kind: isOfTypes(condition) ? 'types' : place.kind,
      closed: isOther ? BOTH : place.closed,
      isCompiled: place.isCompiled && (this.#isKnown(condition) || COMPILED.has(condition)),
    };
  }

  /** Whether a condition is known to apply. */
  #isKnown(condition: string): boolean {
    const { side, conditions } = this.taking;
    return condition === side || isOfTypes(condition) || conditions.includes(condition);
  }
}

/** Joins the entries of a list. Only the first entry that leads to a file counts. */
function inOrder(all: readonly Choices[]): Choices {
  const of = (kind: Kind): (readonly string[])[] => {
    const choices = all.flatMap((each) => each[kind]);
    return choices.length > 1 && all.every((each) => each[kind].length <= 1) ? [choices.flat()] : choices;
  };
  return { code: of('code'), types: of('types') };
}

/**
 * Returns the paths in a target of `exports` or `imports`.
 * @param pathOf returns a path with its pattern filled in; `null` if it is not allowed
 */
export function readTargets(target: unknown, taking: ImportConditions, pathOf: (written: string) => string | null): Targets {
  const reader = new TargetReader(taking, pathOf);
  const { code, types } = reader.read(target, { kind: 'code', closed: new Set(), isCompiled: true, depth: 0 });
  const { others, order } = reader;
  return {
    code: { choices: code, others: others.code },
    types: { choices: types, others: others.types },
    areTypesLast: order.indexOf('types') > order.indexOf('code'),
  };
}
