import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellWord } from '../../../src/engine/text/shell-word.ts';
import { CliProject } from '../../support/cortex-cli.ts';

async function projectWith(files: Readonly<Record<string, string>>): Promise<CliProject> {
  const project = new CliProject();
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  await project.run('init');
  await project.run('graph build');
  return project;
}

const WAITING = {
  'src/app.ts': "import { session } from './auth/session';\nexport const load = () => import(String(session));\n",
  'src/plugin.ts': 'export const plugin = 1;\n',
};
const QUESTIONS: readonly (readonly [command: string, means: string])[] = [
  ['blast src/plugin.ts', 'the list may be incomplete'],
  ['path src/app.ts src/plugin.ts', 'a connection may be missing'],
  ['couplings', 'what they connect may be listed here'],
  ['cycles', 'the list may be incomplete'],
  ['dead-ends', 'what they lead to may be listed here'],
  ['stats', 'edges may be missing'],
];

describe('with imports that are unresolved no answer says that there is nothing', () => {
  test.each(QUESTIONS)('graph %s', async (command, means) => {
    const project = await projectWith(WAITING);
    const { out } = await project.printed(`graph ${command}`);
    expect(out).toContain(`2 imports unresolved; ${means}. List them: cortex graph unresolved --root ${shellWord(project.root)}\n`);
    expect(out).not.toMatch(/Nothing connects|Nothing depends|No files lean/);
    expect(await project.json(`graph ${command}`)).toMatchObject({ doubts: { known: true, unresolved: 2, unread: 0 } });
  });

  test('and where it is unknown which are, or the graph is older, that is said', async () => {
    const project = await projectWith(WAITING);
    fs.rmSync(path.join(project.root, '.cortex/.local/graph/gaps.json'));
    const said = `It is unknown which imports are unresolved; edges may be missing. Build the graph: cortex graph build --root ${shellWord(project.root)}`;
    expect((await project.printed('graph stats')).out).toContain(said);
    expect(await project.json('graph cycles')).toMatchObject({ doubts: { known: false } });
  });

  test('a file that is not there yet names the import that waits for it; any other is not known', async () => {
    const project = await projectWith(WAITING);
    const { code, out, err } = await project.run('graph blast src/auth/session.ts');
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('src/auth/session.ts: this is not in the graph') });
    expect(out).toContain('Unresolved, but may mean this: src/app.ts:1 imports ./auth/session');
    expect((await project.run('graph blast src/auth/other.ts')).err).toContain('the graph does not know this');
  });
});

test('where all is resolved and read nothing more is said', async () => {
  const project = await projectWith({ 'a.ts': "import './b.ts';\n", 'b.ts': '' });
  for (const command of ['blast b.ts', 'path a.ts b.ts', 'couplings', 'cycles', 'dead-ends', 'stats']) {
    expect((await project.run(`graph ${command}`)).out).not.toMatch(/unresolved|incomplete|missing/);
  }
  expect((await project.run('graph cycles')).out).toBe('No circular dependencies.\n');
});
