import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const warning = async (words: string) => {
  const { code, err } = await project.run(words);
  expect([0, 1]).toContain(code);
  return err;
};

describe('an argument that belongs to an option', () => {
  test('is suggested for the only unset option', async () => {
    const { code, err } = await project.run('swarm claim parser --agent ann');
    expect(code).toBe(2);
    expect(err).toContain(
      "error: too many arguments for 'claim'. Expected 0 arguments but got 1. Did you mean: cortex swarm claim --agent ann --task parser",
    );
  });

  test('lists the options if several are unset, also when one is required', async () => {
    expect((await project.run('swarm claim parser')).err).toContain('got 1: put an option before it: --agent, --task.');
    expect((await project.run('lock list now')).err).toContain("too many arguments for 'list'. Expected 0 arguments but got 1.\n");
    expect((await project.run('swarm claim a b')).err).toContain('Expected 0 arguments but got 2.\n');
    expect((await project.run('swarm claim')).err).toContain("required option '--agent <agent>' not specified");
  });
});

describe('a query of the timeline', () => {
  const add = '--agent ann --type fix --action a --reasoning r';

  test('with an existing folder includes everything below it, unless an entry names the folder itself', async () => {
    fs.mkdirSync(path.join(project.root, 'src'));
    await succeed(`timeline add ${add} --file src/a.ts`);
    expect(Object(await project.json('timeline query --file src')).entries).toHaveLength(1);
    expect(Object(await project.json('timeline query --file sr')).entries).toEqual([]);
    await succeed(`timeline add ${add} --file src`);
    expect(Object(await project.json('timeline query --file src')).entries).toMatchObject([{ context: { files: ['src'] } }]);
    expect(Object(await project.json('timeline query --file src/')).entries).toHaveLength(1);
  });

  test('with an unknown type lists the known types', async () => {
    await succeed(`timeline add ${add}`);
    expect(await warning('timeline query --type nope')).toContain(
      'no entry has the type "nope"; usual values: decision, discovery, fix, refactor, ',
    );
    expect(await warning('timeline query --type merge')).toBe('');
  });

  test('with an unknown outcome lists the known outcomes', async () => {
    await succeed(`timeline add ${add}`);
    expect(await warning('timeline query --outcome sucess')).toContain(
      'no entry has the outcome "sucess"; usual values: success, failure, pending, abandoned',
    );
    expect(await warning('timeline query --outcome success')).toBe('');
  });

  test('a trace step with an unknown parent causes a warning', async () => {
    const step = 'reasoning add parse --agent ann --action a --reasoning r';
    expect(await warning(`${step} --parent tle_NO`)).toContain('parent "tle_NO" does not exist in this trace yet');
    const { entry } = Object(await project.json(step));
    expect(await warning(`${step} --parent ${entry.id}`)).toBe('');
  });
});

test('the replay of a wait for a lock without a reason has no trailing colon', async () => {
  await succeed('lock acquire a.ts --agent ann');
  const waited = await project.run('lock acquire a.ts --agent bob --wait 1s');
  expect(waited.out).toMatch(/^Not granted\.\n/);
  const { changes } = Object(await project.json('swarm replay'));
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'lock-queued', detail: 'exclusive, waits' }));
});

test('a role with a control character is escaped', async () => {
  await create();
  await project.run(['swarm', 'recruit', 'ann', '--role', 'co\nder']);
  expect((await project.run('swarm status')).out).toContain('\nann  co\\u{a}der  idle');
});
