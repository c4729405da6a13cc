import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { VENDORS } from '../../../../src/engine/install/vendors.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { beginSession } from '../../../../src/engine/swarm/agents/sessions.ts';
import { CliProject } from '../../../support/cortex-cli.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let project: CliProject;

beforeEach(async () => {
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, temporaryFolder());
  const bin = temporaryFolder();
  fs.writeFileSync(path.join(bin, 'cortex'), '');
  vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env.PATH ?? ''}`);
  project = new CliProject();
  execFileSync('git', ['init', '--quiet'], { cwd: project.root });
  await project.run('init');
});

const checked = async (agent: string) => {
  const { agents } = Object(await project.json('doctor agents'));
  return agents.find((each: { agent: string }) => each.agent === agent);
};
const install = (agent: string) => project.run(['install', agent, '--write']);

describe('cortex doctor agents', () => {
  test.each([...VENDORS, 'git'])('reports how %s is connected when not installed, installed and partly installed', async (agent) => {
    expect(await checked(agent)).toMatchObject({ setUp: 'no', problems: [], session: null, next: `cortex install ${agent} --write` });
    const { out } = await install(agent);
    const files = out
      .replace(/^Wrote (.*)\.$[\s\S]*/m, '$1')
      .trim()
      .split(', ');
    expect(await checked(agent)).toMatchObject({ setUp: 'yes', problems: [] });
    expect((await project.run('doctor agents')).code).toBe(0);
    const lost = files.findLast((file) => fs.existsSync(path.join(project.root, file))) ?? '';
    fs.rmSync(path.join(project.root, lost));
    expect(await checked(agent)).toMatchObject({ setUp: 'partly', problems: [lost], next: `cortex install ${agent} --write` });
    expect((await project.run('doctor agents')).code).toBe(1);
    await install(agent);
    expect((await project.run('doctor agents')).code).toBe(0);
  });

  test('does not count a project without a git repository as a problem', async () => {
    fs.rmSync(path.join(project.root, '.git'), { recursive: true });
    expect(await checked('git')).toMatchObject({ setUp: 'no', problems: [], next: 'git init' });
    expect((await project.run('doctor agents')).code).toBe(0);
  });

  test('names the step for a person until a hook has run, and then the time of the last one', async () => {
    await install('codex');
    expect(await checked('codex')).toMatchObject({ next: expect.stringContaining('/hooks') });
    await beginSession(nodeRuntime(), project.root, { vendor: 'codex', session: 's', tree: project.root, agent: 'ann' });
    expect(await checked('codex')).toMatchObject({ next: null, session: { agent: 'ann', mayRun: true } });
    expect((await project.run('doctor agents')).out).toMatch(/^codex +yes +\d+ s ago, as ann$/m);
  });

  test('reports an unreadable configuration with its line', async () => {
    await install('gemini');
    project.write('.gemini/settings.json', '{\n  "hooks": {\n');
    expect(await checked('gemini')).toMatchObject({ setUp: 'unknown', problems: [expect.stringContaining('.gemini/settings.json:')] });
    const { code, out } = await project.run('doctor agents');
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('\ngemini: ') });
    expect(out).not.toContain('Nothing was changed');
  });

  test('reports that installed hooks have no effect without the program', async () => {
    vi.stubEnv('PATH', path.dirname(execFileSync('which', ['git'], { encoding: 'utf8' }).trim()));
    expect(await project.run('doctor agents')).toMatchObject({ code: 0 });
    await install('claude');
    expect(await project.run('doctor agents')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^The program cortex is not on the PATH/),
    });
  });

  test('escapes control characters in texts of a session', async () => {
    const agent = 'evil\u001b[2J\u202e';
    await beginSession(nodeRuntime(), project.root, { vendor: 'claude', session: 's', tree: project.root, agent });
    const { out } = await project.run('doctor agents');
    expect(out).toContain('as evil\\u{1b}[2J\\u{202e}');
  });
});
