import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CortexIO, type SwarmManifest, type TaskNode } from '../../../src/engine/crtx/index.ts';
import { SwarmProtocol } from '../../../src/engine/swarm/index.ts';
import { Timeline } from '../../../src/engine/timeline/index.ts';
import { CliProject } from '../../support/cortex-cli.ts';

const MEBIBYTE = 1_048_576;

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

async function succeed(...commands: readonly string[]): Promise<void> {
  for (const command of commands) expect(await project.run(command), command).toMatchObject({ code: 0 });
}
const status = async (): Promise<SwarmManifest> => Object(await project.json('swarm status')).swarm;
const leaves = ({ decomposition }: SwarmManifest) => decomposition.children.map(({ id, status: state }: TaskNode) => `${id} ${state}`);
const withoutErrors = async () => expect(await project.json('verify')).toMatchObject({ errors: 0 });
const forgetLog = () => fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });

describe('ids with any character', () => {
  const UNITS = Array.from({ length: 0x300 }, (_, unit) => `x${String.fromCharCode(unit)}y`);
  const WORDS = [
    ...[
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'null',
      '0',
      '-1',
      '--json',
      'CON',
      'a/b',
      '../../etc',
      'a\\b',
      '~',
      '*',
      '{a,b}',
    ],
    ...['\u{1f469}\u200d\u{1f469}', '\ufeffx', 'x\u2028y', '\u202egnp.x', 'é', 'e\u0301', 'İ', 'ß', 'ẞ', 'l'.repeat(10_000)],
  ];
  const IDS = [...UNITS, ...WORDS];
  // Ids of agents that look alike or contain control characters are refused.
  const agentOf = (id: string): string => `${id.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '')}-${IDS.indexOf(id)}`;

  test('are accepted, published, and restored in a project without a log', async () => {
    const swarm = new SwarmProtocol(new CortexIO(project.root), new Timeline(new CortexIO(project.root)));
    try {
      const children = IDS.map((id, n) => ({ id, description: id, dependencies: n === 0 ? [] : [IDS[n - 1]] }));
      const decomposition = { id: 'root', description: 'All', children };
      await swarm.create({ task: 'T', coordinatorId: 'queen', strategy: 'parallel', decomposition });
      for (const id of IDS) {
        const agent = agentOf(id);
        await swarm.recruit({ agent, role: id });
        expect((await swarm.claim({ agent })).task?.id).toBe(id);
        await swarm.acquire({ paths: ['src/'], agent, reason: id });
        await swarm.release({ all: true, agent });
        await swarm.complete({ task: id, agent, output: id });
      }
    } finally {
      await swarm.close();
    }
    const { decomposition, agents } = project.manifest;
    expect(decomposition.children.map(({ id, assignedTo, status: state, output }) => [id, assignedTo, state, output])).toEqual(
      IDS.map((id) => [id, agentOf(id), 'done', id]),
    );
    forgetLog();
    expect(await status()).toMatchObject({ decomposition, agents });
    await withoutErrors();
  });

  test('that contain lone surrogates are accepted, and the file is reported as not checked', async () => {
    await succeed('swarm create --task T --coordinator queen', 'swarm recruit ann --role r');
    for (const half of ['x\ud800', '\udc00x']) {
      expect(await project.run(['swarm', 'recruit', half, '--role', half])).toMatchObject({ code: 0 });
      expect(await project.run(['lock', 'acquire', `${half.length}.ts`, '--agent', half, '--reason', half])).toMatchObject({ code: 0 });
      expect(await project.run(['lock', 'release', '--all', '--agent', half])).toMatchObject({ code: 0 });
    }
    await succeed('swarm claim --agent ann', 'swarm complete root --agent ann');
    expect(JSON.parse(fs.readFileSync(path.join(project.root, '.cortex/swarm.crtx'), 'utf8')).header.checksum).toBe('');
    expect(project.manifest.agents.map(({ id }) => id)).toEqual(['ann', 'x\ud800', '\udc00x']);
    forgetLog();
    expect((await status()).decomposition.status).toBe('done');
    await withoutErrors();
  });
});

describe('entries of a megabyte', () => {
  const add = (n: number) =>
    project.run([
      ...['timeline', 'add', '--agent', 'ann', '--type', 'decision', '--action', `action ${n} ${'a'.repeat(MEBIBYTE / 2)}`],
      ...['--reasoning', `needle${n} ${'\u0001é"'.repeat(MEBIBYTE / 24)}`, '--file', `f${n}.ts`],
    ]);

  test('are recorded, listed, found and archived; a clone has all of them', async () => {
    for (let n = 0; n < 6; n += 1) expect(await add(n)).toMatchObject({ code: 0, err: '' });
    const begins = async (words: string) => {
      const { entries } = Object(await project.json(words));
      return entries.map(({ action }: { action: string }) => action.slice(0, 8));
    };
    const all = [5, 4, 3, 2, 1, 0].map((n) => `action ${n}`);
    expect(await begins('timeline list')).toEqual(all);
    expect(await begins('timeline query --text needle3')).toEqual(['action 3']);
    expect(await begins('timeline query --file f4.ts')).toEqual(['action 4']);
    for (const line of (await project.run('timeline list')).out.split('\n')) expect(line.length).toBeLessThan(1_000);
    expect(fs.statSync(path.join(project.root, '.cortex/timeline.crtx')).size, 'older entries are archived').toBeLessThan(5 * MEBIBYTE);
    await withoutErrors();
    forgetLog();
    expect(await begins('timeline list')).toEqual(all);
    await withoutErrors();
  });

  test('limit the output of a task to 1 MiB, with a clear error', async () => {
    await succeed('swarm create --task T --coordinator queen', 'swarm recruit ann --role r', 'swarm claim --agent ann');
    const complete = (length: number) => project.run(['swarm', 'complete', 'root', '--agent', 'ann', '--output', 'x'.repeat(length)]);
    expect(await complete(MEBIBYTE)).toMatchObject({ code: 2, err: expect.stringContaining('the output of a task is too large') });
    expect(await complete(MEBIBYTE - 5_000)).toMatchObject({ code: 0 });
    expect(String((await status()).decomposition.output)).toHaveLength(MEBIBYTE - 5_000);
    await withoutErrors();
  });
});

describe('a torn log', () => {
  const PLAN =
    'decomposition: {id: root, description: R, children: [{id: a, description: A}, {id: b, description: B}, {id: c, description: C}]}';
  const segment = (log: string) => path.join(project.root, '.cortex/.local', log, '000001.jsonl');
  /** Offset of each record of a log. */
  const begins = (bytes: Buffer) => [...bytes.toString('latin1').matchAll(/\n\{"c"/g)].map(({ index }) => index);

  beforeEach(async () => {
    await project.run(['swarm', 'create', '--task', 'T', '--coordinator', 'queen', '--file', project.write('plan.yaml', PLAN)]);
    await succeed('swarm recruit ann --role r', 'swarm claim --agent ann', 'swarm complete a --agent ann', 'swarm claim --agent ann');
  });

  test('is recovered from the published file wherever it is cut, and assigns no task twice', async () => {
    const whole = fs.readFileSync(segment('swarm'));
    const shown = fs.readFileSync(path.join(project.root, '.cortex/swarm.crtx'));
    const cuts = begins(whole).slice(1);
    expect(cuts.length).toBeGreaterThan(10);
    for (const [n, cut] of cuts.entries()) {
      fs.writeFileSync(segment('swarm'), whole.subarray(0, cut + 20));
      fs.writeFileSync(path.join(project.root, '.cortex/swarm.crtx'), shown);
      expect(leaves(await status()), `cut in record ${n + 1}`).toEqual(['a done', 'b active', 'c pending']);
      expect(await project.json('swarm claim --agent ann')).toMatchObject({ code: 'already-claimed', task: { id: 'b' } });
      await succeed('swarm complete b --agent ann');
      expect(leaves(project.manifest)).toEqual(['a done', 'b done', 'c pending']);
    }
  });

  test('loses only the damaged record in its middle, and verify reports it', async () => {
    const bytes = fs.readFileSync(segment('swarm'));
    await succeed('lock acquire src/ --agent ann --ttl 10m');
    const longer = fs.readFileSync(segment('swarm'));
    longer.fill('#', bytes.length + 60, bytes.length + 70);
    fs.writeFileSync(segment('swarm'), longer);
    expect(leaves(await status())).toEqual(['a done', 'b active', 'c pending']);
    await succeed('swarm complete b --agent ann');
    const { files } = Object(await project.json('verify'));
    expect(JSON.stringify(files)).toContain('000001.jsonl');
    await withoutErrors();
  });

  test('of the timeline is recovered from the published file, without duplicates', async () => {
    for (const n of [1, 2, 3]) await succeed(`timeline add --agent ann --type fix --action entry${n} --reasoning r`);
    const before = (await project.timeline()).map(({ id }) => id);
    const bytes = fs.readFileSync(segment('timeline'));
    fs.writeFileSync(segment('timeline'), bytes.subarray(0, (begins(bytes)[3] ?? 0) + 30));
    await succeed('timeline add --agent ann --type fix --action after --reasoning r');
    const after = (await project.timeline()).map(({ id }) => id);
    expect(after.slice(0, -1).sort()).toEqual(before.sort());
    await withoutErrors();
  });
});

describe('a clock jump', () => {
  const at = (time: string) => {
    process.env.CORTEX_NOW = time;
  };
  beforeEach(async () => {
    at('2026-01-02T10:00:00Z');
    const plan = project.write(
      'plan.yaml',
      'decomposition: {id: root, description: R, children: [{id: a, description: A}, {id: b, description: B}]}',
    );
    await project.run(['swarm', 'create', '--task', 'T', '--coordinator', 'queen', '--file', plan]);
    await succeed(
      'swarm recruit ann --role r',
      'swarm recruit bob --role r',
      'swarm claim --agent ann',
      'lock acquire x.ts --agent ann --ttl 10m',
    );
  });
  afterEach(() => {
    delete process.env.CORTEX_NOW;
  });

  test('back changes no lock, and makes no lock younger than earlier ones', async () => {
    at('2020-01-01T00:00:00Z');
    expect((await project.run('lock acquire x.ts --agent bob')).code).toBe(1);
    await succeed('swarm claim --agent bob', 'lock acquire y.ts --agent bob --ttl 10m', 'swarm complete a --agent ann');
    const { locks } = Object(await project.json('lock list'));
    expect(locks.map(({ path: name, expiresAt }: { path: string; expiresAt: number }) => [name, expiresAt])).toEqual([
      ['x.ts', Date.parse('2026-01-02T10:10:00Z')],
      ['y.ts', Date.parse('2026-01-02T10:10:00Z')],
    ]);
    expect(project.manifest.budget.spent.durationMs).toBe(0);
    await withoutErrors();
  });

  test('ahead by ten years ends leases and releases tasks once; jumping back changes nothing', async () => {
    at('2036-01-02T10:00:00Z');
    await succeed('lock acquire x.ts --agent bob --ttl 10m');
    at('2026-01-02T10:01:00Z');
    expect((await project.run('lock acquire x.ts --agent ann')).code).toBe(1);
    expect(leaves(await status())).toEqual(['a pending', 'b pending']);
    const told = (await project.timeline()).filter(({ type }) => type === 'discovery');
    expect(told).toMatchObject([{ action: 'Agent ann is unresponsive', outcome: 'failure' }]);
    expect(await project.json('swarm claim --agent ann'), 'the time budget is used up').toMatchObject({ code: 'over-budget' });
    await succeed('swarm budget --by queen --duration 1000000h', 'swarm claim --agent ann');
    await withoutErrors();
  });
});
