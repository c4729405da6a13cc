import { entriesOf, textOf, textsIn, valueAt } from '../../../../text/foreign-data.ts';
import { folderOf, joinPath, nameOf, resolvePath } from '../../paths.ts';
import { parseIniSections } from './ini-sections.ts';

/** A module that a tool loads because a setting names it. */
export interface LoadedModule {
  readonly kind: 'plugin' | 'setting';
  readonly name: string;
  /** The setting that names it. */
  readonly key: string;
  readonly written: string;
  /** The module, also with an object in it: `backend:hooks`. */
  readonly target: string;
  /** The file from whose folder the module is searched. */
  readonly from: string;
  /** The folder that contains the module; `null` if that is out of the project. Omitted if it may be anywhere. */
  readonly within?: string | null;
  /** The folder whose tests it is loaded for. Omitted if it is not loaded for tests. */
  readonly testsBelow?: string;
}

/** `build-backend = "backend:hooks"` with `backend-path = ["tools"]`. Without the path, the backend is an installed package. */
function backendsIn(config: string, manifest: unknown): LoadedModule[] {
  const system = valueAt(manifest, 'build-system');
  const target = textOf(valueAt(system, 'build-backend'));
  if (target === undefined) return [];
  return textsIn(valueAt(system, 'backend-path')).map((path): LoadedModule => {
    const within = resolvePath(folderOf(config), path);
    const name = `${target} (build-backend)`;
    return { kind: 'plugin', name, key: 'build-backend', written: target, target, from: joinPath(within ?? '', nameOf(config)), within };
  });
}

/** Returns the plugins among the options of pytest: `-p shop.testing`. */
function pluginsIn(config: string, words: readonly string[]): LoadedModule[] {
  return words.flatMap((word, n): LoadedModule[] => {
    const target = word === '-p' ? words[n + 1] : /^-p(?=\w)(.*)/.exec(word)?.[1];
    if (target === undefined || !/^\w+(?:\.\w+)*$/.test(target)) return [];
    const name = `${target} (pytest -p)`;
    return [{ kind: 'plugin', name, key: 'addopts', written: target, target, from: config, testsBelow: folderOf(config) }];
  });
}

const wordsIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : textsIn(value)).flatMap((each) => each.split(/\s+/));

/** The module of a value that setuptools reads from the project: `shop.__version__`. */
function attributeIn(config: string, key: string, attribute: unknown): LoadedModule[] {
  const [written, module, name] = /^([\w.]+)\.(\w+)$/.exec(textOf(attribute)?.trim() ?? '') ?? [];
  if (written === undefined) return [];
  return [{ kind: 'setting', name: `${key} (setuptools)`, key, written, target: `${module}:${name}`, from: config }];
}

function inToml(config: string, manifest: unknown): LoadedModule[] {
  const pytest = valueAt(manifest, 'tool', 'pytest');
  const options = [valueAt(pytest, 'ini_options', 'addopts'), valueAt(pytest, 'addopts')];
  const dynamic = entriesOf(valueAt(manifest, 'tool', 'setuptools', 'dynamic'));
  return [
    ...backendsIn(config, manifest),
    ...options.flatMap((each) => pluginsIn(config, wordsIn(each))),
    ...dynamic.flatMap(([key, value]) => attributeIn(config, key, valueAt(value, 'attr'))),
  ];
}

function inIni(config: string, text: string): LoadedModule[] {
  const sections = parseIniSections(text);
  const own = nameOf(config) === 'setup.cfg' ? 'tool:pytest' : 'pytest';
  const version = /^attr:\s*(.+)/.exec(sections.get('metadata')?.get('version') ?? '')?.[1];
  return [...pluginsIn(config, wordsIn(sections.get(own)?.get('addopts'))), ...attributeIn(config, 'version', version)];
}

/** Returns the modules that the settings in a Python manifest make tools load; empty for other files. */
export function loadedModules(config: string, value: unknown): LoadedModule[] {
  const name = nameOf(config);
  if (name === 'pyproject.toml') return inToml(config, value);
  return /^(?:setup\.cfg|pytest\.ini|tox\.ini)$/.test(name) ? inIni(config, String(value)) : [];
}
