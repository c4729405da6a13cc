import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isSameInstall, nodeProblem } from '../../../scripts/lib/install.mjs';
import { runNode } from '../../../scripts/lib/run.mjs';
import { check, summaryLine } from '../../../scripts/lib/step.mjs';
import { countVitest, secondTries } from '../../../scripts/lib/vitest-step.mjs';
import { waitFor } from '../../harness/wait.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { isThere } from '../../support/processes.ts';

const clean = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };

describe('countVitest', () => {
  it('returns the counts, with todo as skipped', () => {
    expect(countVitest(clean, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
    expect(countVitest({ ...clean, numFailedTests: 2 }, 1)).toEqual({ passed: 3, failed: 2, skipped: 2 });
  });

  it('counts a file that failed before its first test', () => {
    const testResults = [
      { name: 'a', status: 'failed', assertionResults: [] },
      { name: 'b', status: 'failed', assertionResults: [{ fullName: 'one', status: 'failed', failureMessages: ['no'] }] },
    ];
    expect(countVitest({ ...clean, numFailedTests: 1, testResults }, 1).failed).toBe(2);
  });

  it.each([
    ['no report', undefined, 0],
    ['no test', { ...clean, numPassedTests: 0 }, 0],
    ['a bad end though every test passed', clean, 1],
  ])('counts %s as a failure', (_name, report, code) => {
    expect(countVitest(report, code).failed).toBe(1);
  });
});

it('reports tests that passed only when retried, and no others', () => {
  const results = [
    { fullName: 'steady', status: 'passed', failureMessages: [] },
    { fullName: 'shaky', status: 'passed', failureMessages: ['waited for a row\n    at wait.ts'] },
    { fullName: 'broken', status: 'failed', failureMessages: ['no', 'no'] },
  ];
  const report = { ...clean, testResults: [{ name: 'a', status: 'failed', assertionResults: results }] };
  expect(secondTries(report)).toEqual(['Passed on retry: shaky (waited for a row)']);
});

describe('summaryLine', () => {
  it('shows skipped tests only if there are some', () => {
    expect(summaryLine({ passed: 3, failed: 0 })).toBe('3 passed, 0 failed');
    expect(summaryLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });
});

describe('nodeProblem', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0'])('accepts %s', (version) => expect(nodeProblem(version, '>=20.19.0')).toBeUndefined());
  it.each(['18.20.0', '20.18.9'])('refuses old %s', (version) => expect(nodeProblem(version, '>=20.19.0')).toContain('needs >=20.19.0'));
});

describe('isSameInstall', () => {
  const lock = { packages: { '': {}, a: { version: '1.0.0', integrity: 'x' }, win: { version: '1.0.0', integrity: 'y', optional: true } } };
  const a = { version: '1.0.0', integrity: 'x' };

  it.each([
    ['the same without what is for another system', { a }, true],
    ['nothing', {}, false],
    ['another version', { a: { ...a, version: '1.0.1' } }, false],
    ['other bytes', { a: { ...a, integrity: 'z' } }, false],
    ['one package more', { a, b: a }, false],
  ])('%s', (_name, packages, same) => expect(isSameInstall(lock, { packages })).toBe(same));
});

describe('runNode', () => {
  function script(text: string): string {
    const file = path.join(temporaryFolder(), 'script.mjs');
    fs.writeFileSync(file, text);
    return file;
  }

  it('returns exit code and both output streams', async () => {
    const file = script(`console.log('out'); console.error('err'); process.exitCode = 3;`);
    const { code, output } = await runNode(file, []);
    expect(code).toBe(3);
    expect(output.split('\n').sort()).toEqual(['', 'err', 'out']);
  });

  it('kills the process and its children at the timeout', async () => {
    // The child does not keep the streams of its parent open, so it must be killed.
    const file = script(`
      import { spawn } from 'node:child_process';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      console.log('child', child.pid);`);
    const { code, output } = await runNode(file, [], { timeoutMs: 3_000 });
    const child = Number(/child (\d+)/.exec(output)?.[1]);
    onTestFinished(() => void (isThere(child) && process.kill(child, 'SIGKILL')));
    expect(code).toBe(124);
    expect(output).toContain('timeout after 3 s');
    expect(child).toBeGreaterThan(1);
    await waitFor('the child to end', async () => !isThere(child));
  });
});

describe('a check', () => {
  const context = { note: () => undefined, log: () => undefined };

  it('counts as one test, by the exit code of its program', async () => {
    const step = check('name', 'title', () => ['script.mjs', '--flag']);
    expect(await step.run({ ...context, node: async () => 0 })).toEqual({ passed: 1, failed: 0 });
    expect(await step.run({ ...context, node: async () => 1 })).toEqual({ passed: 0, failed: 1 });
  });

  it('counts as no test if there is nothing to check', async () => {
    const skipping = check(
      'name',
      'title',
      () => ['script.mjs'],
      () => 'nothing yet',
    );
    expect(await skipping.run({ ...context, node: async () => 1 })).toEqual({ passed: 0, failed: 0 });
  });
});
