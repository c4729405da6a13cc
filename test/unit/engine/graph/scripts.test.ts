import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findUnused, GraphModel, LiveGraph } from '../../../../src/engine/graph/index.ts';
import { MAX_EXAMINED } from '../../../../src/engine/graph/limits.ts';
import { listSources } from '../../../../src/engine/graph/sources.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const runtime = nodeRuntime({});
let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

function write(file: string, text: string | Buffer, mode = 0o644): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text, { mode });
}

const NODE = '#!/usr/bin/env node\n';
const PYTHON = '#!/usr/bin/env python3\n';

describe('the list of sources', () => {
  const listed = async (): Promise<string[]> => (await listSources(runtime, root)).files.map((each) => each.path);

  test('has scripts whose names have no ending, and no other such files', async () => {
    for (const file of ['bin/tool', '.hooks/commit-msg', '.profile', 'LICENSE']) write(file, NODE);
    write('RELEASE', PYTHON, 0o755);
    // Without git, hidden folders are not entered.
    write('SConstruct', 'import site_tools\n');
    for (const [file, text] of Object.entries({ data: 'x', 'bin/run': '#!/bin/sh\nnode x\n', Dockerfile: NODE, 'a.txt': NODE }))
      write(file, text, 0o755);
    expect(await listed()).toEqual(['RELEASE', 'SConstruct', 'bin/tool']);
  });

  test('has programs of web servers in a language that is read, and the sources of rare endings', async () => {
    write('cgi-bin/a.cgi', PYTHON);
    write('cgi-bin/b.cgi', '#!/usr/bin/perl\n');
    write('cgi-bin/c.fcgi', NODE, 0o755);
    for (const file of ['d.pyw', 'e.pyi', 'f.mts', 'g.cts', 'h.wsgi']) write(file, '');
    for (const file of ['i.es6', 'j.jsp', 'k.templ']) write(file, '');
    const { files, unread } = await listSources(runtime, root);
    expect(files.map((each) => each.path)).toEqual(['cgi-bin/a.cgi', 'cgi-bin/c.fcgi', 'd.pyw', 'e.pyi', 'f.mts', 'g.cts', 'h.wsgi']);
    expect(unread.map(({ path: file, reason }) => `${file} ${reason}`)).toEqual([
      'i.es6 is not read: JavaScript with the ending .es6',
      'j.jsp is not read: JSP',
      'k.templ is not read: templ',
    ]);
  });

  test('follows no links, and reports large scripts', async () => {
    const outside = temporaryFolder();
    fs.writeFileSync(path.join(outside, 'secret'), NODE);
    fs.symlinkSync(path.join(outside, 'secret'), path.join(root, 'linked'));
    fs.symlinkSync('nowhere', path.join(root, 'gone'));
    write('large', Buffer.concat([Buffer.from(NODE), Buffer.alloc(1_048_576, 'x')]));
    write('large-data', Buffer.alloc(1_048_577, 'x'));
    const { files, unread, problems, leftOut } = await listSources(runtime, root);
    expect(files).toEqual([]);
    expect(unread).toEqual([{ path: 'large', reason: 'is larger than 1 MiB' }]);
    expect(problems).toEqual([{ path: 'large', message: 'skipped: it is larger than 1 MiB' }]);
    expect(leftOut).toBe(1);
  });

  test('is made without opening documents, and of many files only the first are examined, executable ones before all', async () => {
    const opened: string[] = [];
    const counting = {
      ...nodeFileSystem,
      openSync: (file: string, flags: number) => {
        opened.push(path.relative(root, file));
        return nodeFileSystem.openSync(file, flags);
      },
    };
    for (let n = 0; n <= MAX_EXAMINED + 1; n += 1) write(`blobs/${n}`, 'x');
    for (const name of ['LICENSE', 'Makefile', 'CODE_OF_CONDUCT', 'README', 'web.html', 'a.ts']) write(name, 'x');
    write('zoo/tool', NODE, 0o755);
    const { files, unread } = await listSources({ ...runtime, fs: counting }, root);
    expect(files.map((each) => each.path)).toEqual(['a.ts', 'zoo/tool']);
    expect(opened).toHaveLength(MAX_EXAMINED);
    expect(opened[0]).toBe('zoo/tool');
    expect(unread).toEqual([
      {
        path: unread[0]?.path,
        reason: 'is not read, nor are 2 more such files: only the first 5000 files without a file extension are examined',
      },
    ]);
  });
});

describe('the graph', () => {
  const edgesOf = ({ built }: LiveGraph): string[] =>
    built.graph.edges.flatMap(({ from, to, type }) => (type === 'configures' || /[#]|module:/.test(from + to) ? [] : [`${from} → ${to}`]));
  const TEXTS = {
    'package.json': '{ "name": "shop", "bin": { "shop": "bin/shop", "other": "./bin/other" } }',
    'bin/shop': `${NODE}require('../lib/cli').run();\nrequire('./helper');\n`,
    'bin/helper': `${NODE}import '../lib/help.js';\n`,
    'bin/other': "#!/usr/bin/env -S deno run\nimport { x } from '../lib/typed.ts';\nconst y: number = x;\n",
    'lib/cli.js': 'exports.run = () => 1;\n',
    'lib/help.js': '',
    'lib/typed.ts': 'export const x = 1;\n',
    'tools/count': `${PYTHON}import count\nfrom counted.words import words\nimport gone.away\n`,
    'counted/__init__.py': '',
    'counted/words.py': 'def words(): pass\n',
    'count/__init__.py': '',
    'gone/__init__.py': '',
    'use.py': 'import tools.count\n',
  };

  test('has scripts without an ending as sources of their language', async () => {
    for (const [file, text] of Object.entries(TEXTS)) write(file, text);
    const live = await LiveGraph.open(runtime, root);
    await live.close();
    expect(edgesOf(live)).toEqual([
      'api:bin count → tools/count',
      'api:bin helper → bin/helper',
      'api:bin other → bin/other',
      'api:bin shop → bin/shop',
      'bin/helper → lib/help.js',
      'bin/other → lib/typed.ts',
      'bin/shop → bin/helper',
      'bin/shop → lib/cli.js',
      'tools/count → count/__init__.py',
      'tools/count → counted/words.py',
    ]);
    expect(live.built.gaps.imports.map(({ path: file, specifier }) => `${file} ${specifier}`)).toEqual(['tools/count gone.away']);
  });

  test('follows scripts that appear, change, are no longer scripts, and disappear', async () => {
    write('lib/a.js', '');
    write('lib/b.js', '');
    write('bin/tool', 'echo\n');
    const live = await LiveGraph.open(runtime, root);
    const afterWriting = async (text: string | null): Promise<string[]> => {
      if (text === null) fs.rmSync(path.join(root, 'bin/tool'));
      else write('bin/tool', text);
      await live.update(['bin/tool']);
      const anew = await LiveGraph.open(runtime, root);
      await anew.close();
      expect(live.built.graph).toEqual(anew.built.graph);
      return edgesOf(live);
    };
    const program = 'api:bin tool → bin/tool';
    expect(edgesOf(live)).toEqual([]);
    expect(await afterWriting(`${NODE}import '../lib/a.js';\n`)).toEqual([program, 'bin/tool → lib/a.js']);
    expect(await afterWriting(`${NODE}import '../lib/b.js';\n`)).toEqual([program, 'bin/tool → lib/b.js']);
    expect(await afterWriting(`${PYTHON}import os\n`)).toEqual([program]);
    expect(await afterWriting('#!/bin/sh\n')).toEqual([]);
    expect(await afterWriting(`${NODE}import '../lib/gone.js';\n`)).toEqual([program]);
    expect(live.built.gaps.imports.map(({ path: file, reason }) => `${file} ${reason}`)).toEqual(['bin/tool not found']);
    expect(await afterWriting(null)).toEqual([]);
    await live.close();
  });

  test('has programs of web servers with their imports, and names programs whose language only a command shows', async () => {
    write('cgi-bin/a.cgi', `${PYTHON}import lib.one\n`);
    write('site.wsgi', 'import lib.two\n');
    for (const file of ['lib/__init__.py', 'lib/one.py', 'lib/two.py']) write(file, '');
    for (const file of ['bin/tool', 'bin/other', 'bin/data.bin']) write(file, 'x\n');
    write('package.json', '{ "scripts": { "a": "node bin/tool && node bin/tool --x && python3 bin/data.bin" } }');
    const live = await LiveGraph.open(runtime, root);
    await live.close();
    expect(edgesOf(live)).toEqual(expect.arrayContaining(['cgi-bin/a.cgi → lib/one.py', 'site.wsgi → lib/two.py']));
    expect(findUnused(new GraphModel(live.built.graph)).files).toEqual([]);
    const reason = 'is not read: only a script of a package.json shows its language';
    expect(live.built.gaps.files).toEqual([
      { path: 'bin/data.bin', reason, language: 'py' },
      { path: 'bin/tool', reason, language: 'ts' },
    ]);
  });

  test('names the scripts that Python manifests install', async () => {
    const manifests = {
      'one/setup.py': "from setuptools import setup\nsetup(name='one', scripts=['bin/a', 'bin/shell'])\n",
      'two/setup.cfg': '[options]\nscripts =\n  bin/b\n  bin/c.py\n',
      'three/pyproject.toml': '[tool.setuptools]\nscript-files = ["bin/d"]\n',
      'four/pyproject.toml': '[tool.poetry.scripts]\ne = { reference = "bin/e", type = "file" }\n',
    };
    for (const [file, text] of Object.entries(manifests)) write(file, text);
    for (const file of ['one/bin/a', 'two/bin/b', 'two/bin/c.py', 'three/bin/d', 'four/bin/e']) write(file, `${PYTHON}def main(): pass\n`);
    write('one/bin/shell', '#!/bin/sh\n');
    const live = await LiveGraph.open(runtime, root);
    await live.close();
    const programs = live.built.graph.nodes.flatMap(({ id, type }) => (type === 'api' ? [id] : []));
    expect(programs).toEqual(['api:bin a', 'api:bin b', 'api:bin c.py', 'api:bin d', 'api:bin e']);
  });
});
