import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bundle } from '../../../support/bundle.ts';
import { runProcess } from '../../../support/cortex-cli.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { DnaProject, rule } from './dna-project.ts';

let project: DnaProject;
beforeEach(() => {
  project = new DnaProject();
});

const manager = () => project.manager();

const kept = () => fs.readdirSync(path.join(project.root, '.cortex/.local/dna')).filter((name) => name.startsWith('kept-'));

describe('edits', () => {
  beforeEach(async () => {
    await manager().initialize({ id: 'shop', name: 'Shop', purpose: '' });
  });

  test('are repeated on the content that another program wrote into the replaced file', async () => {
    const held = fs.openSync(project.file, 'r+');
    const foreign = project.edited(({ data }) => (data.project.name = 'By hand'));
    project.meanwhile = () => {
      project.meanwhile = () => {};
      fs.ftruncateSync(held, 0);
      fs.writeSync(held, foreign, 0);
    };
    const own = manager();
    const { dna, warnings } = await own.addConstraint(rule('x'));
    expect([warnings, dna.project.name]).toEqual([[], 'Shop']);
    await own.whenIdle();
    fs.closeSync(held);
    expect(project.read().data).toMatchObject({ project: { name: 'By hand' }, constraints: [rule('x')] });
    expect(kept()).toEqual([]);
  });

  test('save incomplete content of another program', async () => {
    const held = fs.openSync(project.file, 'r+');
    project.meanwhile = () => fs.ftruncateSync(held, 10);
    const own = manager();
    await own.addConstraint(rule('x'));
    await own.whenIdle();
    fs.closeSync(held);
    const [aside = ''] = fs.readdirSync(path.dirname(project.file)).filter((name) => name.includes('.corrupt-'));
    expect(fs.statSync(path.join(path.dirname(project.file), aside)).size).toBe(10);
    expect(project.read().data.constraints).toEqual([rule('x')]);
  });

  test('recover the files of a dead process', async () => {
    const folder = path.join(project.root, '.cortex/.local/dna');
    project.meanwhile = () => {
      throw new Error('killed');
    };
    const dead = manager();
    await dead.addConstraint(rule('x'));
    await dead.whenIdle();
    project.meanwhile = () => {};
    const [name = ''] = kept();
    const own = manager();
    await own.addConstraint(rule('y'));
    await own.whenIdle();
    expect(kept()).toEqual([name]);
    const old = name.replace(/^kept-\d+/, 'kept-1000');
    fs.renameSync(path.join(folder, name), path.join(folder, old));
    fs.copyFileSync(path.join(folder, old), path.join(folder, old.replace('kept-1000-', 'kept-1000-0')));
    fs.appendFileSync(path.join(folder, old), 'x');
    const { warnings } = await own.addConstraint(rule('z'));
    await own.whenIdle();
    expect(kept()).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(project.read().data.constraints).toHaveLength(3);
  });

  test('recover a file that is still in place without a warning', async () => {
    const folder = path.join(project.root, '.cortex/.local/dna');
    await manager().setPurpose('x');
    fs.linkSync(project.file, path.join(folder, `kept-1000-ab-${'0'.repeat(64)}`));
    const own = manager();
    expect((await own.setPurpose('y')).warnings).toEqual([]);
    await own.whenIdle();
    expect(kept()).toEqual([]);
    expect(fs.readdirSync(path.dirname(project.file)).filter((name) => name.includes('.corrupt-'))).toEqual([]);
  });

  test('of many concurrent processes are all applied', async () => {
    const folder = temporaryFolder();
    const engine = path.resolve(import.meta.dirname, '../../../../src/engine');
    const worker = path.join(folder, 'worker.ts');
    fs.writeFileSync(
      worker,
      `import { CortexIO } from '${engine}/crtx/cortex-io.ts';
      import { DNAManager } from '${engine}/dna/manager.ts';
      const [root, name] = process.argv.slice(2);
      const manager = new DNAManager(new CortexIO(root));
      const all = [0, 1, 2].map((n) => manager.addConstraint({ type: 'cost', severity: 'must', rule: name + n, reason: '' }));
      await Promise.all(all);`,
    );
    const program = await bundle(worker, folder);
    const runs = await Promise.all(Array.from({ length: 5 }, (_, n) => runProcess([program, project.root, `p${n}-`])));
    expect(runs.map(({ code, err }) => [code, err])).toEqual(Array.from({ length: 5 }, () => [0, '']));
    const rules: string[] = project.read().data.constraints.map(({ rule: words }: { rule: string }) => words);
    expect(rules.toSorted()).toEqual(Array.from({ length: 15 }, (_, n) => `p${Math.floor(n / 3)}-${n % 3}`));
  });
});
