import { beforeEach, describe, expect, test } from 'vitest';
import { checkpointName, segmentNumber } from '../../../../../src/engine/log/layout.ts';
import { CortexError } from '../../../../../src/engine/platform/errors.ts';
import { readText, writeText } from '../../../../support/fault-fs/files.ts';
import { PastLog } from './past-log.ts';

/** Number of records that makes a segment large enough to seal. */
const PER_SEGMENT = 15;
/** Number of moments to query in each segment. */
const ASKED = 3;

let log: PastLog;
/** State by ordinal. */
let truth: Map<number, unknown>;

const tokensAt = (ordinal: number) => log.state({ ordinal }).state.swarm.toManifest([])?.budget.spent.tokens;
const segments = () =>
  log.fs
    .readdirSync(log.directory)
    .filter((name) => segmentNumber(name) !== null)
    .sort();
const fileOf = (number: number) => `${log.directory}/${segments()[number - 1]}`;

/** Writes six segments with records. Each but the first has a checkpoint. */
beforeEach(async () => {
  log = new PastLog();
  log.create();
  truth = new Map();
  for (let n = 1; n <= 6; n++) {
    if (n > 1) await log.seal();
    for (let more = 0; more < PER_SEGMENT; more++) {
      const ordinal = log.write({ op: 'swarm.usage', agent: 'a', tokens: 1, costUsd: 0 });
      if (more % (PER_SEGMENT / ASKED) === 0) truth.set(ordinal, tokensAt(ordinal));
    }
  }
  expect(segments()).toHaveLength(6);
});

interface Asked {
  /** Moments that were answered correctly. */
  readonly right: number[];
  readonly wrong: number[];
  /** Errors of the moments that were refused. */
  readonly refused: Set<string>;
}

/** Queries each moment again. */
function askAll(): Asked {
  const asked: Asked = { right: [], wrong: [], refused: new Set() };
  for (const [ordinal, tokens] of truth) {
    try {
      (tokensAt(ordinal) === tokens ? asked.right : asked.wrong).push(ordinal);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      asked.refused.add(`${error.message}; ${error.data.allowed ?? ''}`);
    }
  }
  return asked;
}

/** Removes the seal, and with it the sign that the log continues. */
function loseEnd(number: number): void {
  const lines = readText(log.fs, fileOf(number)).split('\n');
  expect(lines.at(-1)).toContain('"op":"seal"');
  writeText(log.fs, fileOf(number), `${lines.slice(0, -2).join('\n')}\n{"c":"00`);
}

const ordinals = () => [...truth.keys()];

describe('a log with a lost part', () => {
  test('is complete before the loss', () => {
    expect(askAll()).toEqual({ right: ordinals(), wrong: [], refused: new Set() });
  });

  test.each([2, 3, 4, 5])('at the end of segment %i: the history starts after it, and the error names the cause', (number) => {
    const name = segments()[number - 1];
    // A sweep keeps every fourth of the older checkpoints.
    const next = segments().findIndex((each, n) => n >= number && log.fs.readdirSync(log.directory).includes(checkpointName(each)));
    const behind = ordinals().slice(ASKED * next);
    loseEnd(number);
    const { right, wrong, refused } = askAll();
    expect({ right, wrong }).toEqual({ right: behind, wrong: [] });
    const begins = (behind[0] ?? 0) - 1;
    const why = `the log is broken: the end of ${name} is damaged`;
    expect([...refused]).toEqual([expect.stringContaining(`the history starts at ${begins}, because ${why}`)]);
    expect(() => log.page({ from: { ordinal: 1 } })).toThrow('the log is broken');
    expect(() => log.page({ to: { ordinal: begins - 1 } })).toThrow('the log is broken');
    expect(log.page({ from: { ordinal: behind[0] ?? 0 } })).toMatchObject({ problems: [] });
    const { changes, problems } = log.page();
    expect(changes).toHaveLength(PER_SEGMENT * (6 - next));
    expect(problems).toEqual([expect.stringContaining(`the history begins with ${begins} (`)]);
    expect(log.page({ limit: 2 }).problems).toEqual([]);
  });

  test('in a middle segment: the history starts after it, and the error names the cause', () => {
    const [, after, , before] = segments();
    log.fs.unlinkSync(fileOf(3));
    const { right, wrong, refused } = askAll();
    expect({ right, wrong }).toEqual({ right: ordinals().slice(3 * ASKED), wrong: [] });
    const begins = (ordinals()[3 * ASKED] ?? 0) - 1;
    const why = `segment 3 of the log is missing (after ${after}, before ${before})`;
    expect([...refused]).toEqual([expect.stringContaining(`the history starts at ${begins}, because the log is broken: ${why}`)]);
    expect(log.page().problems).toEqual([expect.stringContaining(why)]);
  });

  test('in a segment after all checkpoints: earlier moments give a warning, and later ones are refused', () => {
    for (const name of segments().slice(3)) log.fs.unlinkSync(`${log.directory}/${checkpointName(name)}`);
    log.fs.unlinkSync(fileOf(5));
    const before = ordinals().slice(0, 4 * ASKED);
    const { right, wrong, refused } = askAll();
    expect({ right, wrong }).toEqual({ right: before, wrong: [] });
    expect([...refused]).toEqual([
      expect.stringContaining(
        `segment 5 of the log is missing (after ${segments()[3]}, before ${segments()[4]}); later records are unknown`,
      ),
    ]);
    const warning = expect.stringContaining('later records are unknown');
    expect(log.state({ ordinal: before[0] ?? 0 }).problems).toEqual([warning]);
    expect(log.page({ from: { ordinal: before[0] ?? 0 }, to: { ordinal: before[2] ?? 0 } }).problems).toEqual([warning]);
    expect(() => log.page({ from: { ordinal: before[0] ?? 0 } })).toThrow('later records are unknown');
    expect(() => log.page()).toThrow('is missing');
  });
});
