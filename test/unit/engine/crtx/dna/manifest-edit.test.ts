import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bundle } from '../../../../support/bundle.ts';
import { runProcess } from '../../../../support/cortex-cli.ts';
import { temporaryFolder } from '../../../../support/folders.ts';
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

  test('made while another program writes into the replaced file are made anew on what it wrote', async () => {
    const held = fs.openSync(project.file, 'r+');
    const foreign = project.edited(({ data }) => (data.project.name = 'By hand'));
    project.meanwhile = () => {
      project.meanwhile = () => {};
      fs.ftruncateSync(held, 0);
      fs.writeSync(held, foreign, 0);
    };
    const { dna, warnings } = await manager().addConstraint(rule('x'));
    fs.closeSync(held);
    expect(warnings).toEqual([]);
    expect(dna).toMatchObject({ project: { name: 'By hand' }, constraints: [rule('x')] });
    expect(project.read().data).toEqual(dna);
    expect(kept()).toEqual([]);
  });

  test('set aside what another program only half wrote, and say so', async () => {
    const held = fs.openSync(project.file, 'r+');
    project.meanwhile = () => fs.ftruncateSync(held, 10);
    const { warnings } = await manager().addConstraint(rule('x'));
    fs.closeSync(held);
    expect(warnings).toEqual([
      expect.stringMatching(/^another program wrote into manifest\.crtx as it was replaced; what it wrote is in manifest\.crtx\.corrupt-/),
    ]);
    const [aside = ''] = fs.readdirSync(path.dirname(project.file)).filter((name) => name.includes('.corrupt-'));
    expect(fs.statSync(path.join(path.dirname(project.file), aside)).size).toBe(10);
    expect(project.read().data.constraints).toEqual([rule('x')]);
  });

  test('settle what a process that died left behind', async () => {
    const folder = path.join(project.root, '.cortex/.local/dna');
    const dead = new Error('killed');
    project.meanwhile = () => {
      throw dead;
    };
    await expect(manager().addConstraint(rule('x'))).rejects.toBe(dead);
    project.meanwhile = () => {};
    const [name = ''] = kept();
    await manager().addConstraint(rule('y'));
    expect(kept()).toEqual([name]);
    const old = name.replace(/^kept-\d+/, 'kept-1000');
    fs.renameSync(path.join(folder, name), path.join(folder, old));
    fs.copyFileSync(path.join(folder, old), path.join(folder, old.replace('kept-1000-', 'kept-1000-0')));
    fs.appendFileSync(path.join(folder, old), 'x');
    const { warnings } = await manager().addConstraint(rule('z'));
    expect(kept()).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(project.read().data.constraints).toHaveLength(3);
  });

  test('settle a file that is still in its place without a word, whatever was written into it', async () => {
    const folder = path.join(project.root, '.cortex/.local/dna');
    await manager().setPurpose('x');
    fs.linkSync(project.file, path.join(folder, `kept-1000-ab-${'0'.repeat(64)}`));
    expect((await manager().setPurpose('y')).warnings).toEqual([]);
    expect(kept()).toEqual([]);
    expect(fs.readdirSync(path.dirname(project.file)).filter((name) => name.includes('.corrupt-'))).toEqual([]);
  });

  test('of many processes at once are all there', async () => {
    const folder = temporaryFolder();
    const engine = path.resolve(import.meta.dirname, '../../../../../src/engine/crtx');
    const worker = path.join(folder, 'worker.ts');
    fs.writeFileSync(
      worker,
      `import { CortexIO } from '${engine}/cortex-io.ts';
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
