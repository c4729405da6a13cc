import { describe, expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { isConfig, isPage } from '../../../../src/engine/graph/configs.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { computeBlastRadius } from '../../../../src/engine/graph/questions/blast-radius.ts';
import { findPathBetween } from '../../../../src/engine/graph/questions/path-between.ts';
import { findUnused } from '../../../../src/engine/graph/questions/unused.ts';
import { htmlScripts } from '../../../../src/engine/graph/structure/texts/html-scripts.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { parseSource } from '../../../support/parse-source.ts';
import { structureOf } from './facts-of.ts';
import { structureOfTexts } from './sources-of.ts';

type Structure = Awaited<ReturnType<typeof structureOfTexts>>;

const modelOf = ({ nodes, edges }: Structure): GraphModel => new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY));

/** Returns the unused files and symbols. */
function unusedIn(structure: Structure): string[] {
  const found = findUnused(modelOf(structure));
  return [...found.files, ...found.symbols.map(({ path, name }) => `${path} ${name}`)];
}

const reasonsFrom = ({ edges }: Structure, from: string): string[] =>
  edges.filter((edge) => edge.from === from).map(({ description }) => description);

describe('HTML pages', () => {
  const page = `<!doctype html>
<!-- <script src="no.js"></script> -->
<script src="plain.js?v=1"></script><SCRIPT type=module src=/src/main.ts></SCRIPT>
<script type="module">
import { x } from './inline.ts';
import('/src/lazy.js');
</script>
<script src="{{ name }}.js"></script><script src="https://x.dev/y.js"></script>
<script>import './not-a-module.js'</script>
`;

  test('depend on their scripts, relative to the page or from the root', async () => {
    const structure = await structureOfTexts({
      'package.json': '{ "name": "x" }',
      'web/index.html': page,
      'web/plain.js': '',
      'web/src/main.ts': '',
      'web/inline.ts': '',
      'web/src/lazy.js': '',
      'web/no.js': '',
      'public/index.html': '<script src="/src/root.ts"></script>',
      'src/root.ts': '',
    });
    expect(reasonsFrom(structure, 'web/index.html')).toEqual([
      'web/index.html loads ./inline.ts (line 5)',
      'web/index.html loads plain.js?v=1 (line 3)',
      'web/index.html loads /src/lazy.js (line 6)',
      'web/index.html loads /src/main.ts (line 3)',
    ]);
    expect(reasonsFrom(structure, 'public/index.html')).toEqual(['public/index.html loads /src/root.ts (line 1)']);
    expect(structure.nodes.find(({ id }) => id === 'web/index.html')).toMatchObject({ type: 'file' });
    expect(unusedIn(structure)).toEqual(['web/no.js']);
  });

  test('list scripts that should be sources of the project and are not found, but none that may be built', async () => {
    const names = ['/src/gone.ts', '../../out.tsx', '/dist/built.js', 'https://x.dev/a.ts', '/src/there.ts'];
    const page = names.map((name) => `<script src="${name}"></script>`).join('\n');
    const { unresolved } = await structureOfTexts({ 'web/index.html': page, 'src/there.ts': '', 'zoo.ts': "import './no';\n" });
    expect(unresolved.map(({ path, line, specifier, reason }) => `${path}:${line} ${specifier} ${reason}`)).toEqual([
      'web/index.html:1 /src/gone.ts not found',
      'web/index.html:2 ../../out.tsx out of the project',
      'zoo.ts:1 ./no not found',
    ]);
  });

  test('name their scripts below their base', () => {
    const namesIn = (base: string) =>
      htmlScripts(`${base}<script src="a.js"></script><script src="/b.js"></script>`).map(({ name }) => name);
    expect(namesIn('<base href="/static/">')).toEqual(['/static/a.js', '/b.js']);
    expect(namesIn('<BASE target=_top href=lib/page.html>')).toEqual(['lib/a.js', '/b.js']);
    expect(namesIn('<base href="https://x.dev/">')).toEqual(['/b.js']);
    expect(namesIn('<base href="{{ root }}">')).toEqual(['a.js', '/b.js']);
  });

  test('import packages and names of import maps by name, in modules', async () => {
    const imports = ["import { a } from 'own';", "import 'mapped/x';", "import 'left-pad';", "import 'gone-lib';", "import './own.js';"];
    const others = ["// import 'old-lib';", "Array.from('word'); say('from', 'x');", "import 'https://x.dev/y.js';"];
    const structure = await structureOfTexts({
      'package.json': '{ "workspaces": ["own"], "dependencies": { "left-pad": "1" } }',
      'own/package.json': '{ "name": "own", "main": "./main.js" }',
      'own/main.js': 'export const a = 1;\n',
      'web/index.html': `<base href="/static/"><script type="importmap">{ "imports": { "mapped/": "./maps/" } }</script>
<script type="module">\n${[...imports, ...others].join('\n')}\n</script>`,
      'web/maps/x.js': '',
      'web/own.js': '',
      'web/gone-lib.js': '',
      'web/word.js': '',
    });
    expect(reasonsFrom(structure, 'web/index.html')).toEqual([
      'web/index.html loads own (line 3)',
      'web/index.html loads mapped/x (line 4)',
    ]);
    expect(structure.unresolved.map(({ line, specifier }) => `${line} ${specifier}`)).toEqual(['6 gone-lib']);
  });

  test('have no scripts in elements whose content is text', () => {
    const script = (name: string) => `<script src="${name}.js"></script>`;
    const text = `<title>${script('a')}</title><textarea rows=2>${script('b')}</TEXTAREA>${script('c')}`;
    expect(htmlScripts(text)).toEqual([{ name: 'c.js', line: 1 }]);
  });

  test('without a script are no nodes, and unclosed ones are read in bounded time', async () => {
    const { nodes } = await structureOfTexts({ 'a.html': '<p>a.ts</p>', 'a.ts': '' });
    expect(nodes.map(({ id }) => id)).toEqual(['a.ts']);
    expect(htmlScripts(`<script type=module>${'<script type=module> import '.repeat(40_000)}`)).toEqual([]);
    expect(htmlScripts('<script src=a.js></script>\n'.repeat(30_000)).at(-1)).toEqual({ name: 'a.js', line: 30_000 });
    expect(htmlScripts('<!-- <script src=a.js>')).toEqual([]);
    expect(htmlScripts('<title>'.repeat(40_000))).toEqual([]);
    expect(htmlScripts('<base '.repeat(40_000))).toEqual([]);
  });
});

describe('Python', () => {
  const modules = {
    'x/__init__.py': 'def __getattr__(name): pass\ndef __dir__(): pass\ndef lost(): pass\n',
    'x/cli.py': 'def run(): pass\ndef never(): pass\n',
    'x/gui.py': 'def start(): pass\n',
    'x/plug.py': 'def pytest_configure(): pass\n',
    'x/tool.py': 'class Tool:\n    def go(self): pass\n',
  };
  const unused = ['x/__init__.py lost', 'x/cli.py never'];

  test.each([
    [
      'pyproject.toml of the standard',
      'pyproject.toml',
      '[project]\nname = "x"\n[project.scripts]\nx = "x.cli:run"\n[project.gui-scripts]\ny = "x.gui:start [extra]"\n[project.entry-points.pytest11]\nz = "x.plug"\n[project.entry-points."a.b"]\nq = "x.tool:Tool.go"\n',
    ],
    [
      'pyproject.toml of Poetry',
      'pyproject.toml',
      '[tool.poetry.scripts]\nx = "x.cli:run"\ny = { reference = "x.gui:start", type = "console" }\n[tool.poetry.plugins.pytest11]\nz = "x.plug"\n[tool.poetry.plugins."a.b"]\nq = "x.tool:Tool"\n',
    ],
    [
      'setup.cfg',
      'setup.cfg',
      '[options.entry_points]\nconsole_scripts =\n    x = x.cli:run\n    y = x.gui:start\npytest11 = z = x.plug\na.b =\n  q = x.tool:Tool\n',
    ],
    [
      'setup.py with a dictionary',
      'setup.py',
      'setup(entry_points={"console_scripts": ["x = x.cli:run", f"{a} = x.no:no"],\n  \'gui_scripts\': [\'y=x.gui:start\'], "pytest11": ["z = x.plug"], "a.b": ["q = x.tool:Tool"]})\n',
    ],
    [
      'setup.py with text',
      'setup.py',
      'setup(entry_points="""\n  [console_scripts]\n  x = x.cli:run\n  [gui_scripts]\n  y = x.gui:start\n  [pytest11]\n  z = x.plug\n  [a.b]\n  q = x.tool:Tool\n""")\n',
    ],
  ])('%s names the functions of programs and plugins', async (_, path, manifest) => {
    const sources = await Promise.all(
      Object.entries(modules).map(async ([file, text]) => [file, await parseSource('python', text)] as const),
    );
    const structure = structureOf(sources, [[path, manifest]]);
    expect(unusedIn(structure)).toEqual(unused);
    expect(structure.edges.find(({ to }) => to === 'x/cli.py#run')).toMatchObject({ from: 'api:bin x' });
    expect(reasonsFrom(structure, 'api:plugin z (pytest11)')).toContain('plugin z (pytest11) uses pytest_configure of x/plug.py');
  });
});

test('Java: services and auto-configurations name their classes, each in the module of the text', async () => {
  const structure = await structureOfTexts({
    'a/pom.xml': '<project><artifactId>a</artifactId></project>',
    'b/pom.xml': '<project><artifactId>b</artifactId></project>',
    'a/src/main/java/p/Svc.java': 'package p;\npublic interface Svc {}\n',
    'a/src/main/java/p/Impl.java': 'package p;\nclass Impl implements Svc { static class Inner {} }\n',
    'b/src/main/java/p/Impl.java': 'package p;\nclass Impl {}\n',
    'a/src/main/java/p/Main.java': 'package p;\nclass Main { public static void main(String[] a) {} }\n',
    'a/src/main/java/p/Auto.java': 'package p;\nclass Auto {}\n',
    'a/src/main/resources/META-INF/services/p.Svc': '# services\np.Impl # one\np.Impl$Inner\njava.util.List\np.Gone\n',
    'a/src/main/resources/META-INF/spring/org.x.AutoConfiguration.imports': 'p.Auto\n',
  });
  expect(reasonsFrom(structure, 'a/src/main/resources/META-INF/services/p.Svc')).toEqual([
    'a/src/main/resources/META-INF/services/p.Svc names p.Impl (line 2)',
    'a/src/main/resources/META-INF/services/p.Svc names p.Impl (line 2)',
    'a/src/main/resources/META-INF/services/p.Svc names p.Svc (line 1)',
    'a/src/main/resources/META-INF/services/p.Svc names p.Svc (line 1)',
  ]);
  expect(structure.unresolved.map(({ line, specifier }) => `${line} ${specifier}`)).toEqual(['5 p.Gone']);
  expect(unusedIn(structure)).toEqual(['b/src/main/java/p/Impl.java']);
});

test('Go functions that C calls are used', async () => {
  const structure = await structureOfTexts({
    'go.mod': 'module m.dev/a\n',
    'main.go': 'package main\n\nimport "C"\n\nimport "m.dev/a/in"\n\nfunc main() { in.Use() }\n',
    'in/a.go': 'package in\n\nimport "C"\n\nfunc Use() {}\n\n//export called\nfunc called() {}\n\n// export never\nfunc never() {}\n',
  });
  expect(unusedIn(structure)).toEqual(['in/a.go never']);
});

test('Rust: functions that the compiler or C calls are used', async () => {
  const structure = await structureOfTexts({
    'Cargo.toml': '[package]\nname = "q"\nedition = "2021"\n[lib]\nproc-macro = true\n',
    'src/lib.rs':
      '#[proc_macro]\nfn one() {}\n#[proc_macro_derive(A, attributes(b))]\nfn two() {}\n#[proc_macro_attribute]\nfn three() {}\n#[no_mangle]\nextern "C" fn four() {}\n#[unsafe(no_mangle)]\nextern "C" fn five() {}\nfn never() {}\n',
  });
  expect(unusedIn(structure)).toEqual(['src/lib.rs never']);
});

test('files that frameworks load by name are used, only in packages that depend on the framework', async () => {
  const page = 'export default function Page() {}\nexport function generateMetadata() {}\n';
  const structure = await structureOfTexts({
    'web/package.json': '{ "name": "web", "dependencies": { "next": "15" } }',
    'web/app/blog/page.tsx': page,
    'web/src/middleware.ts': 'export function middleware() {}\n',
    'web/app/blog/helper.ts': 'export function lost() {}\n',
    'kit/package.json': '{ "name": "kit", "devDependencies": { "@sveltejs/kit": "2" } }',
    'kit/src/routes/a/+page.server.ts': 'export function load() {}\n',
    'other/package.json': '{ "name": "other" }',
    'other/app/blog/page.tsx': page,
  });
  expect(unusedIn(structure)).toEqual(['other/app/blog/page.tsx', 'web/app/blog/helper.ts']);
  expect(reasonsFrom(structure, 'api:framework Next.js')).toContain('Next.js loads web/app/blog/page.tsx by its name');
});

describe('files that share an API', () => {
  const pathsOf = (all: readonly { path: string }[]): string[] => all.map(({ path }) => path);

  test.each([
    ['Next.js', 'next', ['app/about/page.tsx', 'app/layout.tsx', 'app/page.tsx']],
    ['SvelteKit', '@sveltejs/kit', ['src/routes/+page.server.ts', 'src/routes/a/+page.ts', 'src/routes/b/+page.ts']],
    ['Astro', 'astro', ['src/content.config.ts', 'src/pages/feed.ts', 'src/pages/robots.txt.ts']],
  ])('%s: do not depend on each other, and none of them is the framework', async (name, dependency, files) => {
    const sources = Object.fromEntries(files.map((path) => [`web/${path}`, 'export const x = 1;\n']));
    const manifest = JSON.stringify({ name: 'web', dependencies: { [dependency]: '1' } });
    const model = modelOf(await structureOfTexts({ ...sources, 'web/package.json': manifest }));
    for (const path of Object.keys(sources)) expect(pathsOf(computeBlastRadius(model, [path]).files)).toEqual([]);
    expect(model.nodes.find(({ id }) => id === `api:framework ${name}`)?.path).toBe('web');
    expect(findPathBetween(model, `web/${files[0]}`, `web/${files[1]}`)?.direction).toBe('connected');
    const { unknown, alongside } = computeBlastRadius(model, [`api:framework ${name}`, 'module:web']);
    expect([unknown, pathsOf(alongside)]).toEqual([[], []]);
  });

  test('the entries of a package for several tools do not depend on each other', async () => {
    const model = modelOf(
      await structureOfTexts({
        'package.json': '{ "name": "x", "main": "./node.js", "browser": "./browser.js" }',
        'node.js': 'exports.a = 1;\n',
        'browser.js': 'exports.a = 2;\n',
      }),
    );
    expect(pathsOf(computeBlastRadius(model, ['browser.js']).files)).toEqual([]);
  });
});

test('configurations of tools, stories and declarations are no dead ends, other files with similar names are', async () => {
  const texts = [
    ...['eslint.config.js', 'web/vite.config.mts', 'metro.config.cjs', '.eslintrc.cjs', '.storybook/main.ts', 'src/Button.stories.tsx'],
    ...[
      'src/globals.d.ts',
      'src/style.d.css.ts',
      'noxfile.py',
      'setup.py',
      'docs/conf.py',
      'app/migrations/0001_initial.py',
      'tests/conftest.py',
    ],
  ].map((path) => [path, path.endsWith('.py') ? 'def f(): pass\n' : 'export function f() {}\n']);
  const others = ['src/config.ts', 'src/conf.py', 'src/stories.ts', 'src/d.ts'].map((path) => [path, '']);
  expect(unusedIn(await structureOfTexts(Object.fromEntries([...texts, ...others])))).toEqual(others.map(([path]) => path).sort());
});

test('lists of services are read as configuration, and pages by their ending', () => {
  const read = ['src/main/resources/META-INF/services/p.Svc', 'META-INF/spring/a.b.imports'];
  expect([...read, 'META-INF/MANIFEST.MF', 'services/p.Svc', 'index.html'].filter(isConfig)).toEqual(read);
  expect(['index.html', 'a/b.HTM', 'a.html.erb', 'html'].filter(isPage)).toEqual(['index.html', 'a/b.HTM']);
});
