import { expect, test } from 'vitest';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const PLUGINS = {
  'pkg/__init__.py': 'x = 1\n',
  'pkg/plugins/__init__.py': 'y = 1\n',
  'pkg/plugins/a.py': '',
  'pkg/plugins/b/__init__.py': '',
  'pkg/other.py': '',
};
const TARGETS = ['pkg/plugins/a.py', 'pkg/plugins/b/__init__.py'];

test.each([
  ['main.py', 'importlib.import_module(f"pkg.plugins.{name}")', 'f"pkg.plugins.{name}"'],
  ['main.py', "importlib.import_module('pkg.plugins.' + name)", "'pkg.plugins.' + name"],
  ['main.py', '__import__(f"pkg.plugins.{name.lower()}")', 'f"pkg.plugins.{name.lower()}"'],
  ['pkg/plugins/load.py', 'importlib.import_module(f".{name}", __package__)', 'f".{name}"'],
  ['pkg/load.py', 'importlib.import_module(".plugins." + name, __package__)', '".plugins." + name'],
])('%s: %s may load each module of the package, and stays unresolved', async (path, call, listed) => {
  const texts = { ...PLUGINS, [path]: `import importlib\ndef f(name):\n    return ${call}\n` };
  const structure = await structureOfTexts(texts);
  const own = edgesBetween(structure, texts).filter((edge) => edge.startsWith(`${path} →`));
  expect(own).toEqual(TARGETS.map((target) => `${path} → ${target}`));
  expect(linesOf(structure.unresolved)).toEqual([`${path}:3  ${listed}`]);
});

test('a folder without __init__ counts, and a name that may be anywhere does not', async () => {
  const call = (argument: string) => `import importlib\ndef f(name):\n    return importlib.import_module(${argument})\n`;
  const folder = { 'plug/a.py': '', 'main.py': call('f"plug.{name}"') };
  expect(edgesBetween(await structureOfTexts(folder), folder)).toEqual(['main.py → plug/a.py']);
  for (const argument of ['f"{name}.a"', 'name + ".a"', 'f"plug{name}"', 'f".{name}"', 'f"json.{name}"', 'f"plug.{name}.x"']) {
    const texts = { ...folder, 'main.py': call(argument) };
    expect(edgesBetween(await structureOfTexts(texts), texts)).toEqual([]);
  }
});
