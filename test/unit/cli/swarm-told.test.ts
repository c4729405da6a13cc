import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bundle } from '../../support/bundle.ts';
import { CliProject, cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { WAIT_MS } from '../../support/limits.ts';

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

const conflicts = async () => (await project.timeline()).filter(({ type }) => type === 'conflict');
const TIMELINE = () => path.join(project.root, '.cortex/timeline.crtx');

describe('cortex lock break', () => {
  beforeEach(async () => {
    await project.run('swarm create --task T --coordinator queen');
    await project.run('lock acquire a.ts --agent ann --reason work');
  });

  test('by the coordinator records exactly one conflict in the timeline', async () => {
    expect(await project.run(['lock', 'break', 'a.ts', '--by', 'queen', '--reason', 'It hangs'])).toEqual({
      code: 0,
      err: '',
      out: 'Broke a.ts (ann)\n',
    });
    expect(await conflicts()).toMatchObject([
      { agentId: 'queen', action: 'Broke the lock on a.ts that ann held', reasoning: 'It hangs', context: { files: ['a.ts'] } },
    ]);
    expect((await project.run('lock acquire a.ts --agent bob')).code).toBe(0);
  });

  test('by a person at a terminal', async () => {
    expect((await project.run('lock break a.ts --by person:kim --reason stuck')).code).toBe(1);
    expect(await conflicts()).toEqual([]);
    expect((await project.asPerson('lock break a.ts --by person:kim --reason stuck')).code).toBe(0);
    expect(await conflicts()).toMatchObject([{ agentId: 'person:kim' }]);
  });

  test('by anybody else is refused with the allowed names, and records nothing', async () => {
    for (const by of ['bob', 'ann', 'Queen']) {
      expect(await project.run(`lock break a.ts --by ${by} --reason impatient`)).toEqual({
        code: 1,
        out: '',
        err:
          'error: only the coordinator of the swarm or a person may break a lock ' +
          `(got "${by}"; allowed: queen, person:<name>). Wait for the lock to expire, or ask a person.\n`,
      });
    }
    expect(await project.json('lock list')).toMatchObject({ locks: [{ path: 'a.ts', agentId: 'ann' }] });
    expect(await conflicts()).toEqual([]);
  });

  test('of a path below a locked folder names the lock of the folder, and ends no wait', async () => {
    await project.run('lock acquire src/ --agent ann');
    const waiting = project.run('lock acquire src/b.ts --agent bob --wait 1h');
    await vi.waitFor(async () => expect(Object(await project.json('lock list')).waiting).toHaveLength(1), WAIT_MS);
    const run = await project.run('lock break src/b.ts --by queen --reason stuck');
    expect(run).toMatchObject({ code: 1, out: expect.stringMatching(/^Not held: src\/b\.ts\n {2}src\/ is held by ann, until /) });
    expect(run.err).toContain('to break the lock on src/: cortex lock break src/ --by queen --reason stuck');
    expect(await project.run('lock break src/ --by queen --reason stuck')).toMatchObject({ code: 0, out: 'Broke src/ (ann)\n' });
    expect(await waiting).toMatchObject({ code: 0 });
  });

  test('of a lock that does not exist exits with 1, and records nothing', async () => {
    expect(await project.run('lock break b.ts --by queen --reason stuck')).toEqual({ code: 1, out: 'Not held: b.ts\n', err: '' });
    expect((await project.run('lock break ../b.ts --by queen --reason stuck')).code).toBe(2);
    expect((await project.run(['lock', 'break', 'a.ts', '--by', 'queen', '--reason', ''])).code).toBe(2);
    expect(await conflicts()).toEqual([]);
  });

  test('is recorded once by the next process if its process is killed before the timeline is written', async () => {
    const worker = await bundle(path.join(import.meta.dirname, '../../contention/workers/break-and-die.ts'), temporaryFolder());
    const child = spawn(process.execPath, [worker, project.root, 'a.ts', 'queen'], { stdio: 'inherit' });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect(fs.existsSync(TIMELINE()) ? fs.readFileSync(TIMELINE(), 'utf8') : '').not.toContain('Broke the lock');
    const next = await runProcess([cortexFile, 'timeline', 'list', '--root', project.root]);
    expect(next).toMatchObject({ code: 0, out: expect.stringContaining('Broke the lock on a.ts that ann held'), err: '' });
    expect(await conflicts()).toMatchObject([{ agentId: 'queen', action: 'Broke the lock on a.ts that ann held' }]);
    await project.run('swarm status');
    expect(await conflicts()).toHaveLength(1);
  });
});

describe('an unreadable timeline', () => {
  test('does not prevent an operation, causes a warning, and gets the entry when it is repaired', async () => {
    await project.run('lock acquire a.ts --agent ann');
    fs.writeFileSync(TIMELINE(), '{\n "header": oops');
    const run = await project.asPerson('lock break a.ts --by person:kim --reason stuck');
    expect(run).toMatchObject({ code: 0, out: 'Broke a.ts (ann)\n' });
    expect(run.err).toMatch(
      /^warning: The timeline does not contain the latest events of the swarm yet\. .*\/\.cortex\/timeline\.crtx:2:12: is not JSON.*\n$/,
    );
    expect((await project.run('swarm status')).err, 'every command warns until then').toContain(
      'The timeline does not contain the latest events',
    );
    expect(fs.readFileSync(TIMELINE(), 'utf8')).toBe('{\n "header": oops');
    fs.unlinkSync(TIMELINE());
    expect(await project.run('swarm status')).toMatchObject({ code: 0, err: '' });
    expect(await conflicts()).toMatchObject([{ agentId: 'person:kim' }]);
  });
});

test('timeline list reports damage in the log of the swarm', async () => {
  await project.run('lock acquire a.ts --agent ann');
  fs.appendFileSync(path.join(project.root, '.cortex/.local/swarm/000001.jsonl'), '\nthis is no record\n');
  const { code, err } = await project.run('timeline list');
  expect(code).toBe(0);
  expect(err).toMatch(/^warning: .*swarm\/000001\.jsonl:\d+: skipped a damaged line of 17 bytes\. Run "cortex verify"\.\n$/);
});

describe('several simultaneous processes', () => {
  test('that create a swarm: exactly one succeeds, and the errors of the others name the running swarm', async () => {
    for (let round = 0; round < 3; round++) {
      const own = new CliProject();
      await own.run('init');
      const names = ['one', 'two', 'three', 'four'];
      const runs = await Promise.all(
        names.map((name) =>
          runProcess([cortexFile, 'swarm', 'create', '--task', `Task ${name}`, '--coordinator', name, '--root', own.root, '--json']),
        ),
      );
      const [winner, ...others] = runs.toSorted((a, b) => a.code - b.code);
      expect(runs.map(({ code }) => code).toSorted()).toEqual([0, 1, 1, 1]);
      const { swarm } = JSON.parse(winner?.out ?? '');
      expect(own.manifest).toMatchObject({ id: swarm });
      for (const { out, err } of others) {
        expect(JSON.parse(out)).toMatchObject({ error: { code: 'already-exists' } });
        expect(err).toBe(
          `error: Swarm "${swarm}" (${own.manifest.task}) still has 1 unfinished task. Complete or fail each of them, or abort the swarm: cortex swarm abort --by ${own.manifest.coordinator} --reason REASON --root ${own.root}\n`,
        );
      }
      expect(await own.timeline()).toMatchObject([{ type: 'delegation', agentId: own.manifest.coordinator }]);
    }
  });

  test('that fail their tasks: each failure is in the timeline at the end', async () => {
    const tasks = Array.from({ length: 6 }, (_, n) => `{id: t${n}, description: d}`);
    const plan = project.write('plan.yaml', `decomposition: {id: root, description: r, children: [${tasks.join(', ')}]}`);
    await project.run(['swarm', 'create', '--task', 'T', '--coordinator', 'queen', '--file', plan]);
    const agents = tasks.map((_, n) => `agent-${n}`);
    for (const agent of agents) {
      await project.run(`swarm recruit ${agent} --role coder`);
      await project.run(`swarm claim --agent ${agent} --task t${agent.slice(6)}`);
    }
    const runs = await Promise.all(
      agents.map((agent, n) =>
        runProcess([cortexFile, 'swarm', 'fail', `t${n}`, '--agent', agent, '--reason', `reason ${n}`, '--root', project.root]),
      ),
    );
    expect(runs.map(({ code, err }) => [code, err])).toEqual(agents.map(() => [0, '']));
    const failures = (await project.timeline()).filter(({ type }) => type === 'failure');
    expect(failures.map(({ agentId }) => agentId).toSorted()).toEqual(agents);
  });
});
