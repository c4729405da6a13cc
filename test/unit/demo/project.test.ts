import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkJob, compile, runTests, testFiles } from '../../../scripts/lib/demo/checks.mjs';
import { leavesOf } from '../../../scripts/lib/demo/cortex.mjs';
import { type DemoFolder, makeDemoFolder } from '../../../scripts/lib/demo/demo-folder.mjs';
import { linesOf } from '../../../scripts/lib/demo/functions.mjs';
import { afterDraft, afterJob, type Job, planFile, readJobs, rounds } from '../../../scripts/lib/demo/jobs.mjs';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { type Plan, readPlan } from '../../../src/engine/swarm/plans/plan.ts';
import { buildSupplies } from './programs.ts';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-demo-test-'));
const folders = [home];
const jobs: Readonly<Record<string, Job>> = readJobs();
const plans = new Map(rounds.map((round): [string, Plan] => [round, readPlan(nodeRuntime().fs, planFile(round), 'a round')]));
let demo: DemoFolder;

beforeAll(async () => {
  const supplies = await buildSupplies();
  folders.push(supplies.programs);
  demo = makeDemoFolder(supplies, home, 1);
});
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

const tasksOf = (round: string) => {
  const plan = plans.get(round);
  return plan === undefined ? [] : leavesOf(plan.decomposition);
};
const jobOf = (id: string): Job => {
  const job = jobs[id];
  if (job === undefined) throw new Error(`no job for the task ${id}`);
  return job;
};
const read = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
const target = (job: Job) => path.join(demo.workspace, job.file);
const apply = (job: Job) => fs.writeFileSync(target(job), afterJob(job, read(target(job))));

/** Runs the type check and the tests of the project. */
async function checkProject() {
  const outDir = path.join(home, 'build');
  const problems = await compile(demo.workspace, outDir);
  const { passed, failed } = await runTests(outDir, testFiles(outDir));
  return { problems, passed: new Set(passed), failed: new Set(failed) };
}
type Checks = Awaited<ReturnType<typeof checkProject>>;

/** Every file of the project with its content. */
const contents = () =>
  ['src', 'test'].flatMap((folder) =>
    fs.readdirSync(path.join(demo.workspace, folder)).map((name) => `${name}\n${read(path.join(demo.workspace, folder, name))}`),
  );

let last: { of: string; result: Promise<Checks> } | undefined;

/** Returns the result of `checkProject`; that of the last time, if no file has changed since. */
function checks(): Promise<Checks> {
  const of = contents().join('\n');
  if (last?.of !== of) last = { of, result: checkProject() };
  return last.result;
}

/** Returns the names of the tests of a job. */
function testsOf({ piece, file }: Job): string[] {
  if (piece !== undefined) {
    const source = read(path.join(demo.workspace, file.replace(/^src\/(.*)\.ts$/, 'test/$1.test.ts')));
    return [...source.matchAll(/^test\('(.*?)', /gm)].map(([, name = '']) => name).filter((name) => name.startsWith(`${piece}:`));
  }
  return [...afterJob({ file, decision: '', reasoning: '', confidence: 1 }, '').matchAll(/^test\('(.*?)', /gm)].map(
    ([, name = '']) => name,
  );
}

/** Returns the tasks in steps; the tasks of a step depend only on earlier steps. */
function steps(round: string): string[][] {
  const left = new Map(tasksOf(round).map(({ id, dependencies }) => [id, dependencies]));
  const result: string[][] = [];
  while (left.size > 0) {
    const step = [...left].filter(([, dependencies]) => dependencies.every((id) => !left.has(id))).map(([id]) => id);
    for (const id of step) left.delete(id);
    result.push(step);
  }
  return result;
}

/** Returns the tasks of a round that are not completed: they are given up, or depend on such a task. */
function lostOf(round: string): Set<string> {
  const lost = new Set(tasksOf(round).flatMap(({ id }) => (jobOf(id).givesUp === undefined ? [] : [id])));
  for (const { id, dependencies } of steps(round)
    .flat()
    .flatMap((id) => tasksOf(round).filter((task) => task.id === id))) {
    if (dependencies.some((dependency) => lost.has(dependency))) lost.add(id);
  }
  return lost;
}

describe('the plans', () => {
  test('have 24 to 40 tasks in the first round, a job for each, and dependencies', () => {
    const [first = ''] = rounds;
    expect(tasksOf(first).length).toBeGreaterThanOrEqual(24);
    expect(tasksOf(first).length).toBeLessThanOrEqual(40);
    expect(rounds.flatMap((round) => tasksOf(round).map(({ id }) => id)).sort()).toEqual(Object.keys(jobs).sort());
    expect(steps(first).length).toBeGreaterThan(2);
    expect(steps(first)[0]?.length, 'enough for twelve agents at the start').toBeGreaterThanOrEqual(12);
  });

  test('cost less than their budget, including failing first attempts', () => {
    for (const round of rounds) {
      const tokens = tasksOf(round).reduce(
        (sum, { id, estimatedTokens }) => sum + estimatedTokens * (jobOf(id).draft === undefined ? 1 : 2),
        0,
      );
      expect(tokens).toBeLessThan((plans.get(round)?.budget.maxTokens ?? 0) * 0.9);
    }
  });
});

describe('the project', () => {
  test('first fails exactly where code is unfinished', async () => {
    const { problems, failed } = await checks();
    const unfinished = Object.values(jobs).filter(({ unfinished: how }) => how === 'throws' || how === 'empty');
    const empty = unfinished.filter((job) => job.unfinished === 'empty');
    const places = empty.map((job) => `${job.file}:${linesOf(read(target(job)), job.piece ?? '').first}`);
    expect(problems.map(({ file, line }) => `${file}:${line}`).sort()).toEqual(places.sort());
    expect([...failed].sort()).toEqual(unfinished.flatMap(testsOf).sort());
    for (const job of Object.values(jobs)) expect(fs.existsSync(target(job))).toBe(job.unfinished !== 'absent');
  });

  test('passes more tests after each task, and after a round only abandoned tasks are missing', async () => {
    let before: Checks = await checks();
    const lost = lostOf('build');
    for (const step of steps('build').map((ids) => ids.filter((id) => !lost.has(id)).map(jobOf))) {
      for (const job of step) apply(job);
      const after = await checks();
      for (const name of step.flatMap(testsOf)) {
        expect(before.passed.has(name), `${name} passes too early`).toBe(false);
        expect(after.passed.has(name), `${name} does not pass`).toBe(true);
      }
      for (const name of before.passed) expect(after.passed.has(name), `${name} no longer passes`).toBe(true);
      before = after;
    }
    expect(lost.size).toBeGreaterThan(2);
    expect([...before.failed].sort()).toEqual([...lost].flatMap((id) => testsOf(jobOf(id))).sort());
    expect(before.problems.map(({ file }) => file)).toEqual(['src/report.ts']);
  });

  test('passes all tests after the last round', async () => {
    const before = await checks();
    for (const { id } of tasksOf('harden')) apply(jobOf(id));
    const { problems, passed, failed } = await checks();
    expect(problems).toEqual([]);
    expect([...failed]).toEqual([]);
    for (const name of tasksOf('harden').flatMap(({ id }) => testsOf(jobOf(id)))) {
      expect(before.passed.has(name), `${name} passed before`).toBe(false);
      expect(passed.has(name), `${name} does not pass`).toBe(true);
    }
  });

  test('fails one of its tests for each first attempt, and passes the type check', async () => {
    const drafts = Object.values(jobs).filter(({ draft }) => draft !== undefined);
    expect(drafts.length).toBeGreaterThan(3);
    for (const job of drafts) fs.writeFileSync(target(job), afterDraft(job, job.draft ?? '', read(target(job))));
    const { problems, failed } = await checks();
    expect(problems).toEqual([]);
    for (const job of drafts)
      expect(
        testsOf(job).some((name) => failed.has(name)),
        `${job.draft} passes all tests`,
      ).toBe(true);
  });
});

describe("an agent's check of its own job", () => {
  test('distinguishes a wrong function, one with type errors, and a correct one', async () => {
    const [scratch, job] = [path.join(home, 'scratch'), jobOf('money-allocate')];
    fs.writeFileSync(target(job), afterDraft(job, 'allocate.ts', afterJob(job, read(target(job)))));
    expect(await checkJob(demo.workspace, scratch, job)).toMatchObject({
      ok: false,
      said: expect.stringMatching(/^allocate: loses no cent: .+/),
    });
    fs.writeFileSync(target(job), read(target(job)).replace('Math.floor((cents', 'String((cents'));
    expect(await checkJob(demo.workspace, scratch, job)).toMatchObject({
      ok: false,
      said: expect.stringMatching(/^src\/money\.ts:\d+ TS2322/),
    });
    apply(job);
    expect(await checkJob(demo.workspace, scratch, job)).toEqual({ ok: true, said: '1 test passes' });
  });
});
