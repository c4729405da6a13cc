import { beforeEach, expect, test } from 'vitest';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(async () => {
  vault = new CliVault();
  vault.write('cortex.toml', '');
  await add('Indentation', 'Use tabs for indentation.');
});

const add = (name: string, body: string, ...words: string[]) =>
  vault.run('add', '--name', name, '--type', 'rule', '--project', 'ops', '--body', body, ...words);

const findings = async (code: string) => {
  const { findings: found } = Object(await vault.json('doctor'));
  return found.filter((each: { code: string }) => each.code === code);
};

test('a note that seems to say the opposite is reported by add and doctor, until that is recorded', async () => {
  const { code, err } = await add('No tabs', 'Never use tabs for indentation.');
  expect({ code, err }).toEqual({
    code: 0,
    err: 'warning: rules/indentation.md seems to contradict it; if so, run: cortex vault contradict rules/no_tabs.md rules/indentation.md\n',
  });
  expect(await findings('opposite')).toMatchObject([
    { path: 'rules/no_tabs.md', message: 'seems to contradict "rules/indentation.md"', severity: 'warning' },
  ]);
  expect(await findings('near-duplicate')).toEqual([]);
  const command = /cortex vault (contradict \S+ \S+)/.exec(err)?.[1] ?? '';
  expect((await vault.run(...command.split(' '))).code).toBe(0);
  expect(await findings('opposite')).toEqual([]);
  expect(await findings('contradiction')).toHaveLength(1);
});

test('notes that contradict each other are not reported as nearly the same', async () => {
  const body = Array.from({ length: 40 }, (_, n) => `Word${n} is the rule.`).join(' ');
  await add('Long rule', body);
  await add('Long rule again', `${body} One more.`);
  const said = await findings('near-duplicate');
  expect(said).toMatchObject([{ path: expect.stringContaining('rules/long_rule') }]);
  expect((await vault.run('contradict', 'rules/long_rule.md', 'rules/long_rule_again.md')).code).toBe(0);
  expect(await findings('near-duplicate')).toEqual([]);
  expect(await findings('contradiction')).toHaveLength(1);
});

test('a short note with nearly the same text under another name is reported', async () => {
  const added = await vault.json(
    ...['add', '--name', 'Tabs', '--type', 'rule', '--project', 'ops', '--body', 'For indentation, always use tabs.'],
  );
  expect(added).toMatchObject({ similar: [{ path: 'rules/indentation.md' }], opposite: [] });
  expect(await findings('near-duplicate')).toMatchObject([{ path: 'rules/tabs.md' }]);
});

test('notes with different texts and the same summary are reported as such', async () => {
  const body =
    'Use tabs for indentation.\n\nThis text goes on with much that the other note says nothing of, about editors and their settings.';
  expect((await add('Editors', body)).err).toBe('warning: rules/indentation.md has the same summary\n');
  expect(await findings('near-duplicate')).toMatchObject([{ message: 'has the same summary as "rules/editors.md"' }]);
});

test('inactive notes, and notes about another subject, are not reported', async () => {
  await vault.run('archive', 'rules/indentation.md');
  expect((await add('No tabs', 'Never use tabs for indentation.')).err).toBe('');
  expect((await add('Spaces', 'Use spaces for alignment.')).err).toBe('');
  expect([...(await findings('opposite')), ...(await findings('near-duplicate'))]).toEqual([]);
});

test('each of many opposite notes is reported once, with some of the others', async () => {
  for (let n = 0; n < 30; n += 1) {
    const words = n % 2 === 0 ? 'Use spaces for alignment.' : 'Never use spaces for alignment.';
    vault.write(`rules/alignment_${n}.md`, `---\nname: Alignment ${n}\ntype: rule\nproject: ops\nstatus: active\n---\n${words}\n`);
  }
  const told = await findings('opposite');
  const paths = told.map(({ path }: { path: string }) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect(new Set(paths).size).toBe(paths.length);
  expect(told.at(-1).message).toMatch(/^seems to contradict "rules\/alignment_\d+\.md"(, "rules\/alignment_\d+\.md")+/);
});
