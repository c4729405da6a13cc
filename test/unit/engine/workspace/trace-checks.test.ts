import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { CortexIO, type TimelineEntry } from '../../../../src/engine/crtx/index.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { problemNeeds } from '../../../../src/engine/platform/problem-needs.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { TraceChecks } from '../../../../src/engine/workspace/trace-checks.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const TRACES = 250;
const LIST = '.cortex/.local/checked/traces.json';
let root: string;
/** Names of the traces that were opened. */
let opened: string[];
let runtime: Runtime;

const fileOf = (n: number) => path.join(root, '.cortex', 'reasoning', `t${n}.crtx`);

beforeEach(async () => {
  root = temporaryFolder();
  opened = [];
  const entry: TimelineEntry = {
    id: 'tle_a',
    timestamp: 1,
    agentId: 'ann',
    type: 'decision',
    action: 'a',
    reasoning: 'r',
    confidence: 0.5,
    context: { files: [], state: {} },
    refs: [],
    outcome: 'pending',
  };
  await new CortexIO(root).writeReasoning('t0', [entry]);
  const text = fs.readFileSync(fileOf(0), 'utf8');
  for (let n = 1; n < TRACES; n += 1) fs.writeFileSync(fileOf(n), text);
  for (let n = 0; n < TRACES; n += 1) age(n);
  const openSync: Runtime['fs']['openSync'] = (file, flags, mode) => {
    if (file.includes('reasoning')) opened.push(path.basename(file));
    return nodeFileSystem.openSync(file, flags, mode);
  };
  runtime = { ...nodeRuntime(), fs: { ...nodeFileSystem, openSync } };
});

/** Gives a trace a time at which no later change is missed. */
function age(n: number): void {
  const before = Date.now() / 1000 - 60 + n / 1000;
  fs.utimesSync(fileOf(n), before, before);
}

function breakTrace(n: number): void {
  fs.writeFileSync(fileOf(n), fs.readFileSync(fileOf(n), 'utf8').replace('"confidence": 0.5', '"confidence": 7'));
}

const checks = (options: { writes?: boolean; mostBytes?: number } = {}) =>
  new TraceChecks(runtime, { writes: true, mostBytes: 8 * 1_048_576, ...options });

test('a trace with an error is found at its line, and files without errors are read only once', async () => {
  breakTrace(7);
  const traces = checks();
  const [problem, ...others] = await traces.check(root);
  expect(problem).toMatchObject({ severity: 'error', file: fileOf(7), line: 18 });
  expect(others).toEqual([]);
  opened = [];
  expect(await traces.check(root)).toHaveLength(1);
  expect(opened.filter((name) => name !== 't7.crtx')).toEqual([]);
});

test('another process reads only what changed since', async () => {
  await checks().check(root);
  breakTrace(9);
  opened = [];
  expect(await checks().check(root)).toMatchObject([{ file: fileOf(9) }]);
  expect([...new Set(opened)]).toEqual(['t9.crtx']);
});

test.each(['{', '[1,"t1.crtx"]', '{"t1.crtx": 1}', '[2,"t1.crtx","x"]'])('a list that is not one is ignored: %s', async (text) => {
  await checks().check(root);
  fs.writeFileSync(path.join(root, LIST), text);
  opened = [];
  expect(await checks().check(root)).toEqual([]);
  expect(new Set(opened).size).toBe(TRACES);
});

test('nothing is written where that is not allowed', async () => {
  await checks({ writes: false }).check(root);
  expect(fs.existsSync(path.join(root, LIST))).toBe(false);
});

test('traces beyond the limit are named as not checked, and checked by the next looks', async () => {
  breakTrace(99);
  const size = fs.statSync(fileOf(0)).size;
  const looks: string[][] = [];
  const traces = checks({ mostBytes: size * 100 });
  for (let look = 0; look < 3; look += 1) looks.push((await traces.check(root)).map(({ summary }) => summary));
  expect(looks[0]?.[0]).toBe(
    '150 of 250 reasoning traces are not checked for errors yet. Every look checks more of them. Check all at once: cortex verify',
  );
  expect(looks[1]?.at(-1)).toContain('50 of 250 reasoning traces');
  expect(looks[2]).toEqual([expect.stringContaining('confidence')]);
});

test('traces that were not checked are an item of Needs You', async () => {
  const needs = problemNeeds(await checks({ mostBytes: 1 }).check(root));
  expect(needs).toMatchObject([{ kind: 'unchecked', rank: 'soon', title: 'Files in reasoning', command: 'cortex verify' }]);
});

test('a change within the time of the file system clock is not missed', async () => {
  const now = Date.now() / 1000;
  fs.utimesSync(fileOf(3), now, now);
  const traces = checks();
  await traces.check(root);
  fs.writeFileSync(fileOf(3), fs.readFileSync(fileOf(3), 'utf8').replace('"confidence": 0.5', '"confidence": 7.5'));
  fs.utimesSync(fileOf(3), now, now);
  expect(await traces.check(root)).toMatchObject([{ file: fileOf(3) }]);
});
