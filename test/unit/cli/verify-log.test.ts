import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkpointName, segmentNumber } from '../../../src/engine/log/layout.ts';
import { Log } from '../../../src/engine/log/log.ts';
import { decodeLine, encodeRecord, type LogRecord } from '../../../src/engine/log/record.ts';
import { nodeRuntime, type Runtime } from '../../../src/engine/platform/runtime.ts';
import { verifyOutput } from '../../../src/engine/project/index.ts';
import { swarmMachine } from '../../../src/engine/swarm/state/machine.ts';
import type { SwarmRecord } from '../../../src/engine/swarm/state/records.ts';
import { CliProject } from '../../support/cortex-cli.ts';

// This many records seal a segment.
const PER_SEGMENT = 15;
const LOCAL = '.cortex/.local/swarm';
const CHANGED = 'It changed after the next segment was sealed: it was edited or replaced with another copy.';

let project: CliProject;
let directory: string;

/** Uses the log of the swarm with small segments. */
async function withLog(
  use: (log: Log<SwarmRecord, ReturnType<typeof swarmMachine.create>, unknown>) => Promise<void> | void,
  runtime: Runtime = nodeRuntime(),
): Promise<void> {
  const log = new Log(runtime, { directory, root: project.root, machine: swarmMachine, segmentBytes: 1 });
  log.refresh();
  await use(log);
  log.close();
}
const use = (tokens: number): SwarmRecord => ({ op: 'swarm.usage', agent: 'ann', tokens, costUsd: 0 });

/** Creates four segments, each but the first with a checkpoint. */
beforeEach(async () => {
  project = new CliProject();
  directory = path.join(project.root, LOCAL);
  for (const command of ['init', 'swarm create --task T --coordinator queen', 'swarm recruit ann --role coder']) await project.run(command);
  await withLog(async (log) => {
    for (let segment = 1; segment < 4; segment++) {
      for (let n = 0; n < PER_SEGMENT; n++) log.append(use(1));
      await log.maintain();
    }
    for (let n = 0; n < 3; n++) log.append(use(1));
  });
  expect(segments()).toHaveLength(4);
});

const segments = () =>
  fs
    .readdirSync(directory)
    .filter((name) => segmentNumber(name) !== null)
    .sort();
const segment = (number: number) => segments()[number - 1] ?? '';
const fileOf = (name: string) => path.join(directory, name);
const linesOf = (name: string) => fs.readFileSync(fileOf(name), 'utf8').split('\n');

/** Returns the findings by file, and the exit code. */
async function findings() {
  const { code, out } = await project.run('verify --json');
  const { files } = verifyOutput().parse(JSON.parse(out));
  // The file lacks the latest changes as long as another process has not written them.
  const ofLog = files.filter(({ file }) => file !== '.cortex/swarm.crtx');
  return { code, found: ofLog.flatMap(({ file, findings: all }) => all.map((each) => ({ file, ...each }))) };
}

/** Changes two characters in a segment. Returns the number of its line. */
function flip(name: string): number {
  const lines = linesOf(name);
  const index = lines.findLastIndex((line) => line.includes('"tokens":1'));
  lines[index] = lines[index]?.replace('"tokens":1', '"token$":2') ?? '';
  fs.writeFileSync(fileOf(name), lines.join('\n'));
  return index + 1;
}

/** Writes a different state to a checkpoint, with a correct checksum. */
function forge(
  name: string,
  change: (state: { core: { ordinal: number }; state: { swarm: { run: { stoppedMs: number } } } }) => void,
): void {
  const file = fileOf(checkpointName(name));
  const record = decodeLine(fs.readFileSync(file).subarray(1));
  if (record === null) throw new Error('no checkpoint');
  change(Object(record.state));
  fs.writeFileSync(file, encodeRecord(record));
}

describe('cortex verify checks the whole log', () => {
  test('and finds no problem in a valid one', async () => {
    expect(await findings()).toEqual({ code: 0, found: [] });
  });

  test.each([1, 2, 3])('and reports a damaged line of segment %i, before the newest checkpoint, by file and line', async (number) => {
    const name = segment(number);
    // A sweep keeps every fourth of the older checkpoints.
    const behind = segments().find((each, n) => n >= number && fs.existsSync(fileOf(checkpointName(each)))) ?? '';
    const line = flip(name);
    const { code, found } = await findings();
    expect(found).toEqual([
      {
        file: `${LOCAL}/${name}`,
        severity: 'warning',
        line,
        column: 1,
        next: null,
        message: expect.stringMatching(/^skipped a damaged line \(\d+ bytes\)\.$/),
      },
      // No seal describes the last but one segment.
      ...(number === 3 ? [] : [expect.objectContaining({ file: `${LOCAL}/${name}`, severity: 'error', message: CHANGED })]),
      {
        file: `${LOCAL}/${checkpointName(behind)}`,
        severity: 'error',
        line: null,
        column: null,
        message: 'This checkpoint holds more than the readable records before it.',
        next: 'The current state is complete. History before it lacks the damaged lines. Restore them from a backup.',
      },
    ]);
    expect(code).toBe(1);
    expect((await project.run('verify')).out).toContain(`${LOCAL}/${name}:${line}:1: warning: skipped a damaged line`);
  });

  test('and limits the number of reported lines', async () => {
    fs.appendFileSync(fileOf(segment(4)), '\nx'.repeat(1_000));
    const { found } = await findings();
    expect(found.map(({ message }) => message)).toEqual([
      ...Array.from({ length: 5 }, () => 'skipped a damaged line (1 bytes).'),
      '994 more lines like these.',
    ]);
  });

  test('and reports a record with an unknown operation, by file and line', async () => {
    const line = linesOf(segment(4)).length + 1;
    fs.appendFileSync(fileOf(segment(4)), encodeRecord({ id: 'rec_x', t: 1, op: 'swarm.dance' }));
    expect((await findings()).found).toEqual([
      expect.objectContaining({
        file: `${LOCAL}/${segment(4)}`,
        line,
        message: 'skipped a record that is not an operation (swarm.dance).',
      }),
    ]);
  });

  test('and ignores a line after the seal', async () => {
    fs.appendFileSync(fileOf(segment(1)), '\nnot a record\n');
    expect(await findings()).toEqual({ code: 0, found: [] });
  });

  test('and reports a checkpoint that does not match the records before it as one error, with the path in the state', async () => {
    forge(segment(3), ({ state }) => {
      state.swarm.run.stoppedMs += 5;
    });
    const { code, found } = await findings();
    expect(code).toBe(1);
    expect(found).toEqual([
      expect.objectContaining({
        file: `${LOCAL}/${checkpointName(segment(3))}`,
        severity: 'error',
        message: 'the state in this checkpoint does not match the records before it (state.swarm.run.stoppedMs).',
      }),
      expect.objectContaining({ file: `${LOCAL}/${checkpointName(segment(4))}`, severity: 'error' }),
    ]);
  });

  test.each([-1_000, -3, 3, 1_000])('and reports a checkpoint with a wrong ordinal, off by %i records', async (by) => {
    forge(segment(3), ({ core }) => {
      core.ordinal += by;
    });
    const { code, found } = await findings();
    expect(code).toBe(1);
    expect(found[0]).toMatchObject({ file: `${LOCAL}/${checkpointName(segment(3))}`, severity: 'error' });
  });

  test('and reports the newest checkpoint with a wrong ordinal', async () => {
    forge(segment(4), ({ core }) => {
      core.ordinal += 1_000;
    });
    const { code, found } = await findings();
    expect(code).toBe(1);
    expect(found[0]).toMatchObject({
      file: `${LOCAL}/${checkpointName(segment(4))}`,
      severity: 'error',
      message: expect.stringContaining('does not match the records'),
    });
  });

  test('and reports a damaged checkpoint', async () => {
    fs.truncateSync(fileOf(checkpointName(segment(3))), 100);
    expect((await findings()).found).toEqual([
      expect.objectContaining({
        file: `${LOCAL}/${checkpointName(segment(3))}`,
        severity: 'warning',
        message: 'is damaged, or belongs to another segment.',
      }),
    ]);
  });

  test('and reports a checkpoint of another segment, and uses the one before it', async () => {
    fs.copyFileSync(fileOf(checkpointName(segment(3))), fileOf(checkpointName(segment(4))));
    const { code, found } = await findings();
    expect(found).toEqual([
      expect.objectContaining({
        file: `${LOCAL}/${checkpointName(segment(4))}`,
        severity: 'warning',
        message: 'is damaged, or belongs to another segment.',
      }),
    ]);
    expect(code).toBe(0);
  });

  test('and reports a truncated segment', async () => {
    const lines = linesOf(segment(2));
    fs.writeFileSync(fileOf(segment(2)), lines.slice(0, -1).join('\n'));
    const { code, found } = await findings();
    expect(code).toBe(1);
    expect(found).toEqual([
      expect.objectContaining({
        file: `${LOCAL}/${segment(2)}`,
        severity: 'error',
        message: 'its end is damaged: it does not lead to the next segment.',
      }),
      expect.objectContaining({ file: `${LOCAL}/${segment(2)}`, severity: 'error', message: CHANGED }),
      expect.objectContaining({
        file: `${LOCAL}/${checkpointName(segment(3))}`,
        severity: 'error',
        message: 'This checkpoint holds more than the readable records before it.',
      }),
    ]);
  });

  test.each<[string, (first: string, second: string) => void]>([
    ['emptied', (first) => fs.truncateSync(first)],
    ['cut in half', (first) => fs.truncateSync(first, Math.floor(fs.statSync(first).size / 2))],
    [
      'swapped with another one',
      (first, second) => {
        fs.renameSync(first, `${first}.x`);
        fs.renameSync(second, first);
        fs.renameSync(`${first}.x`, second);
      },
    ],
    ['replaced with a copy of another one', (first, second) => fs.copyFileSync(second, first)],
  ])('and reports a segment that was %s as an error', async (_, damage) => {
    damage(fileOf(segment(2)), fileOf(segment(3)));
    const { code, found } = await findings();
    expect(code).toBe(1);
    expect(found).toContainEqual(expect.objectContaining({ severity: 'error', file: `${LOCAL}/${segment(2)}` }));
  });

  test('and a damaged line that was there when the segment was sealed, as after a full disk, is only a warning', async () => {
    fs.appendFileSync(fileOf(segment(4)), '\n{"half":');
    await withLog(async (log) => {
      for (let n = 0; n < PER_SEGMENT; n++) log.append(use(1));
      await log.maintain();
      for (let n = 0; n < PER_SEGMENT; n++) log.append(use(1));
      await log.maintain();
    });
    const { code, found } = await findings();
    expect([code, found.map(({ severity }) => severity)]).toEqual([0, ['warning']]);
  });

  test('and checks the logs of the timeline and of traces', async () => {
    await project.run('reasoning add t1 --agent ann --type fix --action A --reasoning r');
    for (const name of ['timeline', 'reasoning-t1.crtx']) {
      const file = path.join(project.root, '.cortex/.local', name, '000001.jsonl');
      fs.appendFileSync(file, '\nnot a record\n');
      expect((await findings()).found).toContainEqual(
        expect.objectContaining({
          file: `.cortex/.local/${name}/000001.jsonl`,
          line: fs.readFileSync(file, 'utf8').split('\n').length - 1,
        }),
      );
    }
  });
});

describe('a log whose time is in the future', () => {
  const DAY = 24 * 3_600_000;
  const ahead = (ms: number): LogRecord => ({ id: 'rec_far', t: Date.now() + ms, ...use(1) });

  test('is reported with the first such record, its time, and the difference', async () => {
    const line = linesOf(segment(4)).length + 1;
    const record = ahead(3_653 * DAY);
    fs.appendFileSync(fileOf(segment(4)), Buffer.concat([encodeRecord(record), encodeRecord({ ...record, id: 'rec_later' })]));
    const { code, found } = await findings();
    expect(code).toBe(1);
    expect(found).toEqual([
      {
        file: `${LOCAL}/${segment(4)}`,
        severity: 'error',
        line,
        column: 1,
        message: expect.stringMatching(
          new RegExp(
            `^the record rec_far \\(swarm\\.usage of "ann"\\) has the time ${new Date(record.t).toISOString()}, 3,65\\d d \\d+ h ahead of this machine's clock\\.$`,
          ),
        ),
        next: expect.stringContaining('sets the time of the log back'),
      },
    ]);
  });

  test('is reported if only a checkpoint has that time', async () => {
    forge(segment(4), ({ core }) => Object.assign(core, { time: Date.now() + DAY }));
    expect((await findings()).found).toContainEqual(
      expect.objectContaining({ file: LOCAL, severity: 'error', message: expect.stringContaining('its last record has the time') }),
    );
  });

  test('is not reported for less than a minute, nor if the clock is set by CORTEX_NOW', async () => {
    fs.appendFileSync(fileOf(segment(4)), encodeRecord(ahead(30_000)));
    expect((await findings()).found).toEqual([]);
    const pinned = new CliProject();
    process.env.CORTEX_NOW = '2150-01-01T00:00:00Z';
    try {
      await pinned.run('init');
      await pinned.run('swarm create --task T --coordinator queen');
    } finally {
      delete process.env.CORTEX_NOW;
    }
    expect(await pinned.run('verify')).toMatchObject({ code: 0, out: expect.stringContaining('no problems found') });
  });
});
