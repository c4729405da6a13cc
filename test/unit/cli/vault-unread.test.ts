import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type CliVault, exampleVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = exampleVault();
});

/** Writes a note that even root cannot read, because it exceeds the size limit. */
function writeUnreadable(name: string): void {
  fs.truncateSync(vault.write(name, '---\nname: Zebra\n---\n'), 17 * 1_048_576);
}

const TOLD = 'warning: 2 notes could not be read; "cortex vault doctor" shows which, and why\n';

test.each([
  ['search', 'zebra'],
  ['pack', 'zebra'],
  ['summary', ''],
  ['index', '--stats'],
])('cortex vault %s warns of notes that could not be read', async (command, word) => {
  writeUnreadable('atoms/zebra.md');
  writeUnreadable('atoms/zebra_too.md');
  const words = word === '' ? [command] : [command, word];
  const { code, err } = await vault.run(...words);
  expect([code, err]).toEqual([0, expect.stringContaining(TOLD)]);
  if (command === 'index') expect(err).toContain('atoms/zebra.md:1: is 17.0 MiB');
  else expect(err).toBe(TOLD);
  fs.rmSync(path.join(vault.root, 'atoms/zebra.md'));
  fs.rmSync(path.join(vault.root, 'atoms/zebra_too.md'));
  expect((await vault.run(...words)).err).not.toContain('could not be read');
});

test('cortex vault index counts the errors of doctor', async () => {
  expect(await vault.json('index')).toMatchObject({ problems: 0 });
  writeUnreadable('atoms/zebra.md');
  fs.writeFileSync(Buffer.concat([Buffer.from(path.join(vault.root, 'atoms/')), Buffer.from([0xff]), Buffer.from('.md')]), 'Text.\n');
  vault.write('atoms/open.md', '---\nname: No end\n');
  vault.write('atoms/twin.md', '---\nid: 20260412_deploy_freeze_during_release\n---\n');
  vault.write('MEMORY.md', '<!-- AUTO:recent -->\n');
  for (const [one, other] of ['ab', 'ba']) vault.write(`atoms/${one}.md`, `---\nname: ${one}\nsuperseded_by: ${other}\n---\n`);
  vault.write('atoms/dead.md', '[[nowhere]]\n');
  const { errors } = Object(await vault.json('doctor'));
  expect(errors).toBe(7);
  expect(await vault.json('index')).toMatchObject({ problems: errors });
  expect((await vault.run('index')).out).toContain('\n7 errors: see "cortex vault doctor".\n');
});
