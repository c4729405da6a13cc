import { expect, it } from 'vitest';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';
import { CstackProject } from '../../support/cstack-cli.ts';

/** Runs the last suggested command as printed. Adds `--root` unless the command has absolute paths. */
function runSuggested(project: CstackProject, said: string, pattern = /cstack ([^\n]*)/g) {
  const line = [...said.matchAll(pattern)].at(-1)?.[1] ?? '';
  const words = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');
  const isPlaced = words.some((word) => word.startsWith(project.root));
  return runProgramHere(cstackProgram, isPlaced ? words : [...words, '--root', project.root]);
}

it('the suggested commands add an unknown recipient and create its stack', async () => {
  const project = new CstackProject();
  await project.agents('api');
  const unknown = await project.run('send', '--to', 'agent-web', '--type', 'task', 'Hello');
  expect(unknown.code).toBe(1);
  const added = await runSuggested(project, unknown.err, /cstack (agents add [^\n]*)/g);
  expect(added).toMatchObject({ code: 0, err: '' });
  expect(await runSuggested(project, added.out)).toMatchObject({ code: 0, err: '' });
  expect(await project.run('send', '--to', 'web', '--type', 'task', 'Hello')).toMatchObject({ code: 0 });
});

it('the command that doctor suggests creates a missing stack, from any folder', async () => {
  const project = new CstackProject();
  await project.agents('api');
  project.append('AGENTS.md', '\n## web\n- Role: w\n- Stack: ./web/.cstack/\n');
  const { out } = await project.in('api', 'doctor');
  expect(await runSuggested(project, out, /cstack (init [^\n]*)/g)).toMatchObject({ code: 0 });
  expect(await project.run('doctor')).toMatchObject({ code: 0, out: expect.stringContaining('no problems found') });
});

it('the command that overdue suggests shows the thread', async () => {
  const project = new CstackProject();
  await project.agents('api');
  project.append('api/.cstack/INBOX.md', '\n---\nFrom: manager\nType: task\nTime: 2026-01-19\n---\nPaint it\n');
  process.env.CORTEX_NOW = '2026-01-21T12:00:00Z';
  try {
    const { out } = await project.run('overdue');
    expect(out).toMatch(/^less than a day late {2}manager → api/);
    expect(await runSuggested(project, out)).toMatchObject({ code: 0, out: expect.stringContaining('Paint it') });
  } finally {
    delete process.env.CORTEX_NOW;
  }
});
