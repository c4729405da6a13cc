import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shownCommands, wordsOf } from '../../support/guide.ts';
import { project, useProject } from '../../support/swarm-project.ts';

useProject();

const GUIDE = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/guides/swarms.md'), 'utf8');

/** Returns the commands of one section of the guide. */
function shownIn(title: string) {
  const [, section = ''] = GUIDE.split(`## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  return shownCommands('swarms.md').filter(({ line, out }) => own.includes(`$ ${line}\n${out}`));
}

const withoutIds = (said: string) => said.replaceAll(/(swm|prp)_\w+/g, '$1_ID');

test('each command in the section on admission prints what the guide shows', async () => {
  const shown = shownIn('Admission');
  expect(shown.length).toBeGreaterThanOrEqual(6);
  for (const { line, out } of shown) {
    const answer = await project.run(wordsOf(line).slice(1));
    expect(withoutIds(`${answer.out}${answer.err}`), line).toBe(withoutIds(out));
  }
});
