import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { Log } from '../../../src/engine/log/log.ts';
import { encodeRecord } from '../../../src/engine/log/record.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { verifyOutput } from '../../../src/engine/project/index.ts';
import { swarmMachine } from '../../../src/engine/swarm/state/machine.ts';
import { CliProject } from '../../support/cortex-cli.ts';

const LOCAL = '.cortex/.local/swarm';
const SEGMENT = '000001.jsonl';

let project: CliProject;
let file: string;

beforeEach(async () => {
  project = new CliProject();
  file = path.join(project.root, LOCAL, SEGMENT);
  for (const command of ['init', 'swarm create --task T --coordinator queen']) await project.run(command);
});

/** Returns the metadata of the log of the swarm. */
function core() {
  const log = new Log(nodeRuntime(), { directory: path.dirname(file), root: project.root, machine: swarmMachine });
  log.refresh();
  log.close();
  return log.core;
}

/** Returns the findings about the log, and the exit code. A record that a test adds is in no published file. */
async function findings() {
  const { code, out } = await project.run('verify --json');
  const { files } = verifyOutput().parse(JSON.parse(out));
  const ofLog = files.filter(({ file: name }) => name.startsWith(LOCAL));
  return { code, found: ofLog.flatMap(({ file: name, findings: all }) => all.map((each) => ({ file: name, ...each }))) };
}

describe('a changed clock', () => {
  const HOUR = 3_600_000;

  test('causes a warning for a day, which names the record', async () => {
    const step = (id: string, hoursAgo: number, from: number) =>
      encodeRecord({ id, t: from - hoursAgo * HOUR, op: 'tick', clock: { place: id, offset: null, was: null, from } });
    const { time } = core();
    fs.appendFileSync(file, step('rec_recent', 1, time));
    const recent = {
      file: LOCAL,
      severity: 'warning',
      line: null,
      message: expect.stringContaining('the clock was set 60 min back (record rec_recent'),
    };
    expect(await findings()).toEqual({ code: 0, found: [expect.objectContaining(recent)] });
    fs.appendFileSync(file, step('rec_old', 47, time - HOUR));
    expect(await findings()).toEqual({ code: 0, found: [expect.objectContaining(recent)] });
  });

  test('causes a warning, too, if no record was written since', async () => {
    const { process, clock } = nodeRuntime();
    const [runsFor, now] = [clock.sinceBoot?.() ?? 0, clock.now()];
    // Pretends that the clock was an hour behind at the last record.
    const note = { place: `${process.boot} ${process.namespace}`, offset: Math.round(now - runsFor - HOUR) };
    const { time, clocks } = core();
    const clockNote = { ...note, was: clocks.known[0]?.[1] ?? null, from: time };
    fs.appendFileSync(file, encodeRecord({ id: 'rec_1', t: time, op: 'tick', clock: clockNote }));
    expect((await findings()).found).toContainEqual(
      expect.objectContaining({ file: LOCAL, message: expect.stringMatching(/^the clock was set \d+ min ahead since the last record/) }),
    );
  });
});
