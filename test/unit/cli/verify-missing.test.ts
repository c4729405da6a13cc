import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { segmentNumber } from '../../../src/engine/log/layout.ts';
import { Log } from '../../../src/engine/log/log.ts';
import { decodeLine, encodeRecord, type LogRecord } from '../../../src/engine/log/record.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { verifyOutput } from '../../../src/engine/project/index.ts';
import { swarmMachine } from '../../../src/engine/swarm/state/machine.ts';
import type { SwarmRecord } from '../../../src/engine/swarm/state/records.ts';
import { openSource } from '../../../src/engine/workspace/project-files.ts';
import { CliProject } from '../../support/cortex-cli.ts';

const LOCAL = '.cortex/.local/swarm';

let project: CliProject;
let directory: string;

/** Creates four segments, each but the first with a checkpoint. */
beforeEach(async () => {
  project = new CliProject();
  directory = path.join(project.root, LOCAL);
  for (const command of ['init', 'swarm create --task T --coordinator queen', 'swarm recruit ann --role coder']) await project.run(command);
  const log = new Log<SwarmRecord, ReturnType<typeof swarmMachine.create>, unknown>(nodeRuntime(), {
    directory,
    root: project.root,
    machine: swarmMachine,
    segmentBytes: 1,
  });
  log.refresh();
  const append = () => log.append({ op: 'swarm.usage', agent: 'ann', tokens: 1, costUsd: 0 });
  for (let segment = 1; segment < 4; segment++) {
    for (let n = 0; n < 15; n++) append();
    await log.maintain();
  }
  append();
  log.close();
  expect(segments()).toHaveLength(4);
});

/** Creates two segments of the timeline, the second with a checkpoint. */
async function fillTimeline(): Promise<void> {
  const entry = (reasoning: string) => ['timeline', 'add', '--agent', 'ann', '--type', 'fix', '--action', 'A', '--reasoning', reasoning];
  for (let n = 0; n < 4; n++) await project.run(entry('r'.repeat(15_000)));
}

const segments = () =>
  fs
    .readdirSync(directory)
    .filter((name) => segmentNumber(name) !== null)
    .sort();
const segment = (number: number) => segments()[number - 1] ?? '';
const fileOf = (name: string) => path.join(directory, name);
const linesOf = (name: string) => fs.readFileSync(fileOf(name), 'utf8').split('\n');

/** Returns the findings by file, and the exit code, without the note about a publication that a busy computer had put off. */
async function findings() {
  const { code, out } = await project.run('verify --json');
  const { files } = verifyOutput().parse(JSON.parse(out));
  const found = files.flatMap(({ file, findings: all }) => all.map((each) => ({ file, ...each })));
  return { code, found: found.filter(({ message }) => !message.startsWith('does not have the latest changes')) };
}

/** Replaces each record of a segment for which `change` returns another one, with a correct checksum. */
function rewrite(name: string, change: (record: LogRecord) => LogRecord | null): void {
  const lines = linesOf(name).flatMap((line) => {
    const record = line === '' ? null : decodeLine(Buffer.from(line));
    const changed = record === null ? null : change(record);
    if (changed === record) return [line];
    return changed === null ? [] : [encodeRecord(changed).toString().slice(1)];
  });
  fs.writeFileSync(fileOf(name), `\n${lines.join('\n')}`);
}

describe('a log with missing segments', () => {
  test('in the middle is an error with the place and a fix; the state stays, and an accepted loss is no longer reported', async () => {
    const [, after = '', , before = ''] = segments();
    fs.rmSync(fileOf(segment(3)));
    const { code, found } = await findings();
    expect(code).toBe(1);
    const next = `touch ${path.join(directory, '000004.swept')}`;
    expect(found).toEqual([
      {
        file: LOCAL,
        severity: 'error',
        line: null,
        column: null,
        message: `segment 3 of the log is missing (after ${after}, before ${before}).`,
        next: expect.stringContaining(next),
      },
    ]);
    expect((await project.run('lock acquire a.ts --agent ann')).code).toBe(0);
    const replayed = await project.run('swarm replay --at 1');
    expect(replayed.code).toBe(1);
    expect(replayed.err).toContain(`segment 3 of the log is missing (after ${after}, before ${before})`);
    const source = await openSource(nodeRuntime(), project.root, 'log');
    expect(await source.refresh()).toEqual([
      expect.objectContaining({ message: expect.stringContaining('segment 3 of the log is missing') }),
    ]);
    await source.close();
    const needs = await project.printed('needs-you');
    expect(needs.out).toMatch(/^Soon\n {2}History of swarm {2}\[\w+\]\n {4}\S+: segment 3 of the log is missing .*:\n/);
    expect(needs.out).toContain(`\n    $ ${next}\n`);
    fs.writeFileSync(fileOf('000004.swept'), '');
    expect(await findings()).toEqual({ code: 0, found: [] });
  });

  test('in the middle of the timeline is in Needs You', async () => {
    for (let n = 0; n < 4; n++) await fillTimeline();
    const folder = path.join(project.root, '.cortex/.local/timeline');
    const [, lost = '', , ...others] = fs
      .readdirSync(folder)
      .filter((name) => segmentNumber(name) !== null)
      .sort();
    expect(others.length).toBeGreaterThan(0);
    fs.rmSync(path.join(folder, lost));
    expect((await project.printed('needs-you')).out).toMatch(
      /^Soon\n {2}History of timeline {2}\[\w+\]\n {4}\S+: segment 2 of the log is missing .*:\n/,
    );
  });

  test('at the end is neither read nor written, and no segment is created instead', async () => {
    const [, , after = '', last = ''] = segments();
    fs.rmSync(fileOf(last));
    const names = fs.readdirSync(directory);
    const said = `segment 4 of the log is missing (after ${after}, at its end)`;
    expect((await findings()).found).toEqual([expect.objectContaining({ file: LOCAL, message: expect.stringContaining(said) })]);
    const { code, err } = await project.run('lock acquire a.ts --agent ann');
    expect(code).toBe(3);
    expect(err).toContain(said);
    const [, command = ''] = /(mv .*)$/m.exec(err) ?? [];
    expect(`\n${(await project.printed('needs-you')).out}`).toContain(`\n    $ ${command}\n`);
    expect(fs.readdirSync(directory)).toEqual(expect.arrayContaining(names));
    expect(segments()).toHaveLength(3);
    execFileSync('sh', ['-c', command]);
    expect((await project.run('lock acquire a.ts --agent ann')).code).toBe(0);
    expect((await project.run('swarm status')).out).toContain('ann');
  });

  test('at the end and a forged sweep file is reported with the missing segment only', async () => {
    const [, , after = '', last = ''] = segments();
    fs.rmSync(fileOf(last));
    fs.rmSync(fileOf(last.replace('.jsonl', '.state.json')));
    fs.writeFileSync(fileOf('000999.swept'), '');
    const said = `segment 4 of the log is missing (after ${after}, at its end)`;
    const { err } = await project.run('lock list');
    expect(err).toContain(said);
    expect(err).not.toContain('999');
  });

  describe('a segment that no seal leads to: nothing is read or written, and no number is reused', () => {
    /** Truncates a seal and removes the later checkpoints. @returns the expected message */
    function cutOff(log: string): string {
      const folder = path.join(project.root, '.cortex/.local', log);
      const names = fs.readdirSync(folder).toSorted();
      const [torn = '', last = ''] = names.filter((name) => segmentNumber(name) !== null).slice(-2);
      fs.truncateSync(path.join(folder, torn), fs.statSync(path.join(folder, torn)).size - 30);
      for (const name of names.filter((each) => each.endsWith('.state.json'))) fs.rmSync(path.join(folder, name));
      return `the end of ${torn} is damaged: it does not lead to the next segment (${last})`;
    }

    test.each([
      ['swarm', 'lock acquire a.ts --agent ann', 'lock list'],
      ['timeline', 'timeline add --agent ann --type fix --action A --reasoning r', 'timeline list'],
    ])('in the log of the %s', async (log, writing, reading) => {
      if (log === 'timeline') await fillTimeline();
      const said = cutOff(log);
      const names = fs.readdirSync(path.join(project.root, '.cortex/.local', log));
      const finding = { file: `.cortex/.local/${log}`, message: expect.stringContaining(said), next: expect.stringContaining('mv ') };
      expect(await findings()).toMatchObject({ code: 1, found: [finding] });
      for (const command of [writing, reading]) {
        expect(await project.run(command)).toMatchObject({ code: 3, err: expect.stringContaining(said) });
      }
      expect(fs.readdirSync(path.join(project.root, '.cortex/.local', log))).toEqual(expect.arrayContaining(names));
      const [, command = ''] = /(mv .*)$/m.exec((await project.run(writing)).err) ?? [];
      execFileSync('sh', ['-c', command]);
      expect((await project.run(writing)).code).toBe(0);
    });

    test('also in the editor; the history can still be shown, with a warning', async () => {
      const said = cutOff('swarm');
      await expect(openSource(nodeRuntime(), project.root, 'log')).rejects.toThrow(said);
      const { err } = await project.run('swarm replay');
      expect(err).toContain(`the end of ${segment(3)} is damaged; later records are unknown`);
    });
  });

  test('at the beginning and no checkpoints is neither read nor written', async () => {
    fs.rmSync(fileOf(segment(1)));
    for (const name of fs.readdirSync(directory)) if (name.endsWith('.state.json')) fs.rmSync(fileOf(name));
    const { code, err } = await project.run('lock acquire a.ts --agent ann');
    expect(code).toBe(3);
    expect(err).toContain(`segment 1 of the log is missing (before ${segment(1)})`);
    expect(segments()[0]).not.toBe('000001.jsonl');
  });
});

describe('the segment before a seal', () => {
  test('is an error if it was replaced by another copy, even without a checkpoint in between', async () => {
    const [, replaced = ''] = segments();
    rewrite(replaced, (record) => (record.op === 'swarm.usage' ? { ...record, agent: 'bob' } : record));
    const { code, found } = await findings();
    expect(code).toBe(1);
    expect(found).toContainEqual(
      expect.objectContaining({
        file: `${LOCAL}/${replaced}`,
        severity: 'error',
        message: expect.stringContaining('changed after the next segment was sealed'),
      }),
    );
  });

  test('is not checked if an earlier version wrote the seal, which does not name it', async () => {
    const named = segments().filter((name) => linesOf(name).some((line) => line.includes('"after":{"segment"')));
    expect(named).toEqual([segment(2), segment(3)]);
    for (const name of named) rewrite(name, (record) => (record.op === 'seal' ? { ...record, after: undefined } : record));
    expect(await findings()).toEqual({ code: 0, found: [] });
  });

  test('does not matter to readers: any seal counts', async () => {
    rewrite(segment(2), (record) => (record.op === 'seal' ? { ...record, after: 'nothing' } : record));
    rewrite(segment(3), (record) => (record.op === 'seal' ? { ...record, after: undefined } : record));
    expect(await findings()).toEqual({ code: 0, found: [] });
  });
});
