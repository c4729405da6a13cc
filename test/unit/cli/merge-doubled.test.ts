import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { git } from '../../support/git-commits.ts';
import { NeedsPlace } from '../../support/needs.ts';
import { agentNote, projectNote } from '../../support/team-folder.ts';

const PLAN = '.cstack/PLAN.md';

let place: NeedsPlace;
/** The folder in which files are written. */
let tree: string;

const fileOf = (name: string) => path.join(tree, name);

function write(name: string, text: string): void {
  fs.mkdirSync(path.dirname(fileOf(name)), { recursive: true });
  fs.writeFileSync(fileOf(name), text);
}

beforeEach(async () => {
  place = new NeedsPlace();
  tree = place.root;
  git(tree, 'init', '--quiet', '--initial-branch=main');
  await place.cortex('init', 'dna detect');
});

it('settle names files with half a marker, which git does not know of', async () => {
  write(PLAN, '# Plan\n\n## Tasks\n- [ ] T\n>>>>>>> other\n');
  const { code, out } = await place.project.run('settle');
  expect(code).toBe(1);
  expect(out).toContain(`${fileOf(PLAN)}:5: half a merge conflict`);
});

it('a task that a merge doubled is blocked once, with a command that unblocks it', async () => {
  write(PLAN, '# Plan\n\n## Tasks\n- [!] Base (id: base) | blocked: ann\n- [!] Base (id: base) | blocked: bob\n');
  const blocked = async () => (await place.needs()).filter(({ kind }) => kind === 'blocked');
  expect((await blocked())[0]?.why).toContain('blocked on 1 task: Base');
  for (let left = 2; left > 0; left -= 1) {
    const [command = ''] = (await place.commands()).filter((each) => each.startsWith('cstack plan unblock'));
    expect(await place.type(command)).toMatchObject({ code: 0 });
  }
  expect(await blocked()).toEqual([]);
});

it('a team task with a field of both sides is an item', async () => {
  tree = path.join(place.home, 'cortex-team');
  write('agents/bob.md', agentNote('bob', ['shop']));
  write('projects/shop.md', projectNote('### 2026-03-28T10:00\n**Task:** T\n**Status:** ready\n**Scope:** one\n**Scope:** other\n'));
  expect(await place.only()).toMatchObject({
    kind: 'broken',
    why: 'Scope is set more than once; the first value is used. Keep one of the lines.',
  });
});

it('status counts the items that it does not show, and copies have a command', async () => {
  write('.cstack/PLAN.md.kept-20260328T140000Z', 'x');
  write(PLAN, '# Plan\n\n## Tasks\n- [!] Base (id: base) | blocked: ann\n');
  const needs = await place.needs();
  expect(needs).toHaveLength(2);
  expect(needs.find(({ kind }) => kind === 'kept')?.command).toBe(
    `git diff --no-index -- ${fileOf(PLAN)} ${fileOf('.cstack/PLAN.md.kept-20260328T140000Z')}`,
  );
  expect((await place.project.run('status')).out).toMatch(/^ +and 1 more: cortex needs-you$/m);
});
