import { entriesOf, textOf, valueAt } from '../../../../../text/foreign-data.ts';

/** An override of some versions of a package, for the dependencies of one package or of all. */
interface Override {
  readonly name: string;
  /** The versions; `undefined` for all. */
  readonly of: string | undefined;
  /** The package whose dependency is meant; `undefined` for all. */
  readonly parent: string | undefined;
  /** The versions of that package; `undefined` for all. */
  readonly ofParent: string | undefined;
  readonly text: string;
}

/** The package that depends on another one, as its manifest says. */
interface Dependent {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/** Tables of package.json and pnpm-workspace.yaml that replace versions. */
const TABLES = [['overrides'], ['resolutions'], ['pnpm', 'overrides']] as const;
const NAME = '(?:@[^@/>]+/)?[^@/>*]+';
/**
 * `a`, `a@^1`, and for the dependencies of one package `b>a` (pnpm), `b/a` (Yarn), with `**` between them or before them (Yarn 1). Whether a
 * package further up has the dependent package (`c/b/a`) cannot be told from its manifest.
 */
const KEY = new RegExp(`^(?:\\*\\*/)?(?:(${NAME})(?:@((?:npm:)?[^/>:]+))?(?:(?<![ |@])>|/(?:\\*\\*/)?))?(${NAME})(?:@(.+))?$`);

/** Returns what a key and its value override; an object of npm overrides with `.` the package itself. */
function overrideBy(key: string, value: unknown): Override[] {
  const [, parent, ofParent, name, of] = KEY.exec(key) ?? [];
  const text = textOf(value) ?? textOf(valueAt(value, '.'));
  return text === undefined || name === undefined ? [] : [{ name, of, parent, ofParent, text }];
}

/** Returns what an object of npm overrides for the dependencies of a package. */
function nestedIn(key: string, value: unknown): Override[] {
  const [, grandparent, , parent, ofParent] = KEY.exec(key) ?? [];
  if (parent === undefined || grandparent !== undefined) return [];
  const inner = entriesOf(value).flatMap(([each, nested]) => (each === '.' ? [] : overrideBy(each, nested)));
  return inner.flatMap((each) => (each.parent === undefined ? [{ ...each, parent, ofParent }] : []));
}

const plainVersion = (version: string | undefined): string | undefined => version?.replace(/^npm:/, '');

/** Whether an override of some versions is certainly one of a version. */
const isFor = (versions: string | undefined, version: string | undefined): boolean =>
  versions === undefined || plainVersion(versions) === '*' || plainVersion(versions) === plainVersion(version);

/** What the manifests at the root of a workspace request instead of the versions that its packages request. */
export class NpmOverrides {
  readonly #byName = new Map<string, Override[]>();

  constructor(manifests: readonly unknown[]) {
    const entries = manifests.flatMap((manifest) => TABLES.flatMap((way) => entriesOf(valueAt(manifest, ...way))));
    for (const each of entries.flatMap(([key, value]) => [...overrideBy(key, value), ...nestedIn(key, value)]))
      this.#byName.set(each.name, [...(this.#byName.get(each.name) ?? []), each]);
  }

  /** Returns what is requested instead of a version; one for the dependencies of the package itself counts more than one for all. */
  instead(name: string, version: string, dependent: Dependent): string | undefined {
    const all = (this.#byName.get(name) ?? []).filter(({ of }) => isFor(of, version));
    const own = all.find(({ parent, ofParent }) => parent !== undefined && parent === dependent.name && isFor(ofParent, dependent.version));
    return (own ?? all.find(({ parent }) => parent === undefined))?.text;
  }
}
