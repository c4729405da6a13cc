import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { HookOutput } from '../../../../src/host/stack/hook-output.ts';
import { type ProgramEnd, runProgram } from '../../../../src/host/stack/run-program.ts';
import { waitFor } from '../../../harness/wait.ts';
import { temporaryFolder } from '../../../support/folders.ts';

interface Run {
  readonly args: readonly string[];
  readonly timeoutMs?: number;
  readonly program?: string;
  readonly signal?: AbortSignal;
}

async function run(
  directory: string,
  { args, timeoutMs = 60_000, program = process.execPath, signal }: Run,
): Promise<{ ending: ProgramEnd; text: string }> {
  const chunks: Buffer[] = [];
  const environment = { ...process.env, CSTACK_AGENT: 'backend' };
  const limits = { timeoutMs, signal: signal ?? new AbortController().signal, output: (bytes: Buffer) => void chunks.push(bytes) };
  const ending = await runProgram({ program, args, directory, environment }, limits);
  return { ending, text: Buffer.concat(chunks).toString() };
}

/** A program that starts a child, writes its process id to a file, and runs until it is killed. */
const WITH_CHILD = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  require('node:fs').writeFileSync('child', String(child.pid));
  setInterval(() => {}, 1000);`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie counts as ended.
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('runProgram', () => {
  test('passes arguments without a shell, the working directory and the environment', async () => {
    const folder = temporaryFolder();
    const args = [
      '-e',
      'console.log(process.argv.slice(1).join("|"), process.cwd(), process.env.CSTACK_AGENT)',
      '--',
      '$(touch x); `y`',
      "a'b",
    ];
    const { ending, text } = await run(folder, { args });
    expect(ending).toEqual({ kind: 'exit', code: 0 });
    expect(text).toBe(`$(touch x); \`y\`|a'b ${folder} backend\n`);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('returns the exit code and the output of stdout and stderr', async () => {
    const { ending, text } = await run(temporaryFolder(), {
      args: ['-e', 'console.log("out"); console.error("err"); process.exitCode = 3'],
    });
    expect(ending).toEqual({ kind: 'exit', code: 3 });
    expect(text.split('\n').sort()).toEqual(['', 'err', 'out']);
  });

  test('reports a missing program as failed', async () => {
    const { ending } = await run(temporaryFolder(), { program: 'no-such-program-here', args: [] });
    expect(ending.kind).toBe('failed');
  });

  test('kills the program and its children after the timeout', async () => {
    const folder = temporaryFolder();
    const began = path.join(folder, 'child');
    const running = run(folder, { args: ['-e', WITH_CHILD], timeoutMs: 1_500 });
    await waitFor('its child', async () => fs.existsSync(began) && fs.readFileSync(began, 'utf8') !== '');
    const child = Number(fs.readFileSync(began, 'utf8'));
    expect((await running).ending).toEqual({ kind: 'time-out' });
    await waitFor('the end of its child', async () => !isAlive(child));
  });

  test('kills the program and its children on abort, and starts nothing if already aborted', async () => {
    const folder = temporaryFolder();
    const cancelling = new AbortController();
    const running = run(folder, { args: ['-e', WITH_CHILD], signal: cancelling.signal });
    const child = await waitFor('its child', async () => Number(fs.readFileSync(path.join(folder, 'child'), 'utf8')) || undefined);
    cancelling.abort();
    expect((await running).ending).toEqual({ kind: 'cancelled' });
    await waitFor('the end of its child', async () => !isAlive(child));
    fs.rmSync(path.join(folder, 'child'));
    expect((await run(folder, { args: ['-e', WITH_CHILD], signal: cancelling.signal })).ending).toEqual({ kind: 'cancelled' });
    expect(fs.existsSync(path.join(folder, 'child'))).toBe(false);
  });

  test('kills children that left the process group', async () => {
    const folder = temporaryFolder();
    const leaves = WITH_CHILD.replace("stdio: 'inherit'", "stdio: 'ignore', detached: true");
    const cancelling = new AbortController();
    const running = run(folder, { args: ['-e', leaves], signal: cancelling.signal });
    const child = await waitFor('its child', async () => Number(fs.readFileSync(path.join(folder, 'child'), 'utf8')) || undefined);
    cancelling.abort();
    await running;
    await waitFor('the end of its child', async () => !isAlive(child));
  });

  test('kills remaining children after a normal exit, and ignores their output', async () => {
    const folder = temporaryFolder();
    const talks = `setInterval(() => process.stdout.write('late'), 50)`;
    const leaves = (options: string) => `
      const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(talks)}], ${options});
      require('node:fs').writeFileSync('child', String(child.pid));
      child.unref();`;
    expect((await run(folder, { args: ['-e', leaves("{ stdio: 'inherit' }")] })).ending).toEqual({ kind: 'exit', code: 0 });
    const child = Number(fs.readFileSync(path.join(folder, 'child'), 'utf8'));
    await waitFor('the end of its child', async () => !isAlive(child));
    // A child of another process group runs on until its writes fail because the pipe is closed.
    let heard = 0;
    const output = () => {
      heard += 1;
    };
    const program = {
      program: process.execPath,
      args: ['-e', leaves("{ stdio: 'inherit', detached: true }")],
      directory: folder,
      environment: process.env,
    };
    await runProgram(program, { timeoutMs: 60_000, signal: new AbortController().signal, output });
    const before = heard;
    const other = Number(fs.readFileSync(path.join(folder, 'child'), 'utf8'));
    await waitFor('it to find that out', async () => !isAlive(other));
    expect(heard).toBe(before);
  });
});

describe('the output of a hook', () => {
  test('is saved below the stack in a file that git ignores', async () => {
    const folder = temporaryFolder();
    const kept = await HookOutput.begin(nodeRuntime({}), folder, '../../up');
    expect(kept.write(Buffer.from('out'))).toBe(true);
    kept.close();
    expect(path.dirname(kept.file)).toBe(path.join(folder, '.local', 'hooks'));
    expect(fs.readFileSync(kept.file, 'utf8')).toBe('out');
    expect(fs.readFileSync(path.join(folder, '.local', '.gitignore'), 'utf8')).toBe('*\n');
  });

  test('is refused if its folder is a symbolic link that leads out of the stack', async () => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    fs.mkdirSync(path.join(folder, '.local'));
    fs.symlinkSync(other, path.join(folder, '.local', 'hooks'));
    await expect(HookOutput.begin(nodeRuntime({}), folder, 'deploy')).rejects.toMatchObject({ code: 'outside-root' });
    expect(fs.readdirSync(other)).toEqual([]);
  });

  test('is saved up to 16 MiB', async () => {
    const kept = await HookOutput.begin(nodeRuntime({}), temporaryFolder(), 'deploy');
    const mebibyte = Buffer.alloc(1024 * 1024, 'x');
    for (let n = 0; n < 16; n += 1) expect(kept.write(mebibyte)).toBe(true);
    expect(kept.refusal).toBeNull();
    expect(kept.write(mebibyte)).toBe(false);
    expect(kept.refusal).toContain('16 MiB');
    kept.close();
    expect(fs.statSync(kept.file).size).toBe(16 * mebibyte.length);
  });

  test('is discarded after close, since the file descriptor may be reused', async () => {
    const folder = temporaryFolder();
    const kept = await HookOutput.begin(nodeRuntime({}), folder, 'deploy');
    kept.close();
    const other = fs.openSync(path.join(folder, 'other'), 'w');
    expect(kept.write(Buffer.from('late'))).toBe(false);
    fs.closeSync(other);
    expect(fs.readFileSync(path.join(folder, 'other'), 'utf8')).toBe('');
  });
});
