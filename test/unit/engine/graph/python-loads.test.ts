import { expect, test } from 'vitest';
import { linesOf, parseSource } from '../../../support/parse-source.ts';
import { edgesBetween, structureOfTexts } from './sources-of.ts';

/** Returns the loads of a Python text, without other imports. */
const read = async (text: string): Promise<string[]> =>
  linesOf({ ...(await parseSource('python', text)), symbols: [], apis: [] }).filter((line) => !/ import /.test(line));

test('reads files that are loaded by a constant path, and modules that run by their name', async () => {
  const text = `runpy.run_path("plugins/a.py")
run_path(path_name='./plugins/b.py', init_globals={})
runpy.run_module("pkg.top", run_name="__main__")
importlib.util.spec_from_file_location("c", "plugins/c.py")
spec_from_file_location(name, location=os.path.join(os.path.dirname(__file__), "..", "d.py"))
SourceFileLoader("e", str(Path(__file__).resolve().parent / "in" / "e.py")).load_module()
imp.load_source("f", Path(__file__).parent.parent.joinpath("f.py"))
runpy.run_path(os.path.dirname(os.path.abspath(__file__)) + "/x.py")
runpy.run_path(pathlib.Path(__file__).with_name("g.py"))`;
  expect(await read(text)).toEqual([
    '1 dynamic file:plugins/a.py',
    '2 dynamic file:plugins/b.py',
    '3 dynamic pkg.top',
    '4 dynamic file:plugins/c.py',
    '5 dynamic file:./../d.py',
    '6 dynamic file:./in/e.py',
    '7 dynamic file:./../f.py',
    '8 computed os.path.dirname(os.path.abspath(__file__)) + "/x.py"',
    '9 dynamic file:./g.py',
  ]);
});

test('loads of which a part is only known at run time are computed', async () => {
  const text = `runpy.run_path(path)
spec_from_file_location(name, os.path.join(root, "a.py"))
runpy.run_path(f"{root}/b.py")
runpy.run_path(os.path.join(os.path.dirname(__file__), "/etc/c.py"))
runpy.run_module(name)
runpy.run_path(${'Path('.repeat(5_000)}"d.py"${')'.repeat(5_000)})
other.run_path("e.py")
spec_from_file_location("f")`;
  expect((await read(text)).map((line) => line.slice(0, 40))).toEqual([
    '1 computed path',
    '2 computed os.path.join(root, "a.py")',
    '3 computed f"{root}/b.py"',
    '4 computed os.path.join(os.path.dirname(',
    '5 computed name',
    '6 computed Path(Path(Path(Path(Path(Path',
  ]);
});

test('loaded files are found beside the file, or from the folders above it', async () => {
  const texts = {
    'tools/run.py':
      'import runpy, os\nrunpy.run_path("plugins/a.py")\nrunpy.run_path(os.path.join(os.path.dirname(__file__), "b.py"))\nrunpy.run_path("gone/c.py")\nrunpy.run_path("../../d.py")\nrunpy.run_path("/opt/e.py")\nrunpy.run_path("data.txt")\nrunpy.run_module("tools.f")\n',
    'plugins/a.py': 'x = 1\n',
    'tools/b.py': 'x = 1\n',
    'b.py': 'x = 1\n',
    'tools/f.py': 'x = 1\n',
  };
  const structure = await structureOfTexts(texts, ['data.txt']);
  expect(edgesBetween(structure, texts)).toEqual(['plugins/a.py', 'tools/b.py', 'tools/f.py'].map((path) => `tools/run.py → ${path}`));
  expect(structure.unresolved.map(({ line, specifier, reason }) => `${line} ${specifier} ${reason}`)).toEqual([
    '4 file:gone/c.py not found',
    '5 file:../../d.py out of the project',
    '6 file:/opt/e.py out of the project',
  ]);
});
