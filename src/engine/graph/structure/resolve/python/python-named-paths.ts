import { entriesOf, textOf, textsIn, valueAt } from '../../../../text/foreign-data.ts';
import { folderOf, joinPath, nameOf } from '../../paths.ts';
import { parseIniSections } from './ini-sections.ts';

/** A file or folder that a manifest names. */
export interface NamedPath {
  readonly key: string;
  readonly written: string;
  /** Where it may be, relative to the folder of the manifest. */
  readonly places: readonly string[];
}

/** `-r base.txt`, `-c limits.txt`, `-e ./lib`, `./lib`, `shop @ file:./lib`. */
const REQUIREMENT = /^\s*(?:(-r|--requirement|-c|--constraint|-e|--editable)[\s=]+|[\w.[\],-]+\s*@\s*file:|file:)?([^\s;#[]+)/;
/** Archives are built, and a requirement without a slash is the name of a distribution. */
const LOCAL = /^\.{1,2}\/(?!.*\.(?:whl|zip|tar\.gz)$)/;

const named = (key: string, all: readonly string[]): NamedPath[] => all.map((written) => ({ key, written, places: [written] }));

const listed = (value: unknown): string[] => (typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : textsIn(value));

/** Reads a line of a requirements file. @param depth number of folders around the file in the project */
function inRequirement(line: string, depth: number): NamedPath[] {
  const [, option = '', written = ''] = REQUIREMENT.exec(line) ?? [];
  if (/^--?[rc]/.test(option)) return named(option, [written]);
  const isFolder = option === '' ? LOCAL.test(written) : written.includes('/') || written.startsWith('.');
  // pip looks for a folder in the current one, which may be any folder around the file.
  const places = Array.from({ length: depth + 1 }, (_, up) => '../'.repeat(up) + written);
  return isFolder ? [{ key: option === '' ? 'requirement' : option, written, places }] : [];
}

/** Returns packages and modules that a build of setuptools names. @param folders `package-dir` */
function inPackages(
  folders: readonly (readonly [string, unknown])[],
  packages: readonly string[],
  modules: readonly string[],
): NamedPath[] {
  const mapped = new Map(folders.flatMap(([name, folder]) => (typeof folder === 'string' ? [[name, folder] as const] : [])));
  const root = mapped.get('') ?? '';
  // A package below a mapped one is in the folder of that one.
  const isPlain = (name: string): boolean => [...mapped.keys()].every((key) => key === '' || (name !== key && !name.startsWith(`${key}.`)));
  const placeOf = (name: string): string => joinPath(root, name.replaceAll('.', '/'));
  return [
    ...[...mapped].map(([, folder]) => ({ key: 'package-dir', written: folder, places: [folder] })),
    ...packages.filter(isPlain).map((name) => ({ key: 'packages', written: name, places: [placeOf(name)] })),
    ...modules.map((name) => {
      const place = placeOf(name);
      return { key: 'py-modules', written: name, places: [`${place}.py`, `${place}.pyx`, `${place}.pyi`, `${place}.c`] };
    }),
  ];
}

function inToml(value: unknown): NamedPath[] {
  const [project, tool] = [valueAt(value, 'project'), valueAt(value, 'tool')];
  const [build, pyright] = [valueAt(tool, 'setuptools'), valueAt(tool, 'pyright')];
  const readme: unknown = valueAt(project, 'readme');
  const environments: unknown = valueAt(pyright, 'executionEnvironments');
  const poetry: unknown = valueAt(tool, 'poetry', 'packages');
  return [
    ...named('readme', listed(textOf(readme) ?? valueAt(readme, 'file'))),
    ...named('license', listed(valueAt(project, 'license', 'file'))),
    ...named('license-files', textsIn(valueAt(project, 'license-files'))),
    ...named('readme', listed(valueAt(tool, 'poetry', 'readme'))),
    ...inPackages(entriesOf(valueAt(build, 'package-dir')), textsIn(valueAt(build, 'packages')), textsIn(valueAt(build, 'py-modules'))),
    ...named('where', textsIn(valueAt(build, 'packages', 'find', 'where'))),
    ...named('from', textsIn(Array.isArray(poetry) ? poetry.map((each) => valueAt(each, 'from')) : [])),
    ...named('packages', textsIn(valueAt(tool, 'hatch', 'build', 'targets', 'wheel', 'packages'))),
    ...named('pythonpath', listed(valueAt(tool, 'pytest', 'ini_options', 'pythonpath'))),
    ...named('testpaths', listed(valueAt(tool, 'pytest', 'ini_options', 'testpaths'))),
    ...[pyright, ...(Array.isArray(environments) ? environments : [])].flatMap((each) =>
      named('extraPaths', textsIn(valueAt(each, 'extraPaths'))),
    ),
  ];
}

function inIni(text: string): NamedPath[] {
  const sections = parseIniSections(text);
  const list = (section: string, key: string): string[] => listed(sections.get(section)?.get(key) ?? '');
  const folders = (sections.get('options')?.get('package_dir') ?? '').split(/[\n,]/).map((line): [string, string] => {
    const [name = '', folder = ''] = line.split('=');
    return [name.trim(), folder.trim()];
  });
  const isFound = (name: string): boolean => !/^find(?:_namespace)?:/.test(name);
  const described = (sections.get('metadata')?.get('long_description') ?? '').replace(/^file:/, '');
  return [
    ...(described === sections.get('metadata')?.get('long_description') ? [] : named('long_description', listed(described))),
    ...named('license_files', list('metadata', 'license_files')),
    ...inPackages(
      folders.filter(([, folder]) => folder !== ''),
      list('options', 'packages').filter(isFound),
      list('options', 'py_modules'),
    ),
    ...named('where', list('options.packages.find', 'where')),
    ...['pytest', 'tool:pytest'].flatMap((section) => [
      ...named('pythonpath', list(section, 'pythonpath')),
      ...named('testpaths', list(section, 'testpaths')),
    ]),
  ];
}

/** Readers by path of the manifest. */
const READERS: readonly (readonly [path: RegExp, read: (value: unknown, depth: number) => NamedPath[]])[] = [
  [/^pyproject\.toml$/, inToml],
  [/^pyrightconfig\.json$/, (value) => inToml({ tool: { pyright: value } })],
  [/^(?:setup\.cfg|tox\.ini|pytest\.ini)$/, (value) => inIni(String(value))],
  [
    /^requirements[^/]*\.txt$/,
    (value, depth) =>
      String(value)
        .split('\n')
        .flatMap((line) => inRequirement(line, depth)),
  ],
];

/** Returns the files and folders that a Python manifest names, besides modules and scripts. */
export function pathsNamedBy(config: string, value: unknown): NamedPath[] {
  const isAmong = nameOf(folderOf(config)) === 'requirements' && config.endsWith('.txt');
  const name = isAmong ? 'requirements.txt' : nameOf(config);
  return READERS.find(([pattern]) => pattern.test(name))?.[1](value, config.split('/').length - 1) ?? [];
}
