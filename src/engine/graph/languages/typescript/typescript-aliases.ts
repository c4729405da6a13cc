import { posix } from 'node:path';
import type { Node } from 'web-tree-sitter';
import type { AliasFact } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, codeOf, lineOf, literalOf, type SourceSyntax, textOf } from '../syntax.ts';
import { addTexts, HERE, joinPlaces, OF_FILE, OF_FOLDER, type Place } from './alias-places.ts';

const MAY_CONFIGURE =
  /\balias['"]?\s{0,9}[:,}=[.(]|\bmoduleNameMapper\b|\bmodule(?:Paths|Directories|FileExtensions)\b|\bsourceExts\b|module-resolver|\b(?:modules|extensions)['"]?\s{0,9}:|\b(?:setupFiles(?:AfterEnv)?|global(?:Setup|Teardown))\b/;
/** Settings of test runners whose values are files that they load. */
const LOADED = new Set(['setupFiles', 'setupFilesAfterEnv', 'globalSetup', 'globalTeardown']);
/** Settings of Jest whose values are folders in which modules are looked up. */
const ROOTS = new Set(['modulePaths', 'moduleDirectories']);
/** Settings of Jest and Metro whose values are endings, which are written without a dot. */
const ENDINGS = new Set(['moduleFileExtensions', 'sourceExts']);
/** The folder of the configuration, in settings of Jest. */
const ROOT = '<rootDir>/';
const SETTINGS = ['pair', 'shorthand_property_identifier', 'assignment_expression'];
const ACCESS = new Set(['member_expression', 'subscript_expression']);
/** Maximum number of aliases that are read from one file. */
const MAX_ALIASES = 200;
/** Maximum depth of nested expressions. */
const MAX_DEPTH = 8;
/** Maximum number of expressions that are evaluated in one file. */
const MAX_VALUES = 10_000;
/** Maximum length of a path, in UTF-16 code units. */
const MAX_PATH_LENGTH = 1_000;
/** Expressions around a single value, such as type assertions. */
const WRAPPED = new Set(['parenthesized_expression', 'as_expression', 'satisfies_expression', 'non_null_expression', 'await_expression']);

/** How a setting names a file; the path may be relative to a root that is only known to the tool. */
const BY_SETTING = { kind: 'url', isTypeOnly: false, isFromElsewhere: true, names: [] } as const;

/** Reads the aliases and files that a configuration of a bundler or a test runner names, as far as they are literal. Runs no code. */
class AliasReader {
  readonly #variables = new Map<string, Node>();
  #evaluated = 0;

  constructor(
    private readonly syntax: SourceSyntax,
    private readonly draft: FactsDraft,
  ) {
    for (const { type, namedChildren } of syntax.root.namedChildren) {
      for (const each of type === 'lexical_declaration' || type === 'variable_declaration' ? namedChildren : []) {
        const [name, value] = [each.childForFieldName('name'), each.childForFieldName('value')];
        if (name?.type === 'identifier' && value !== null) this.#variables.set(textOf(syntax, name), value);
      }
    }
  }

  /** Reads a property of an object. */
  property(key: Node, value: Node): void {
    const name = this.#nameOf(key);
    if (name === 'alias' || (name === 'entries' && this.#isOfPlugin(key))) this.#aliases('alias', value);
    else if (name === 'moduleNameMapper') this.#aliases('mapper', value);
    else if (name !== null && LOADED.has(name)) this.#loads(value);
    else if (name !== null) this.#lists(name, key, value);
  }

  /** Reads a list of folders in which modules are looked up, or of endings that may be omitted. */
  #lists(name: string, key: Node, value: Node): void {
    const isOfBabel = name === 'root' && this.#isOfBabel(key);
    if (ROOTS.has(name) || isOfBabel || (name === 'modules' && this.#isInResolve(key))) this.#addAll('root', value);
    if (ENDINGS.has(name) || (name === 'extensions' && (this.#isInResolve(key) || this.#isOfBabel(key)))) this.#addAll('extension', value);
  }

  /** Adds the members of a list. */
  #addAll(kind: AliasFact['kind'], value: Node): void {
    for (const each of this.#meant(value, 'array')) this.#add(kind, '', each);
  }

  /** Whether a property is in the options of the plugin `module-resolver` of Babel: `['module-resolver', { root: ['./src'] }]`. */
  #isOfBabel(key: Node): boolean {
    const [name] = codeChildrenOf(key.parent?.parent?.parent ?? null);
    return name !== undefined && name.type === 'string' && /(?:^|-)module-resolver$/.test(literalOf(this.syntax, name) ?? '');
  }

  /** Adds the files of a setting as loaded. A missing one may be built, and a name without a folder is a package. */
  #loads(value: Node): void {
    const list = this.#meant(value, 'array');
    for (const each of list.length > 0 ? list : [value]) {
      const place = this.#valueOf(each, 0);
      const path = place?.text.replace(ROOT, './') ?? '';
      const isPath = place?.isHere === true || /^\.{1,2}\/|\/.*\.[cm]?[jt]sx?$/.test(path);
      if (isPath && !path.startsWith('/'))
        this.draft.imports.push({ specifier: `./${posix.normalize(path)}`, line: lineOf(each), ...BY_SETTING });
    }
  }

  /** Reads a property in its short form: `{ alias }`. */
  shorthand(name: Node): void {
    const value = textOf(this.syntax, name) === 'alias' ? this.#variables.get('alias') : undefined;
    if (value !== undefined) this.#aliases('alias', value);
  }

  /** Reads `config.resolve.alias = { … }` and `config.resolve.alias['@'] = …`. */
  assignment(left: Node, right: Node): void {
    const [object, last] = [left.childForFieldName('object'), left.childForFieldName('property') ?? left.childForFieldName('index')];
    const name = last === null ? null : this.#nameOf(last);
    if (object === null || name === null) return;
    if (name === 'alias' && left.type === 'member_expression') this.#aliases('alias', right);
    else if (/\.alias$/.test(codeOf(this.syntax, object))) this.#add('alias', name, right);
  }

  /** Whether a property is in the options of the plugin `alias` of Rollup: `alias({ entries: [ … ] })`. */
  #isOfPlugin(key: Node): boolean {
    const called = key.parent?.parent?.parent?.parent?.childForFieldName('function');
    return called !== null && called !== undefined && textOf(this.syntax, called) === 'alias';
  }

  #isInResolve(key: Node): boolean {
    const around = key.parent?.parent?.parent?.childForFieldName('key');
    return around !== null && around !== undefined && this.#nameOf(around) === 'resolve';
  }

  #nameOf(key: Node): string | null {
    return key.type === 'property_identifier' ? textOf(this.syntax, key) : literalOf(this.syntax, key);
  }

  /** Returns the children of an object or a list, also if a variable contains it. */
  #meant(value: Node, type: string, depth = 0): Node[] {
    if (value.type === type) return codeChildrenOf(value);
    const inner = WRAPPED.has(value.type) ? codeChildrenOf(value)[0] : this.#variables.get(textOf(this.syntax, value));
    return inner === undefined || depth > MAX_DEPTH ? [] : this.#meant(inner, type, depth + 1);
  }

  #aliases(kind: AliasFact['kind'], value: Node): void {
    for (const pair of this.#meant(value, 'object')) {
      const [key, to] = [pair.childForFieldName('key'), pair.childForFieldName('value')];
      const find = key === null ? null : this.#nameOf(key);
      if (find !== null && to !== null) this.#add(kind, find, to);
    }
    for (const entry of this.#meant(value, 'array')) this.#entry(entry);
  }

  /** Reads `{ find: '@', replacement: './src' }`. */
  #entry(entry: Node): void {
    const of = (name: string): Node | null =>
      codeChildrenOf(entry)
        .find((pair) => pair.type === 'pair' && this.#nameOf(pair.namedChildren[0] ?? pair) === name)
        ?.childForFieldName('value') ?? null;
    const [find, to] = [of('find'), of('replacement')];
    if (find === null || to === null) return;
    const pattern = find.type === 'regex' ? find.childForFieldName('pattern') : null;
    const name = pattern === null ? literalOf(this.syntax, find) : textOf(this.syntax, pattern);
    if (name !== null) this.#add('alias', name, to, pattern !== null);
  }

  #add(kind: AliasFact['kind'], find: string, value: Node, isPattern = false): void {
    if (this.draft.aliases.length >= MAX_ALIASES) return;
    const to = (value.type === 'array' ? codeChildrenOf(value) : [value]).flatMap((each) => {
      const place = this.#valueOf(each, 0);
      return place === null ? [] : [place.isHere ? `./${posix.normalize(place.text || '.')}` : place.text];
    });
    if (to.length > 0) this.draft.aliases.push({ kind, find, ...(isPattern ? { isPattern } : {}), to });
  }

  /** Evaluates an expression; `null` if it is not a literal path. */
  #valueOf(node: Node, depth: number): Place | null {
    this.#evaluated += 1;
    if (depth > MAX_DEPTH || this.#evaluated > MAX_VALUES) return null;
    const code = codeOf(this.syntax, node).replaceAll(/\s+/g, '');
    if (OF_FOLDER.has(code)) return HERE;
    // The name of the file itself does not matter, because only its folder is used.
    if (OF_FILE.has(code)) return { isHere: true, text: '_' };
    const found = node.type === 'string' ? literalOf(this.syntax, node) : this.#computed(node, depth);
    const place = typeof found === 'string' ? { isHere: false, text: found } : found;
    return place !== null && place.text.length > MAX_PATH_LENGTH ? null : place;
  }

  #computed(node: Node, depth: number): Place | null {
    const children = codeChildrenOf(node);
    const value = (each: Node | undefined): Place | null => (each === undefined ? null : this.#valueOf(each, depth + 1));
    if (WRAPPED.has(node.type)) return value(children[0]);
    switch (node.type) {
      case 'identifier':
        return value(this.#variables.get(textOf(this.syntax, node)));
      case 'member_expression':
        return /\.\s*(?:pathname|href)$/.test(codeOf(this.syntax, node)) ? value(children[0]) : null;
      case 'binary_expression':
        return node.childForFieldName('operator')?.type === '+' ? addTexts(children.map(value)) : null;
      case 'template_string':
        return addTexts(children.map((each) => this.#partOf(each, depth)));
      case 'call_expression':
      case 'new_expression':
        return this.#called(node, value);
      default:
        return null;
    }
  }

  #partOf(part: Node, depth: number): Place | null {
    const inner = part.type === 'template_substitution' ? codeChildrenOf(part)[0] : undefined;
    return inner === undefined ? { isHere: false, text: textOf(this.syntax, part) } : this.#valueOf(inner, depth + 1);
  }

  /** Evaluates the calls that only make paths. */
  #called(node: Node, value: (each: Node | undefined) => Place | null): Place | null {
    const called = node.childForFieldName('function') ?? node.childForFieldName('constructor');
    const name = called === null ? '' : codeOf(this.syntax, called).replaceAll(/\s+/g, '');
    const list = codeChildrenOf(node.childForFieldName('arguments')).map((each) => value(each));
    const all = list.filter((each) => each !== null);
    const [first = null, second] = all;
    if (first === null || all.length < list.length) return null;
    if (name === 'URL') return second?.isHere === true ? { isHere: true, text: first.text } : null;
    if (/(?:^|\.)(?:fileURLToPath|normalizePath|normalize)$/.test(name) || name === 'require.resolve') return first;
    if (/(?:^|\.)dirname$/.test(name)) return { ...first, text: posix.dirname(first.text || '.') };
    if (/(?:^|\.)join$/.test(name)) return joinPlaces(all, { isHere: false, text: '' });
    return /(?:^|\.)resolve$/.test(name) ? joinPlaces(all, HERE) : null;
  }
}

/** Reads the literal aliases and loaded files of a file that may be the configuration of a bundler or a test runner. */
export function readAliases(syntax: SourceSyntax, draft: FactsDraft): void {
  if (!MAY_CONFIGURE.test(syntax.code)) return;
  const reader = new AliasReader(syntax, draft);
  // Few files get here, so that compiling a query would take longer than this search.
  for (const node of syntax.root.descendantsOfType(SETTINGS)) {
    const [key, value, left, right] = ['key', 'value', 'left', 'right'].map((field) => node?.childForFieldName(field) ?? null);
    if (node?.type === 'shorthand_property_identifier') reader.shorthand(node);
    else if (key && value) reader.property(key, value);
    else if (left && right && ACCESS.has(left.type)) reader.assignment(left, right);
  }
}
