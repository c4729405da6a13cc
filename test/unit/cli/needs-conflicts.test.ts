import { expect, it } from 'vitest';
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

it('the command that settles a merge conflict has a line of its own, in every protocol', async () => {
  expect((await conflicts(CONFLICT)).commands).toEqual(['cortex settle', 'cortex team settle', 'cortex vault settle', 'cstack settle']);
});

it('half a conflict has none that would settle it, but in a file of which git may know the sides', async () => {
  const { commands, out } = await conflicts('<<<<<<< HEAD\nours\ntheirs\n');
  expect(commands).toEqual(['cortex settle']);
  expect(out.match(/half a merge conflict/g)).toHaveLength(3);
});
