import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { bundle } from './bundle.ts';
import { temporaryFolder } from './folders.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const END = 'end of the answer';

/** Output of a line, with its exit code. */
export interface Answer {
  readonly out: string;
  readonly code: number;
}

/** An installed program. `asPerson` is an entry that acts as a person at a terminal, for lines with a `person:`. */
export interface InstalledProgram {
  readonly name: string;
  readonly file: string;
  readonly asPerson?: string;
}

async function install({ name, file, asPerson }: InstalledProgram, folder: string): Promise<void> {
  const run = (program: string) => `exec '${process.execPath}' '${program}' "$@"`;
  const person = asPerson === undefined ? '' : `case "$*" in *person:*) ${run(await bundle(path.join(ROOT, asPerson), folder))} ;; esac\n`;
  fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${person}${run(file)}\n`, { mode: 0o755 });
}

/** Returns what a shell prints for lines that are typed in order, in an empty project, with one program installed and an empty home. */
export async function typedInShell(program: InstalledProgram, lines: readonly string[]): Promise<Answer[]> {
  const home = temporaryFolder();
  const programs = path.join(temporaryFolder(), 'dist');
  fs.mkdirSync(programs);
  // A program looks here for its parsers.
  fs.symlinkSync(path.join(ROOT, 'dist', 'graph'), path.join(programs, 'graph'));
  await install(program, programs);
  fs.writeFileSync(path.join(home, '.gitconfig'), '[user]\n\tname = guide\n\temail = guide@example.com\n[init]\n\tdefaultBranch = main\n');
  const { CSTACK_AGENT: _agent, CORTEX_NOW: _now, ...env } = process.env;
  const shell = spawn('/bin/sh', [], {
    cwd: ROOT,
    env: { ...env, HOME: home, PATH: `${programs}:${env.PATH ?? ''}` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  shell.stdin.end(lines.map((line) => `{ ${line}\n} </dev/null 2>&1\necho "${END} $?"\n`).join(''));
  const [said] = await Promise.all([text(shell.stdout), once(shell, 'exit')]);
  const answers = said.replaceAll(home, '~').split(new RegExp(`^${END} (\\d+)\n`, 'm'));
  return lines.map((_line, n) => ({ out: answers[2 * n] ?? '', code: Number(answers[2 * n + 1]) }));
}
