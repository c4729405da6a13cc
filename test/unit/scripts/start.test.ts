import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';
import { runNode } from '../../../scripts/lib/run.mjs';
import { Cleanup } from '../../../scripts/lib/start/cleanup.mjs';
import { manifestTitles } from '../../../scripts/lib/start/manifest-titles.mjs';
import { report, statusLine } from '../../../scripts/lib/start/watch.mjs';
import { startChildProgram } from '../../harness/child-program.ts';
import { waitFor } from '../../harness/wait.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { WAIT_MS } from '../../support/limits.ts';
import { isThere, processesOf } from '../../support/processes.ts';
import { buildSupplies } from '../demo/programs.ts';

describe('npm start', () => {
  test('prints its help, and refuses a screenshot that is no PNG or has no folder before it does anything', async () => {
    expect(await runNode(fromRoot('scripts', 'start.mjs'), ['--help'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('--shot <file.png>'),
    });
    const refused = await runNode(fromRoot('scripts', 'start.mjs'), ['--shot', 'x.jpg']);
    expect(refused).toEqual({ code: 1, output: '--shot x.jpg: the screenshot is a PNG. Expected: a file name that ends in .png.\n' });
    const nowhere = await runNode(fromRoot('scripts', 'start.mjs'), ['--shot', fromRoot('not-there', 'x.png')]);
    expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining('no folder') });
  });

  test('names the entry points of the extension', () => {
    expect(manifestTitles()).toEqual({ container: 'Cortex', dashboard: expect.stringMatching(/^Cortex: .*Dashboard/) });
  });

  test('shows failures only if there are some', () => {
    const now = { done: 3, failed: 0, total: 9, agents: 5, working: 4, locks: 2, finished: false };
    expect(statusLine(now)).toBe('3 of 9 tasks done · 4 of 5 agents working · 2 locks');
    expect(statusLine({ ...now, failed: 1 })).toContain('3 of 9 tasks done, 1 failed ·');
    expect(statusLine({ ...now, done: 0, total: 1, agents: 1, working: 0, locks: 1 })).toBe(
      '0 of 1 task done · 0 of 1 agent working · 1 lock',
    );
  });

  test('repeats the address of the editor below the state of the swarm', () => {
    expect(report('10:00:00', '1 lock', 'http://127.0.0.1:1/?tkn=x')).toBe('10:00:00  1 lock\n  Open: http://127.0.0.1:1/?tkn=x');
    expect(report('10:00:00', '1 lock', undefined)).toBe('10:00:00  1 lock');
  });

  test('ends steps in reverse order, once, and all even if one fails', async () => {
    const ended: string[] = [];
    const cleanup = new Cleanup();
    for (const name of ['agents', 'editor']) cleanup.add(async () => void ended.push(name));
    cleanup.add(() => Promise.reject(new Error('a step that fails on purpose')));
    await Promise.all([cleanup.end(), cleanup.end()]);
    expect(ended).toEqual(['editor', 'agents']);
  });

  test.skipIf(process.platform !== 'linux')('leaves no agent and no folder when it is killed', async () => {
    const supplies = await buildSupplies();
    onTestFinished(() => fs.rmSync(supplies.programs, { recursive: true, force: true }));
    const agents = pathToFileURL(fromRoot('scripts', 'lib', 'start', 'agents.mjs')).href;
    const program = `
      import { makeDemo, startAgents } from ${JSON.stringify(agents)};
      const demo = await makeDemo(1, ${JSON.stringify(supplies)});
      await startAgents(demo, ['crane', 'heron']);
      console.log(demo.home);`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void starter.kill('SIGKILL'));
    const [said] = await once(starter.stdout, 'data');
    const home = String(said).trim();
    await waitFor('the agents', async () => fs.existsSync(path.join(home, 'logs', 'heron.log')) && processesOf(home).length >= 3);
    starter.kill('SIGKILL');
    await waitFor('everything to end', async () => processesOf(home).length === 0 && !fs.existsSync(home));
  });

  test('removes an unfinished project when it is interrupted', async () => {
    const supplies = await buildSupplies();
    onTestFinished(() => fs.rmSync(supplies.programs, { recursive: true, force: true }));
    const module = (name: string) => JSON.stringify(pathToFileURL(fromRoot('scripts', 'lib', 'start', name)).href);
    const program = `
      import { makeDemoUntil } from ${module('agents.mjs')};
      import { Cleanup } from ${module('cleanup.mjs')};
      const cleanup = new Cleanup();
      cleanup.takeOverSignals(() => undefined);
      await makeDemoUntil(cleanup, 1, ${JSON.stringify(supplies)});
      setInterval(() => undefined, 1_000);`;
    const folder = temporaryFolder();
    const env = { ...process.env, TMPDIR: folder };
    const starter = spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: 'inherit' });
    onTestFinished(() => void starter.kill('SIGKILL'));
    const demos = () => fs.readdirSync(folder).filter((name) => name.startsWith('cortex-demo-'));
    await expect.poll(demos, { interval: 5 }).toHaveLength(1);
    const ended = once(starter, 'exit');
    starter.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(demos()).toEqual([]);
  });
});

describe('the window of the desktop editor', () => {
  /** Starts an editor in a separate process group, as `code` does, and waits. */
  const CODE = `
    const { spawn } = require('node:child_process');
    const editor = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
    require('node:fs').writeFileSync(process.argv[2] + '/code.lock', String(editor.pid));
    console.log('opened');
    setInterval(() => {}, 1000);`;

  test('ends with the program, although it is not a child process', async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, 'code.cjs'), CODE);
    const script = fromRoot('scripts', 'lib', 'start', 'desktop-window.mjs');
    const args = [script, folder, process.execPath, path.join(folder, 'code.cjs'), folder];
    const window = startChildProgram(process.execPath, args, { env: process.env });
    await window.waitForOutput(/opened/, WAIT_MS);
    const editor = Number(fs.readFileSync(path.join(folder, 'code.lock'), 'utf8'));
    onTestFinished(() => void (isThere(editor) && process.kill(editor, 'SIGKILL')));
    expect(isThere(editor)).toBe(true);
    await window.stop();
    await waitFor('the editor to end', async () => !isThere(editor));
  });

  test('ends the wait when a person closes it', async () => {
    const script = fromRoot('scripts', 'lib', 'start', 'desktop-window.mjs');
    const window = startChildProgram(process.execPath, [script, temporaryFolder(), process.execPath, '-e', '0'], { env: process.env });
    expect(await window.exited).toBe(0);
  });
});
