import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { git } from '../../support/git-commits.ts';

test('cortex settle says how the unmerged index of a vault is written again', async () => {
  const project = new CliProject();
  const inTree = (...args: string[]) => git(project.root, ...args);
  inTree('init', '--quiet', '--initial-branch=main');
  const commit = async (name: string) => {
    project.write(`vault/rules/${name}.md`, `---\nname: ${name}\ntype: rule\nproject: meta\n---\nText\n`);
    await project.run('vault index --vault vault');
    inTree('add', '--all');
    inTree('commit', '--quiet', '--message', name);
  };
  await commit('base');
  inTree('checkout', '--quiet', '-b', 'other');
  await commit('theirs');
  inTree('checkout', '--quiet', 'main');
  await commit('ours');
  expect(() => inTree('merge', 'other')).toThrow();

  const { code, out } = await project.run('settle');
  const vault = path.join(fs.realpathSync(project.root), 'vault');
  expect(code).toBe(1);
  expect(out).toContain(
    `${vault}: its index has conflicts. When its notes are settled, write it again: cortex vault index --vault ${vault}; `,
  );
  await project.run(['vault', 'index', '--vault', vault]);
  const command = /then: (git .*)$/m.exec(out)?.[1] ?? 'false';
  execFileSync('sh', ['-c', command], { cwd: project.root, stdio: 'pipe' });
  expect(inTree('ls-files', '--unmerged')).toBe('');
  const index = fs.readFileSync(path.join(vault, 'index', 'by_project.json'), 'utf8');
  for (const name of ['ours', 'theirs']) expect(index).toContain(`rules/${name}.md`);
});
