import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { StatusOutput } from '../../../src/engine/needs/status/status-schemas.ts';
import { waitFor } from '../../harness/wait.ts';
import { CliProject, cortexFile } from '../../support/cortex-cli.ts';
import { processorMsOf } from '../../support/processes.ts';

/** Runs `cortex status --watch` in a project, as a separate process. */
function watching(project: CliProject, ...more: readonly string[]): { child: ChildProcess; out: () => string } {
  const env = { ...process.env, HOME: project.root, USERPROFILE: project.root };
  const child = spawn(process.execPath, [cortexFile, 'status', '--watch', ...more], { cwd: project.root, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  return { child, out: () => out };
}

const jsonLines = (text: string): StatusOutput[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('the status is shown again after each change in any protocol, and ends with Ctrl-C', async () => {
  const project = new CliProject();
  const { child, out } = watching(project);
  await waitFor('the first status', async () => out().includes('No Cortex files found'));
  await project.run('init');
  await project.run('swarm create --task Release --coordinator lead');
  await waitFor('the swarm', async () => /Swarm +Release/.test(out()));
  await project.run('lock acquire src/a.ts --agent ann --ttl 10m');
  await waitFor('the lock', async () => /Locks +1 held/.test(out()));
  project.write('.cstack/PLAN.md', '- [ ] Round the prices\n');
  await waitFor('the plan', async () => out().includes('1 pending'));
  project.write('vault/rules/a.md', '---\nname: A\ntype: rule\nproject: shop\n---\nText.\n');
  await waitFor('the note', async () => /Memory +1 note/.test(out()));
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  // Not a terminal, so nothing is cleared.
  expect(out()).not.toContain('\u001b');
});

test.skipIf(process.platform !== 'linux')(
  'each JSON line differs from the one before, and nothing is read while nothing changes',
  async () => {
    const project = new CliProject();
    await project.run('init');
    await project.run('swarm create --task Release --coordinator lead');
    const { child, out } = watching(project, '--json');
    await waitFor('the first status', async () => jsonLines(out()).length > 0);
    for (let number = 1; number <= 3; number += 1) {
      await project.run(`lock acquire src/${number}.ts --agent ann --ttl 10m`);
      await waitFor(`lock ${number}`, async () => jsonLines(out()).at(-1)?.locks?.held === number);
    }
    const before = jsonLines(out());
    expect(before.filter((each, place) => JSON.stringify(each) === JSON.stringify(before[place - 1]))).toEqual([]);
    const { pid = 0 } = child;
    // A reading that causes the next one would use the processor all the time.
    await waitFor('rest', async () => {
      const used = processorMsOf(pid);
      await sleep(1_000);
      return processorMsOf(pid) - used <= 30;
    });
  },
);

test('without --watch the answer is one status, also for a folder without files', async () => {
  const project = new CliProject();
  expect(await project.json('status')).toMatchObject({ swarm: null, problems: [] });
});
