import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/cortex-io.ts';
import { MAX_FILE_BYTES } from '../../../../src/engine/crtx/inspect.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { sha256Checksum } from '../../../../src/engine/text/json/canonical-json.ts';
import { readText, readTree, writeText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { SimulatedTime, START, simulatedRuntime } from '../../../support/simulation.ts';
import { sampleDna, sampleEntry, sampleGraph, sampleSwarm } from './samples.ts';

let base = '';
let root = '';
let now = 1_700_000_000_000;
let slept: number[] = [];
let asleep: () => void = () => {};

beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-io-'));
  root = path.join(base, 'Mój Shop_1');
  fs.mkdirSync(root);
  now = 1_700_000_000_000;
  slept = [];
  asleep = () => {};
});

afterEach(() => {
  fs.rmSync(base, { recursive: true });
});

/** Returns the runtime of this machine with a test clock, and a sleep that returns at once. */
function runtime(changes: Partial<Runtime> = {}): Runtime {
  return {
    ...nodeRuntime({}),
    clock: { now: () => now, monotonic: () => now, pinned: false },
    async sleep(ms) {
      slept.push(ms);
      asleep();
    },
    ...changes,
  };
}

const io = () => new CortexIO(root, runtime());
const at = (...names: string[]) => path.join(root, '.cortex', ...names);
const read = (...names: string[]) => fs.readFileSync(at(...names), 'utf8');

async function errorOf(promise: Promise<unknown>) {
  return promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

describe('init and exists', () => {
  it('creates the folders and .gitignore, and changes nothing the second time', async () => {
    expect(io().exists()).toBe(false);
    expect(io().dir).toBe(at());
    await io().init();
    expect(io().exists()).toBe(true);
    expect(fs.readdirSync(at()).sort()).toEqual(['.gitignore', 'reasoning']);
    expect(read('.gitignore')).toBe('.local/\nswarm.crtx\n*.corrupt-*\n');
    await io().writeTimeline([sampleEntry()]);
    const before = read('timeline.crtx');
    await io().init();
    expect(read('.gitignore')).toBe('.local/\nswarm.crtx\n*.corrupt-*\n');
    expect(read('timeline.crtx')).toBe(before);
  });

  it('removes old temporary files of a killed process', async () => {
    await io().init();
    fs.mkdirSync(at('.local'));
    fs.writeFileSync(at('.local', '.tmp-dead'), 'half');
    fs.utimesSync(at('.local', '.tmp-dead'), new Date(0), new Date(0));
    await io().writeTimeline([sampleEntry()]);
    expect(fs.readdirSync(at('.local'))).toEqual(['.gitignore']);
  });

  it.each([
    ['# mine\nlogs/\n', '# mine\nlogs/\n.local/\nswarm.crtx\n*.corrupt-*\n'],
    ['logs/', 'logs/\n.local/\nswarm.crtx\n*.corrupt-*\n'],
    ['.local/\n', '.local/\nswarm.crtx\n*.corrupt-*\n'],
    ['a\r\nswarm.crtx\r\n', 'a\r\nswarm.crtx\r\n.local/\r\n*.corrupt-*\r\n'],
    ['  /.local \n!swarm.crtx\n!*.corrupt-*', '  /.local \n!swarm.crtx\n!*.corrupt-*'],
    ['# .local/\nx-swarm.crtx\n', '# .local/\nx-swarm.crtx\n.local/\nswarm.crtx\n*.corrupt-*\n'],
  ])('appends missing lines to the .gitignore %j', async (present, expected) => {
    fs.mkdirSync(at());
    fs.writeFileSync(at('.gitignore'), present);
    await io().init();
    expect(read('.gitignore')).toBe(expected);
  });

  it('does not write through a .gitignore that leads out of the folder', async () => {
    fs.writeFileSync(path.join(base, 'outside'), '');
    fs.mkdirSync(at());
    fs.symlinkSync(path.join(base, 'outside'), at('.gitignore'));
    expect(await errorOf(io().init())).toMatchObject({ code: 'outside-root' });
    expect(fs.readFileSync(path.join(base, 'outside'), 'utf8')).toBe('');
  });

  it('reports a file in place of the folder', async () => {
    fs.writeFileSync(at(), '');
    expect(io().exists()).toBe(false);
    expect(await errorOf(io().init())).toMatchObject({ name: 'CortexError', data: { file: at('reasoning') } });
  });
});

describe('reading and writing', () => {
  it('returns null without a file, also without a folder', async () => {
    for (const make of [() => {}, () => io().init()]) {
      await make();
      expect(await io().readDNA()).toBeNull();
      expect(await io().readTimeline()).toBeNull();
      expect(await io().readGraph()).toBeNull();
      expect(await io().readSwarm()).toBeNull();
      expect(await io().readReasoning('t1')).toBeNull();
    }
    expect(slept).toEqual([]);
  });

  it('writes each file under the name of the seed, and reads it back', async () => {
    await io().writeDNA(sampleDna());
    await io().writeTimeline([sampleEntry()]);
    await io().writeGraph(sampleGraph());
    await io().writeSwarm(sampleSwarm());
    await io().writeReasoning('t1', [sampleEntry('ent_9')]);
    expect(fs.readdirSync(at(), { recursive: true }).sort()).toEqual(
      [
        '.gitignore',
        '.local',
        path.join('.local', '.gitignore'),
        'graph.crtx',
        'manifest.crtx',
        'reasoning',
        path.join('reasoning', 't1.crtx'),
        'swarm.crtx',
        'timeline.crtx',
      ].sort(),
    );
    expect((await io().readDNA())?.data).toEqual(sampleDna());
    expect((await io().readTimeline())?.data).toEqual([sampleEntry()]);
    expect((await io().readGraph())?.data).toEqual(sampleGraph());
    expect((await io().readSwarm())?.data).toEqual(sampleSwarm());
    expect(await io().readReasoning('t1')).toEqual({
      header: {
        cortex: 1,
        type: 'reasoning',
        project: 'shop',
        created: now,
        updated: now,
        checksum: sha256Checksum([sampleEntry('ent_9')]),
      },
      data: [sampleEntry('ent_9')],
    });
  });

  it('keeps created, advances updated, and never sets updated before created', async () => {
    const created = now;
    await io().writeTimeline([]);
    now += 5_000;
    await io().writeTimeline([sampleEntry()]);
    expect((await io().readTimeline())?.header).toMatchObject({ created, updated: created + 5_000 });
    now = 5;
    await io().writeTimeline([]);
    expect((await io().readTimeline())?.header).toMatchObject({ created, updated: created });
  });

  it('keeps unknown keys beside header and data; the header has six fields', async () => {
    await io().writeTimeline([]);
    const file = JSON.parse(read('timeline.crtx'));
    fs.writeFileSync(at('timeline.crtx'), JSON.stringify({ $schema: 's', ...file, header: { ...file.header, tool: 1 }, more: [1] }));
    const present = await io().readTimeline();
    expect(present).toMatchObject({ $schema: 's', more: [1], header: { tool: 1 } });
    await io().writeTimeline([sampleEntry()]);
    const written = JSON.parse(read('timeline.crtx'));
    expect(Object.keys(written)).toEqual(['header', '$schema', 'more', 'data']);
    expect(Object.keys(written.header)).toEqual(['cortex', 'type', 'project', 'created', 'updated', 'checksum']);
  });

  it('uses the slug of the folder as project name without a DNA', async () => {
    expect(io().projectId()).toBe('moj-shop1');
    await io().writeTimeline([]);
    expect((await io().readTimeline())?.header.project).toBe('moj-shop1');
    await io().writeDNA(sampleDna());
    expect(io().projectId()).toBe('shop');
    await io().writeTimeline([]);
    expect((await io().readTimeline())?.header.project).toBe('shop');
    expect((await io().readDNA())?.header.project).toBe('shop');
  });

  it('writes other files with their project name while the manifest is broken', async () => {
    await io().writeDNA(sampleDna());
    await io().writeTimeline([]);
    fs.writeFileSync(at('manifest.crtx'), '{');
    await io().writeTimeline([sampleEntry()]);
    await io().writeGraph(sampleGraph());
    expect((await io().readTimeline())?.header.project).toBe('shop');
    expect((await io().readGraph())?.header.project).toBe('moj-shop1');
    expect(read('manifest.crtx')).toBe('{');
  });

  it('rejects invalid data with its path, and writes nothing', async () => {
    const entry = { ...sampleEntry(), confidence: 7 };
    expect(await errorOf(io().writeTimeline([sampleEntry(), entry]))).toMatchObject({
      code: 'invalid-input',
      message: 'data[1].confidence is not an allowed value',
      data: { file: at('timeline.crtx'), value: 7, allowed: 'at most 1' },
    });
    expect(io().exists()).toBe(false);
  });

  it('inspect returns warnings and bytes', async () => {
    await io().writeTimeline([]);
    fs.writeFileSync(at('timeline.crtx'), read('timeline.crtx').replace('[]', JSON.stringify([sampleEntry()])));
    const inspected = await io().inspect('timeline');
    expect(inspected).toMatchObject({
      file: at('timeline.crtx'),
      warnings: [{ code: 'checksum-mismatch', file: at('timeline.crtx'), line: 8 }],
    });
    expect(inspected?.content.bytes.toString()).toBe(read('timeline.crtx'));
    expect((await io().readTimeline())?.data).toEqual([sampleEntry()]);
  });
});

describe('broken files', () => {
  const broken = '{"header": {"cortex": 1,';

  it('are read twice, 200 ms apart, and then reported with their position', async () => {
    await io().init();
    fs.writeFileSync(at('timeline.crtx'), broken);
    expect(await errorOf(io().readTimeline())).toMatchObject({
      code: 'broken-file',
      data: { file: at('timeline.crtx'), line: 1, column: 25, next: expect.any(String) },
    });
    expect(slept).toEqual([200]);
  });

  it('are read if they were only being written', async () => {
    await io().writeTimeline([sampleEntry()]);
    const whole = read('timeline.crtx');
    fs.writeFileSync(at('timeline.crtx'), whole.slice(0, 100));
    asleep = () => fs.writeFileSync(at('timeline.crtx'), whole);
    expect((await io().readTimeline())?.data).toEqual([sampleEntry()]);
    expect(slept).toEqual([200]);
  });

  it('are never overwritten or moved', async () => {
    await io().init();
    for (const text of [broken, '', JSON.stringify({ header: { cortex: 2 } })]) {
      fs.writeFileSync(at('timeline.crtx'), text);
      expect(await errorOf(io().writeTimeline([]))).toMatchObject({ code: text.includes('2') ? 'newer-version' : 'broken-file' });
      expect(read('timeline.crtx')).toBe(text);
    }
    expect(fs.readdirSync(at()).sort()).toEqual(['.gitignore', 'reasoning', 'timeline.crtx']);
  });

  it('of a newer version are read only once', async () => {
    await io().init();
    fs.writeFileSync(at('timeline.crtx'), JSON.stringify({ header: { cortex: 2 } }));
    expect(await errorOf(io().readTimeline())).toMatchObject({ code: 'newer-version' });
    expect(slept).toEqual([]);
  });

  it('are not repaired if they are not UTF-8', async () => {
    await io().init();
    fs.writeFileSync(at('timeline.crtx'), Buffer.from('{"é": 1}', 'latin1'));
    expect(await errorOf(io().readTimeline())).toMatchObject({
      code: 'broken-file',
      message: 'is not valid UTF-8',
      data: { line: 1, column: 3 },
    });
  });

  it('report file, position, size, limit and next step if too large', async () => {
    await io().init();
    fs.writeFileSync(at('graph.crtx'), '');
    fs.truncateSync(at('graph.crtx'), 200 * 1_048_576);
    expect(MAX_FILE_BYTES).toBe(64 * 1_048_576);
    expect(await errorOf(io().readGraph())).toMatchObject({
      code: 'broken-file',
      message: 'is 200.0 MiB (209715200 bytes), larger than the limit of 64.0 MiB',
      data: { file: at('graph.crtx'), line: 1, column: 1, next: expect.stringContaining('neither read nor changed') },
    });
    expect(await errorOf(io().writeGraph(sampleGraph()))).toMatchObject({ code: 'broken-file' });
    expect(fs.statSync(at('graph.crtx')).size).toBe(200 * 1_048_576);
  });

  it('are not created by data larger than the limit', async () => {
    await io().writeTimeline([sampleEntry()]);
    const huge = [{ ...sampleEntry(), action: 'x'.repeat(MAX_FILE_BYTES) }];
    expect(await errorOf(io().writeTimeline(huge))).toMatchObject({
      code: 'invalid-input',
      data: { allowed: `at most ${MAX_FILE_BYTES} bytes` },
    });
    expect((await io().readTimeline())?.data).toEqual([sampleEntry()]);
  });

  it('are rejected if they are folders or links out of .cortex', async () => {
    await io().init();
    fs.mkdirSync(at('graph.crtx'));
    expect(await errorOf(io().readGraph())).toMatchObject({ code: 'broken-file', message: 'is a folder, not a file' });
    fs.writeFileSync(path.join(base, 'secret'), 'x');
    fs.symlinkSync(path.join(base, 'secret'), at('swarm.crtx'));
    expect(await errorOf(io().readSwarm())).toMatchObject({ code: 'outside-root' });
    expect(await errorOf(io().writeSwarm(sampleSwarm()))).toMatchObject({ code: 'outside-root' });
    fs.rmSync(at('reasoning'), { recursive: true });
    fs.symlinkSync(base, at('reasoning'));
    const refused = { code: 'outside-root', data: { file: at('reasoning'), next: expect.stringContaining('Remove the link') } };
    expect(await errorOf(io().writeReasoning('t1', []))).toMatchObject(refused);
    expect(await errorOf(io().readReasoning('t1'))).toMatchObject(refused);
    expect(await errorOf(io().init())).toMatchObject(refused);
    expect(fs.readdirSync(base).sort()).toEqual([path.basename(root), 'secret'].sort());
  });

  it('do not include a .cortex that is itself a link', async () => {
    fs.mkdirSync(path.join(base, 'shared'));
    fs.symlinkSync(path.join(base, 'shared'), at());
    await io().writeTimeline([sampleEntry()]);
    expect(fs.existsSync(path.join(base, 'shared', 'timeline.crtx'))).toBe(true);
    expect((await io().readTimeline())?.data).toEqual([sampleEntry()]);
  });
});

describe('reasoning traces', () => {
  it.each([
    ['t1', 't1.crtx'],
    ['T1', 'T1.crtx'],
    ['tsk_01JDABC', 'tsk_01JDABC.crtx'],
    ['../../../etc/passwd', '%2e.%2f..%2f..%2fetc%2fpasswd.crtx'],
    ['con', '%63on.crtx'],
    ['a/b', 'a%2fb.crtx'],
    ['', '%.crtx'],
    ['100%', '100%25.crtx'],
  ])('of task %j are in %s', async (taskId, name) => {
    await io().writeReasoning(taskId, [sampleEntry(taskId)]);
    expect(fs.readdirSync(at('reasoning'))).toEqual([name]);
    expect((await io().readReasoning(taskId))?.data).toEqual([sampleEntry(taskId)]);
  });

  it('of ids that differ only in case have two files on every system, in any order', async () => {
    await io().writeReasoning('t1', [sampleEntry('lower')]);
    expect(await io().readReasoning('T1')).toBeNull();
    await io().writeReasoning('T1', [sampleEntry('upper')]);
    expect(fs.readdirSync(at('reasoning')).sort()).toEqual(['%541.crtx', 't1.crtx']);
    fs.rmSync(at('reasoning', 't1.crtx'));
    expect((await io().readReasoning('T1'))?.data).toEqual([sampleEntry('upper')]);
    await io().writeReasoning('T1', []);
    expect(fs.readdirSync(at('reasoning'))).toEqual(['%541.crtx']);
  });

  it('are found under a decomposed file name', async () => {
    await io().init();
    await io().writeReasoning('é', [sampleEntry()]);
    const name = fs.readdirSync(at('reasoning'))[0] ?? '';
    fs.renameSync(at('reasoning', name), at('reasoning', 'e\u0301.crtx'));
    expect((await io().readReasoning('é'))?.data).toEqual([sampleEntry()]);
  });
});

describe('crashes', () => {
  it('leave the old or the new file readable at every crash point', async () => {
    const time = new SimulatedTime();
    for (let at = 0, finished = false; !finished; at += 1) {
      const disk = new FaultFileSystem();
      disk.mkdirSync('/repo', { recursive: true });
      await new CortexIO('/repo', simulatedRuntime(disk, { time, seed: 1 })).writeTimeline([]);
      disk.syncAll();
      let calls = 0;
      disk.onCall = () => (calls++ === at ? 'crash' : 'proceed');
      const written = new CortexIO('/repo', simulatedRuntime(disk, { time, seed: 2 })).writeTimeline([sampleEntry()]);
      finished = await written.then(
        () => true,
        () => false,
      );
      for (const after of [disk.processView(), disk.powerLossWorst(), disk.powerLossBest()]) {
        const file = await new CortexIO('/repo', simulatedRuntime(after, { time, seed: 3 })).readTimeline();
        expect([0, 1]).toContain(file?.data.length);
        if (finished) expect(file?.data).toEqual([sampleEntry()]);
      }
    }
  });

  it('on a full disk leave the old file, and no files outside of .local', async () => {
    const disk = new FaultFileSystem();
    disk.mkdirSync('/repo', { recursive: true });
    const simulatedIo = new CortexIO('/repo', simulatedRuntime(disk, { time: new SimulatedTime(), seed: 1 }));
    await simulatedIo.writeTimeline([]);
    const before = readText(disk, '/repo/.cortex/timeline.crtx');
    expect(before).toContain(String(START));
    disk.capacity = disk.used + 50;
    expect(await errorOf(simulatedIo.writeTimeline([sampleEntry()]))).toMatchObject({ code: 'disk-full' });
    expect(readTree(disk, '/repo/.cortex')).toEqual({
      '/repo/.cortex/.gitignore': '.local/\nswarm.crtx\n*.corrupt-*\n',
      '/repo/.cortex/.local/.gitignore': '*\n',
      '/repo/.cortex/timeline.crtx': before,
    });
    expect(disk.openCount).toBe(0);
  });

  it('of init on a full disk are reported', async () => {
    const disk = new FaultFileSystem({ capacity: 5 });
    disk.mkdirSync('/repo', { recursive: true });
    const simulatedIo = new CortexIO('/repo', simulatedRuntime(disk, { time: new SimulatedTime(), seed: 1 }));
    expect(await errorOf(simulatedIo.init())).toMatchObject({ code: 'disk-full' });
    disk.capacity = 1_000;
    writeText(disk, '/repo/.cortex/.gitignore', '.loca');
    await simulatedIo.init();
    expect(readText(disk, '/repo/.cortex/.gitignore')).toBe('.loca\n.local/\nswarm.crtx\n*.corrupt-*\n');
  });
});
