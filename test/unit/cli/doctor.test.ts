import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

/** Returns what `cortex doctor --json` says about each part. */
async function states(project: CliProject): Promise<unknown> {
  const { parts } = Object(await project.json('doctor'));
  return Object.fromEntries(parts.map(({ part, state }: { part: string; state: string }) => [part, state]));
}

const NOTE = '---\nname: A\ndescription: About a.\ntype: rule\ncreated: 2026-04-12\nupdated: 2026-04-12\n---\nText.\n';
const CONFLICT = '<<<<<<< ours\n- [ ] One\n=======\n- [ ] Two\n>>>>>>> theirs\n';

beforeEach(() => {
  const home = temporaryFolder();
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, home);
  for (const name of ['CORTEX_TEAM', 'CORTEX_VAULT']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

describe('cortex doctor', () => {
  it('says that there is nothing to check in an empty folder', async () => {
    const { code, err } = await new CliProject().run('doctor');
    expect(code).toBe(1);
    expect(err).toContain('nothing to check here: no .cortex, no memory vault, no stacks, no team, no agents. Start with: cortex init');
  });

  it('checks all parts that are here, one line for each, and a sum', async () => {
    const project = new CliProject();
    await project.run('init');
    project.write('vault/atoms/a.md', NOTE);
    const { code, out } = await project.run('doctor');
    expect(code).toBe(0);
    expect(out).toMatch(/^ok +\.cortex: no problems found$/m);
    expect(out).toMatch(/^(?:ok|warning) +memory vault: /m);
    expect(out).toMatch(/^- +stacks: none here$/m);
    expect(out).toMatch(/^- +team: none here$/m);
    expect(out).toMatch(/^ok +agents: no problems found\n\n.*\.$/m);
  });

  it('shows the problems of all protocols by place, and exits with 1 for an error', async () => {
    const project = new CliProject();
    await project.run('init');
    project.write('.cortex/manifest.crtx', '{');
    project.write('vault/atoms/a.md', `${NOTE}${CONFLICT}`);
    project.write('.cstack/PLAN.md', `# Plan\n\n${CONFLICT}`);
    project.write('.cstack/INBOX.md', '');
    const { code, out } = await project.run('doctor');
    expect(code).toBe(1);
    expect(out).toMatch(/^ +error: \.cortex\/manifest\.crtx/m);
    expect(out).toMatch(/^ +error: atoms\/a\.md:9:1: merge conflict/m);
    expect(out).toMatch(/^ +error: .*PLAN\.md:3: .*merge conflict/m);
    expect(await states(project)).toEqual({
      '.cortex': 'errors',
      'memory vault': 'errors',
      stacks: 'errors',
      team: 'none',
      agents: 'ok',
    });
  });

  it('shows what is only information without counting it', async () => {
    const project = new CliProject();
    await project.run('init');
    project.write('.cstack/INBOX.md', '---\nFrom: bob\nTo: manager\nType: info\nTime: 2026-01-19T10:30Z\n---\nhello\n');
    const { code, out, err } = await project.run('doctor');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^ok +stacks: no problems found\n +information: .*INBOX\.md:4: .*type/m);
    expect(await project.json('doctor')).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('exits with 3 if a part cannot be checked, and still checks the others', async () => {
    const project = new CliProject();
    await project.run('init');
    project.write('vault/atoms/a.md', NOTE);
    const home = String(process.env.HOME);
    fs.mkdirSync(path.join(home, '.cortex'), { recursive: true });
    fs.writeFileSync(path.join(home, '.cortex/config.yaml'), 'team: [');
    const { code, out } = await project.run('doctor');
    expect(code).toBe(3);
    expect(out).toMatch(/^error +team: could not be checked\n +error: .*config\.yaml/m);
    expect(out).toMatch(/^ok +\.cortex/m);
    expect(out).not.toContain('Nothing was changed');
  });

  it('reports incomplete agents with the command that completes them, which "doctor agents" shows in full', async () => {
    const project = new CliProject();
    await project.run('init');
    await project.run('install claude --write');
    fs.rmSync(path.join(project.root, '.mcp.json'));
    const { code, out } = await project.run('doctor');
    expect(code).toBe(1);
    expect(out).toContain('error: claude: not complete: .mcp.json. Run: cortex install claude --write');
    expect((await project.run('doctor agents')).out).toMatch(/^claude +partly/m);
  });

  it('shows the first ten findings of a part, and the command for all of them', async () => {
    const project = new CliProject();
    for (let n = 10; n < 22; n += 1) project.write(`vault/atoms/n${n}.md`, `${NOTE}${CONFLICT}`);
    const { out } = await project.run('doctor');
    expect(out.match(/^ +error: /gm)).toHaveLength(10);
    expect(out).toMatch(/… and \d+ more: cortex vault doctor$/m);
  });
});
