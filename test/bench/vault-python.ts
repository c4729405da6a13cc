import { spawnSync } from 'node:child_process';
import { fromRoot } from '../../scripts/lib/project.mjs';
import type { BenchProcess } from './bench-process.ts';
import type { Case } from './compare.ts';
import { forgetIndexes } from './vault-project.ts';

const INDEXER = fromRoot('test', 'bench', 'plain_indexer.py');

function run(...args: readonly string[]): { readonly ended: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
  return { ended: status === 0, said: status === 0 ? stdout : stderr };
}

/** What the original does as plainly as can be, in its language; none where that is not installed. The start of Python is not counted. */
export function pythonCases(vaults: readonly BenchProcess<'vault'>[]): Case[] {
  if (!run('--version').ended) return [];
  const measure = async () => {
    const times = vaults.map((vault) => {
      const { root } = vault.project;
      forgetIndexes(root);
      const { ended, said } = run(INDEXER, root);
      if (!ended) throw new Error(`the indexer in Python ended: ${said}`);
      return [vault.asCase('index').name, Number(said)];
    });
    return Object.fromEntries(times);
  };
  return [{ name: 'a plain indexer in Python', measure }];
}
