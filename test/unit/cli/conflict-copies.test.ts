import { describe, expect, it } from 'vitest';
import { CstackProject } from '../../support/cstack-cli.ts';
import { NeedsPlace } from '../../support/needs.ts';
import { writeFiles } from '../../support/stack-folders.ts';
import { TeamCli } from '../../support/team-cli.ts';
import { agentNote } from '../../support/team-folder.ts';

const STAMP = 'kept-20260328T140000Z';
const NEXT = ', then remove this copy.';

describe('a kept copy beside a file', () => {
  it('of a stack is reported by doctor, and ignored by git', async () => {
    const project = new CstackProject();
    await project.agents('api');
    expect(project.read('api/.cstack/.gitignore')).toBe('.local/\n*.kept-*\n');
    project.write(`api/.cstack/INBOX.md.${STAMP}`, 'x');
    project.write(`AGENTS.md.${STAMP}-2`, 'x');
    const { code, out } = await project.run('doctor');
    expect(code).toBe(0);
    expect(out).toContain(`warning: api/.cstack/INBOX.md.${STAMP}:1: contains text that was missing in INBOX.md`);
    expect(out).toContain(`warning: AGENTS.md.${STAMP}-2:1: contains text that was missing in AGENTS.md`);
    expect(out).toContain(NEXT);
  });

  it('of a team is reported by doctor', async () => {
    const cli = new TeamCli();
    cli.home.write('team/agents/ann.md', agentNote('ann', []));
    cli.home.write(`team/agents/ann.md.${STAMP}`, 'x');
    expect((await cli.run(['doctor'])).out).toContain(`warning: agents/ann.md.${STAMP}:1: contains text that was missing in ann.md`);
  });

  it('of any protocol is listed in needs-you until it is removed', async () => {
    const place = new NeedsPlace();
    place.write({
      'AGENTS.md': '## ann\n- Role: x\n- Stack: ./ann/.cstack/\n',
      'ann/.cstack/PLAN.md': '',
      [`ann/.cstack/PLAN.md.${STAMP}`]: 'x',
      'vault/cortex.toml': '',
      'cortex.toml': '[vault]\npath = "vault"\n',
      'vault/rules/a.md': '---\nname: A\n---\n',
      [`vault/rules/a.md.${STAMP}`]: 'x',
    });
    writeFiles(place.home, { 'cortex-team/agents/bob.md': agentNote('bob'), [`cortex-team/agents/bob.md.${STAMP}`]: 'x' });
    const needs = (await place.needs()).filter(({ kind }) => kind === 'kept');
    expect(needs.map(({ title }) => title).sort()).toEqual(['PLAN.md', 'a.md', 'bob.md'].map((name) => `${name}.${STAMP}`));
    for (const { why } of needs) expect(why).toContain(NEXT);
    expect((await place.project.run('vault doctor')).out).toContain(`warning: rules/a.md.${STAMP}: contains text that was missing in a.md`);
  });
});
