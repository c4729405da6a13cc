import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { git } from '../../support/git-commits.ts';
import { NeedsPlace } from '../../support/needs.ts';
import { writeFiles } from '../../support/stack-folders.ts';
import { agentNote } from '../../support/team-folder.ts';

const CONFLICT = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> feature\n';

async function conflicts(conflict: string): Promise<{ commands: string[]; out: string }> {
  const place = new NeedsPlace();
  await place.cortex('init');
  place.write({
    'AGENTS.md': '## ann\n- Role: x\n- Stack: ./ann/.cstack/\n',
    'ann/.cstack/PLAN.md': conflict,
    'cortex.toml': '[vault]\npath = "vault"\n',
    'vault/rules/a.md': `---\nname: A\n---\n${conflict}`,
    '.cortex/timeline.crtx': conflict,
  });
  writeFiles(place.home, { 'cortex-team/agents/bob.md': `${agentNote('bob')}${conflict}` });
  const { out } = await place.project.run('needs-you');
  return { commands: [...out.matchAll(/^ {4}\$ (\S+(?: \w+)? settle)/gm)].map(([, command = '']) => command).sort(), out };
}

it('a merge conflict is listed with the command that resolves it, in every protocol', async () => {
  expect((await conflicts(CONFLICT)).commands).toEqual(['cortex settle', 'cortex team settle', 'cortex vault settle', 'cstack settle']);
});

it('half a conflict without known sides is listed without a command', async () => {
  const { commands, out } = await conflicts('<<<<<<< HEAD\nours\ntheirs\n');
  expect(commands).toEqual([]);
  expect(out.match(/half a merge conflict/g)).toHaveLength(4);
});

it('names the folder in the commands of a reason, too, with the place above it', async () => {
  const place = new NeedsPlace();
  await place.cortex('init');
  place.write({ '.cortex/timeline.crtx': CONFLICT });
  const { out } = await runProcess([cortexFile, 'needs-you', '--root', place.root], temporaryFolder());
  const lines = out.split('\n').map((line) => line.trim());
  const at = lines.indexOf(`${path.join(place.root, '.cortex/timeline.crtx')}:1`);
  expect(lines[at + 1]).toContain(`"cortex settle --root ${place.root}"`);
  expect(lines[at + 1]).toContain(`git -C ${place.root} add -- `);
  expect(lines[at + 2]).toBe(`$ cortex settle --root ${place.root}`);
});

it('in a linked worktree the command resolves the files of the worktree', async () => {
  const place = new NeedsPlace();
  await place.cortex('init', 'timeline add --agent ann --type decision --action a --reasoning b');
  git(place.root, 'init', '--quiet');
  git(place.root, 'add', '--all');
  git(place.root, 'commit', '--quiet', '--message', 'all');
  const tree = path.join(temporaryFolder(), 'tree');
  git(place.root, 'worktree', 'add', '--quiet', tree);
  fs.writeFileSync(path.join(tree, '.cortex/timeline.crtx'), CONFLICT);
  fs.mkdirSync(path.join(tree, 'src'));
  for (const folder of ['', 'src']) {
    const { out } = await runProcess([cortexFile, 'needs-you'], path.join(tree, folder));
    expect(out).toContain(`${path.join(fs.realpathSync(tree), '.cortex/timeline.crtx')}:1`);
    expect(out).toMatch(/^ {4}\$ cortex settle$/m);
  }
});
