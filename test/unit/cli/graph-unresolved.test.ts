import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

const FILES = {
  'src/auth.ts': 'export const login = () => 1;\n',
  'src/app.ts': "import { login } from './other/auth';\nimport { gone } from './gone.ts';\nlogin(gone);\n",
  'src/App.vue': '<script setup>import { login } from "./auth.ts";</script>\n',
  'src/big.ts': `export const big = '${'x'.repeat(1_048_577)}';\n`,
  'src/core/auth/index.ts': 'export const core = 1;\n',
  'lib/tool.py': 'from .missing import tool\n',
};
/** The first start loads the whole program. */
const LONG_MS = 120_000;

test(
  'unresolved imports are listed, and counted wherever a result may be incomplete',
  async () => {
    const project = new CliProject();
    for (const [file, text] of Object.entries(FILES)) {
      fs.mkdirSync(path.dirname(path.join(project.root, file)), { recursive: true });
      fs.writeFileSync(path.join(project.root, file), text);
    }
    execFileSync('git', ['-C', project.root, 'init', '--quiet']);
    await project.run('init');
    expect(await project.run('graph unresolved')).toMatchObject({ code: 1, err: expect.stringContaining('cortex graph build') });
    const built = await project.printed('graph build');
    const list = `cortex graph unresolved --root ${project.root}`;
    expect(built.out).toContain(`Unresolved imports: 3 (${list})\nFiles not fully read: 2 (${list})\n`);

    expect(await project.json('graph unresolved')).toEqual({
      imports: [
        { path: 'lib/tool.py', line: 1, specifier: '.missing', names: ['tool'], reason: 'not found' },
        { path: 'src/app.ts', line: 1, specifier: './other/auth', names: ['login'], reason: 'not found' },
        { path: 'src/app.ts', line: 2, specifier: './gone.ts', names: ['gone'], reason: 'not found' },
      ],
      files: [
        { path: 'src/App.vue', reason: 'is not read: Vue' },
        { path: 'src/big.ts', reason: 'is larger than 1 MiB' },
      ],
      changed: 0,
    });
    expect((await project.run('graph unresolved lib')).out).toBe('1 import unresolved\nlib/tool.py:1  .missing  not found\n');
    expect((await project.run('graph unresolved src/core')).out).toBe('All imports in src/core are resolved, and all files are read.\n');

    // For paths outside the graph it must not report that all is resolved.
    for (const [typed, value] of [
      ['src/nope', 'src/nope'],
      ['README.md', 'README.md'],
    ] as const) {
      const { code, out, err } = await project.run(`graph unresolved ${typed}`);
      expect({ code, out, err }).toEqual({
        code: 1,
        out: '',
        err: expect.stringContaining(`not in the graph (got "${value}"`),
      });
    }
    // A path may have the additions that editors and tools write.
    expect((await project.run('graph unresolved lib/tool.py:1')).out).toBe('1 import unresolved\nlib/tool.py:1  .missing  not found\n');
    expect((await project.run('graph unresolved src/auth.ts#login')).out).toBe(
      'All imports in src/auth.ts#login are resolved, and all files are read.\n',
    );
    const asked = await project.json('graph blast src/auth.ts');
    for (const typed of ['src/auth.ts:100', 'src/auth.ts:1:7', '@src/auth.ts', '"src/auth.ts"', 'src/auth.ts#L12']) {
      expect(await project.json(['graph', 'blast', typed])).toEqual(asked);
    }
    expect((await project.run('graph blast src/auth.ts#logon')).err).toContain('src/auth.ts#logon: not in the graph');

    const may = `1 import unresolved, 2 files not fully read; the list may be incomplete. Details: ${list}`;
    const means = 'Unresolved import that may mean this file: src/app.ts:1 imports ./other/auth';
    const { out } = await project.printed('graph impact src/auth.ts');
    expect(out).toContain(`No dependents found; some may be missing.\n\nNo tests found for it; some may be missing.\n\n${may}\n${means}\n`);
    expect(await project.json('graph blast src/auth.ts')).toEqual(await project.json('graph impact src/auth.ts'));
    expect((await project.printed('lock acquire src/auth.ts --agent ann')).out).toContain(
      `\n${may.replace('the list may be incomplete', 'more files may be affected')}\n${means}\n`,
    );
    expect(await project.json('lock acquire src/core/ --agent ann')).toMatchObject({
      granted: true,
      doubts: { known: true, unresolved: 1, concerning: [{ path: 'src/app.ts', line: 1, specifier: './other/auth' }] },
    });

    // A graph that was built on another machine has no gaps file.
    fs.rmSync(path.join(project.root, '.cortex/.local/graph/gaps.json'));
    expect((await project.run('graph blast src/auth.ts')).out).toContain(
      'It is unknown which imports are unresolved; the list may be incomplete.',
    );
    expect(await project.run('graph unresolved')).toMatchObject({ code: 1, err: expect.stringContaining('cortex graph build') });
    await project.run('graph build');
    expect(await project.json('graph blast lib/tool.py')).toMatchObject({ doubts: { known: true, unresolved: 1, unread: 0, changed: 0 } });
  },
  LONG_MS,
);
