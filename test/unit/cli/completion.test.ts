import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { CliProject, cortexFile, runProcess, runProgramHere } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { makeNamedPipe } from '../../support/named-pipe.ts';

/** Returns what a shell is offered after some words; the last one is being typed. */
async function offered(line: string, program = cortexProgram): Promise<string[]> {
  const words = line.split(' ');
  const args = ['complete', 'zsh', ...words.slice(0, -1), `=${words.at(-1)}`];
  const { code, out, err } = await runProgramHere(program, args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.split('\n').flatMap((row) => (row === '' ? [] : [row.split('\t')[0] ?? '']));
}

test('the table of commands is that of the operations', () => {
  const script = fromRoot('scripts', 'generate-completion.mjs');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});

test.each([
  ['cortex', cortexProgram],
  ['cstack', cstackProgram],
])('%s completes every command of its help', async (_name, program) => {
  const { out } = await runProgramHere(program, ['--help']);
  const listed = [...out.slice(out.indexOf('Commands:')).matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  expect(listed.length).toBeGreaterThan(15);
  expect((await offered('', program)).toSorted()).toEqual(listed.toSorted());
});

test.each(['swarm', 'lock', 'timeline', 'vault', 'team', 'graph', 'dna'])('completes every command of %s', async (group) => {
  const { out } = await runProgramHere(cortexProgram, [group, '--help']);
  const listed = [...out.slice(out.indexOf('Commands:')).matchAll(/^ {2}([a-z-]+)(?:\|[a-z]+)?(?: \[|$| {2})/gm)].map(
    ([, name = '']) => name,
  );
  expect((await offered(`${group} `)).toSorted()).toEqual(listed.toSorted());
});

describe('what is offered', () => {
  test.each([
    ['sw', ['swarm']],
    ['lock re', ['renew', 'release', 'resolve']],
    ['swarm create --str', ['--strategy']],
    ['swarm create --strategy p', ['parallel', 'pipeline']],
    ['swarm create --strategy=pi', ['--strategy=pipeline']],
    ['swarm create --strategy=parallel --strat', []],
    ['completion ', ['bash', 'zsh', 'fish', 'powershell']],
    ['completion bash -', ['--root', '--json', '--color', '--help']],
    ['swarm create -- --str', []],
    ['constructor ', []],
    ['__proto__ ', []],
  ])('after "%s"', async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
  });

  test('the words that bash separates at an equals sign', async () => {
    const { out } = await runProgramHere(cortexProgram, ['complete', 'bash', 'swarm', 'create', '--strategy', '=', '=pi']);
    expect(out).toBe('pipeline\t\n');
  });

  test('options that were given are left out, unless they repeat', async () => {
    const again = await offered('vault search --limit 5 --tag a --');
    expect(again).toContain('--tag');
    expect(again).not.toContain('--limit');
  });
});

describe('names of the swarm', () => {
  async function swarm() {
    const project = new CliProject();
    await project.run('init');
    project.write(
      'plan.yaml',
      'decomposition:\n  id: all\n  description: All\n  children:\n    - { id: one, description: Write it }\n    - { id: two, description: Test it }\n',
    );
    await project.run(['swarm', 'create', '--task', 'All', '--coordinator', 'lead', '--file', path.join(project.root, 'plan.yaml')]);
    await project.run('swarm recruit finch --role worker');
    return project;
  }
  const ask = async (root: string, ...words: string[]) => (await runProcess([cortexFile, 'complete', 'fish', ...words], root)).out;

  test('agents and tasks are offered with what they are', async () => {
    const { root } = await swarm();
    expect(await ask(root, 'swarm', 'claim', '--agent', '=f')).toBe('finch\tworker\n');
    expect(await ask(root, 'task', 'show', '=')).toBe('one\tWrite it\ntwo\tTest it\n');
  });

  test('names that a shell would act on are left out, and texts are escaped', async () => {
    const project = await swarm();
    project.edit(({ agents: [first] }) => {
      if (first !== undefined) Object.assign(first, { role: 'wor\u001b[31mker\n' });
    });
    const file = path.join(project.root, '.cortex/swarm.crtx');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('"one"', '"$(id)"'));
    expect(await ask(project.root, 'swarm', 'claim', '--agent', '=')).toBe('finch\twor\\u{1b}[31mker\\u{a}\n');
    expect(await ask(project.root, 'task', 'show', '=')).toBe('two\tTest it\n');
  });

  test('a file that is not JSON, or a pipe, offers nothing', async () => {
    const project = await swarm();
    const file = path.join(project.root, '.cortex/swarm.crtx');
    fs.writeFileSync(file, '{ "data": ');
    expect(await ask(project.root, 'task', 'show', '=')).toBe('');
    fs.rmSync(file);
    makeNamedPipe(file);
    expect(await ask(project.root, 'task', 'show', '=')).toBe('');
  });
});

describe('bash', () => {
  /** Completes a line in bash, with the program in the path. */
  function inBash(words: readonly string[]): string[] {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, 'cortex'), `#!/bin/sh\nexec "${process.execPath}" "${cortexFile}" "$@"\n`, { mode: 0o755 });
    const script = `source <(cortex completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cortex_complete; printf "%s\\n" "\${COMPREPLY[@]}"`;
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const out = execFileSync('bash', ['--norc', '-c', script, 'bash', ...words], { cwd: folder, env, encoding: 'utf8' });
    expect(fs.readdirSync(folder)).toEqual(['cortex']);
    return out.split('\n').filter((row) => row !== '');
  }

  test('loads the script, and completes', () => {
    expect(inBash(['cortex', 'lock', 'acq'])).toEqual(['acquire']);
    expect(inBash(['cortex', 'swarm', 'create', '--strategy', '=', 'pi'])).toEqual(['pipeline']);
    expect(inBash(['cortex', 'swarm', 'create', '--strategy', '='])).toContain('pipeline');
  });

  test('runs nothing of the line', () => {
    expect(inBash(['cortex', 'swarm', '$(touch ran)', '`touch ran`; touch ran', ''])).toEqual([]);
  });
});

test.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s that names no other program', async (shell) => {
  const { code, out } = await runProgramHere(cstackProgram, ['completion', shell]);
  expect(code).toBe(0);
  expect(out).toContain(`cstack complete ${shell}`);
  expect(out).not.toMatch(/cortex|%program%/);
});

test('an unknown shell is an error that names the known ones', async () => {
  const { code, err } = await runProgramHere(cortexProgram, ['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(err).toMatch(/tcsh.*bash, zsh, fish, powershell/s);
});
