import { entriesOf, keysOf, textOf, textsIn, valueAt } from '../../../../text/foreign-data.ts';
import { startedByScripts } from '../../manifests/commands.ts';
import { folderOf, joinPath, nameOf, resolvePath } from '../../paths.ts';
import { type EntryPoint, listImportedUnits, type Project, type Resolution } from '../../unit.ts';
import { parseIniSections } from './ini-sections.ts';
import { loadedModules } from './python-loaded-modules.ts';

/** An entry point as written: `shop = shop.cli:main`. */
interface Written {
  readonly group: string;
  readonly name: string;
  readonly target: string;
}

/** Groups whose entries are programs. All others are plugins, which another program loads. */
const PROGRAMS = /^(?:console|gui)[_-]scripts$/;
const TARGET = /^\s*([\w.]+)(?:\s*:\s*([\w.]+))?/;
/** Maximum length of the part of `setup.py` that is searched for entry points. */
const MAX_SETUP_LENGTH = 20_000;

const pairsOf = (group: string, table: unknown): Written[] =>
  entriesOf(table).flatMap(([name, value]) => {
    // Poetry also has `{ reference = "shop.cli:main", type = "console" }`.
    const target = textOf(value) ?? textOf(valueAt(value, 'reference')) ?? textOf(valueAt(value, 'callable'));
    return target === undefined ? [] : [{ group, name, target }];
  });

function inToml(manifest: unknown): Written[] {
  const tool = valueAt(manifest, 'tool');
  const programs = [
    ...[valueAt(manifest, 'project', 'scripts'), valueAt(manifest, 'project', 'gui-scripts')],
    ...[valueAt(tool, 'poetry', 'scripts'), valueAt(tool, 'flit', 'scripts')],
  ];
  const tables = [
    ...[valueAt(manifest, 'project', 'entry-points'), valueAt(tool, 'poetry', 'plugins'), valueAt(tool, 'flit', 'entrypoints')],
    valueAt(tool, 'setuptools', 'dynamic', 'entry-points'),
  ];
  const groups = tables.flatMap(entriesOf).flatMap(([group, table]) => pairsOf(group, table));
  return [...programs.flatMap((table) => pairsOf('console_scripts', table)), ...groups];
}

/** Reads lines such as `shop = shop.cli:main`, without those that a program completes. */
function inLines(group: string, lines: readonly string[]): Written[] {
  return lines.flatMap((line) => {
    const cut = line.indexOf('=');
    return cut < 1 || line.includes('{') ? [] : [{ group: group.trim(), name: line.slice(0, cut).trim(), target: line.slice(cut + 1) }];
  });
}

/** Reads the sections of an `entry_points.txt`. */
const inSections = (text: string): Written[] =>
  [...parseIniSections(text)].flatMap(([group, values]) => Array.from(values, ([name, target]) => ({ group, name, target })));

const inSetupCfg = (text: string): Written[] =>
  [...(parseIniSections(text).get('options.entry_points') ?? [])].flatMap(([group, value]) => inLines(group, value.split('\n')));

/** Returns the length of the bracketed expression at the beginning of a text. */
function endOfValue(text: string): number {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"[^"\n]*"|'[^'\n]*'|[[({\])}]/g)) {
    if (/^[[({]/.test(token)) depth += 1;
    else if (/^[\])}]/.test(token)) depth -= 1;
    if (depth <= 0 && !/^["']/.test(token)) return index;
  }
  return text.length;
}

/** Reads `entry_points={'console_scripts': ['shop = shop.cli:main']}` of `setup.py`, or the same as text. Only literals count. */
function inSetup(text: string): Written[] {
  const at = /\bentry_points\s*=\s*/.exec(text);
  if (at === null) return [];
  const rest = text.slice(at.index + at[0].length, at.index + MAX_SETUP_LENGTH);
  const quotes = /^(?:"""|''')/.exec(rest)?.[0];
  if (quotes !== undefined) {
    const end = rest.indexOf(quotes, quotes.length);
    const lines = end < 0 ? [] : rest.slice(quotes.length, end).split('\n');
    return inSections(lines.map((line) => line.trim()).join('\n'));
  }
  const groups = rest.slice(0, endOfValue(rest)).matchAll(/["']?([\w.-]+)["']?\s*[:=]\s*\[([^\]]*)\]/g);
  return Array.from(groups).flatMap(([, group = '', list = '']) =>
    inLines(
      group,
      Array.from(list.matchAll(/["']([^"'\n]*)["']/g), ([, line = '']) => line),
    ),
  );
}

/** Scripts that are installed as they are: `scripts=['bin/shop']` of `setup.py`. Only literals count. */
function scriptsInSetup(text: string): string[] {
  const list = /\bscripts\s*=\s*\[([^\]]{0,20000})\]/.exec(text)?.[1] ?? '';
  const code = list.replace(/"[^"\n]*"|'[^'\n]*'|#[^\n]*/g, '');
  // `[join("bin", name) for name in NAMES]`
  if (/[^\s,]/.test(code)) return [];
  return Array.from(list.matchAll(/["']([^"'\n]+)["']/g), ([, script = '']) => script);
}

/** Returns the files that a manifest names as programs, relative to its folder. */
export function scriptFiles(config: string, value: unknown): string[] {
  const name = nameOf(config);
  if (name === 'setup.py') return scriptsInSetup(String(value));
  if (name === 'setup.cfg') return (parseIniSections(String(value)).get('options')?.get('scripts') ?? '').split(/[\n,]/);
  if (name !== 'pyproject.toml') return [];
  const tool = valueAt(value, 'tool');
  // Poetry has `{ reference = "bin/shop", type = "file" }`.
  const references = entriesOf(valueAt(tool, 'poetry', 'scripts')).map(([, each]) => valueAt(each, 'reference'));
  const shared = keysOf(valueAt(tool, 'hatch', 'build', 'targets', 'wheel', 'shared-scripts'));
  return [...textsIn(valueAt(tool, 'setuptools', 'script-files')), ...textsIn(references), ...shared];
}

/** Readers by file name of the manifest. */
const READERS: readonly (readonly [name: string, read: (value: unknown) => Written[]])[] = [
  ['pyproject.toml', inToml],
  ['setup.cfg', (value) => inSetupCfg(String(value))],
  ['setup.py', (value) => inSetup(String(value))],
];

/**
 * Returns the programs and plugins that Python manifests declare, with the files and functions in which they start, and the modules that
 * their settings make tools load.
 * @param resolve resolves a module
 */
export function pythonEntryPoints(project: Project, resolve: (specifier: string, from: string) => Resolution): EntryPoint[] {
  const startOf = (target: string, from: string): { path: string; starts: string } | null => {
    const [, module, attribute] = TARGET.exec(target) ?? [];
    const path = module === undefined ? undefined : listImportedUnits(resolve(module, from))[0]?.unit.files[0];
    return path === undefined ? null : { path, starts: attribute?.split('.', 1)[0] ?? '*' };
  };
  return [...project.configs].flatMap(([config, value]) => [
    ...installedScripts(project, config, value),
    ...hatchHooks(project, config, value),
    ...declared(config, value, startOf),
    ...loaded(config, value, startOf),
    ...started(project, config, value, startOf),
  ]);
}

type StartOf = (target: string, from: string) => Required<Pick<EntryPoint, 'path' | 'starts'>> | null;

function installedScripts({ facts }: Project, config: string, value: unknown): EntryPoint[] {
  return scriptFiles(config, value).flatMap((script): EntryPoint[] => {
    const path = resolvePath(folderOf(config), script.trim());
    const isPython = path !== null && facts.get(path)?.language === 'python';
    return isPython ? [{ kind: 'program', name: nameOf(path), path, starts: '' }] : [];
  });
}

/** The files in which hatch finds a class for its own steps, by the settings `hooks.custom`. */
function hatchHooks({ facts }: Project, config: string, value: unknown): EntryPoint[] {
  if (nameOf(config) !== 'pyproject.toml') return [];
  const hatch = valueAt(value, 'tool', 'hatch');
  const targets = entriesOf(valueAt(hatch, 'build', 'targets')).map(([, target]) => target);
  const all = [valueAt(hatch, 'build'), valueAt(hatch, 'metadata'), ...targets].map((each) => valueAt(each, 'hooks', 'custom'));
  const paths = all.flatMap((hook) => {
    const path = hook === undefined ? null : resolvePath(folderOf(config), textOf(valueAt(hook, 'path')) ?? 'hatch_build.py');
    return path === null || facts.get(path)?.language !== 'python' ? [] : [path];
  });
  return Array.from(new Set(paths), (path): EntryPoint => ({ kind: 'plugin', name: `${nameOf(path)} (hatch)`, path, starts: '*' }));
}

/** Returns the entry points that a manifest declares. */
const writtenIn = (config: string, value: unknown): Written[] => READERS.find(([name]) => name === nameOf(config))?.[1](value) ?? [];

function declared(config: string, value: unknown, startOf: StartOf): EntryPoint[] {
  return writtenIn(config, value).flatMap(({ group, name, target }): EntryPoint[] => {
    const start = startOf(target, config);
    if (start === null) return [];
    return [PROGRAMS.test(group) ? { kind: 'program', name, ...start } : { kind: 'plugin', name: `${name} (${group})`, ...start }];
  });
}

function loaded(config: string, value: unknown, startOf: StartOf): EntryPoint[] {
  return loadedModules(config, value).flatMap(({ kind, name, target, from, within, testsBelow }): EntryPoint[] => {
    const start = startOf(target, from);
    if (start === null || (within !== undefined && !isBelow(start.path, within))) return [];
    return [{ kind, name, ...start, ...(testsBelow === undefined ? {} : { testsBelow }) }];
  });
}

/** What the scripts of a `package.json` start: `python tools/report.py`, `python -m shop`. */
function started({ facts }: Project, config: string, value: unknown, startOf: StartOf): EntryPoint[] {
  return startedByScripts(config, value).flatMap(({ by, folder, target, isModule }): EntryPoint[] => {
    if (by !== 'python') return [];
    const from = joinPath(folder, nameOf(config));
    const module = isModule ? (startOf(`${target}.__main__`, from) ?? startOf(target, from)) : null;
    const path = isModule ? module?.path : resolvePath(folder, target);
    return path !== undefined && path !== null && facts.get(path)?.language === 'python' ? [{ kind: 'started', name: '', path }] : [];
  });
}

const isBelow = (path: string, folder: string | null): boolean => folder === '' || (folder !== null && path.startsWith(`${folder}/`));

/** A module that a manifest names. */
export interface NamedModule {
  /** The setting or command that names it. */
  readonly key: string;
  readonly written: string;
  /** The module, also with an object in it. */
  readonly target: string;
  /** The file from whose folder the module is searched. */
  readonly from: string;
  /** The folder that contains the module; `null` if that is out of the project. Omitted if it may be anywhere. */
  readonly within?: string | null;
}

/** Returns all modules that a manifest names, of the project or installed. */
export function modulesNamedBy(config: string, value: unknown): NamedModule[] {
  const starts = startedByScripts(config, value).filter(({ by, isModule }) => by === 'python' && isModule);
  return [
    ...writtenIn(config, value).map(({ name, target }) => ({ key: name, written: target.trim(), target, from: config })),
    ...loadedModules(config, value),
    ...starts.map(({ folder, target }) => ({ key: 'scripts', written: target, target, from: joinPath(folder, nameOf(config)) })),
  ];
}
