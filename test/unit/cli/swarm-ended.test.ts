import { describe, expect, test } from 'vitest';
import { NeedsPlace } from '../../support/needs.ts';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const REVIEW = 'mergePolicy: {strategy: human_review, conflictResolution: last_write, requireHumanApproval: false}';
const TWO = 'decomposition: {id: rel, description: Release, children: [{id: a, description: A}, {id: b, description: B}]}';
const out = async (command: string) => (await project.run(command)).out;
const ann = () => succeed('swarm recruit ann --role coder', 'swarm claim --agent ann --task a');

describe('an aborted swarm', () => {
  test('shows by whom and why in status, claim and replay', async () => {
    await create(TWO);
    await ann();
    await project.run(['swarm', 'abort', '--by', 'queen', '--reason', 'No money']);
    expect(await out('swarm status')).toMatch(/coordinated by queen\nAborted by queen at \S+Z: No money\n0 % {2}0 of 2 done/);
    expect(await project.json('swarm status')).toMatchObject({ end: { how: 'aborted', by: 'queen', reason: 'No money' } });
    expect(await out('swarm claim --agent ann')).toBe('The swarm was aborted by "queen" (No money). There is nothing left to claim.\n');
    expect(await out('swarm replay --at 0s')).toContain('Aborted by queen');
  });

  test('accepts no approvals, merges and votes', async () => {
    await create(`${TWO}\n${REVIEW}`);
    await ann();
    await succeed('swarm complete a --agent ann', 'swarm claim --agent ann', 'swarm complete b --agent ann');
    expect(await out('swarm status')).toContain('Open decisions');
    await succeed('swarm abort --by queen --reason enough');
    expect(await out('swarm status')).not.toContain('Open decisions');
    expect(project.manifest.decomposition).not.toHaveProperty('output');
    for (const command of [
      'swarm approve --by person:eve',
      'swarm merge --by person:eve',
      'swarm approve --by queen --refuse --reason no',
    ]) {
      expect(await project.asPerson(command), command).toMatchObject({
        code: 1,
        err: expect.stringMatching(
          /^error: Swarm "swm_\w+" was aborted by "queen"; it accepts no more decisions\. Create another swarm, or retry a task: cortex swarm retry TASK --by /,
        ),
      });
    }
  });

  test('runs again after a retry, which says so', async () => {
    await create(TWO);
    await succeed('swarm abort --by queen --reason enough');
    expect((await project.run('swarm retry a --by queen')).out).toBe('a is pending again. The swarm had ended, and runs again.\n');
  });

  test('cannot be paused or aborted again, and the error names who aborted it', async () => {
    await create(TWO);
    await succeed('swarm abort --by queen --reason enough');
    const err = expect.stringMatching(
      /^error: Swarm "swm_\w+" was aborted by "queen"; it accepts no more decisions\. Create another swarm, or retry a task: /,
    );
    for (const command of [
      'swarm abort --by queen --reason again',
      'swarm pause --by queen --reason tea',
      'swarm budget --by queen --tokens 5',
    ]) {
      expect(await project.run(command), command).toMatchObject({ code: 1, err });
    }
  });

  test('is resumed by a retry, and no longer shown as ended', async () => {
    await create(TWO);
    await ann();
    await succeed('swarm abort --by queen --reason enough', 'swarm retry a --by queen');
    expect(await out('swarm status')).not.toContain('Ended');
    expect(await project.json('swarm status')).toMatchObject({ end: null });
  });

  test('needs no person for open decisions', async () => {
    const place = new NeedsPlace();
    const file = place.project.write('plan.yaml', `${TWO}\n${REVIEW}`);
    await place.cortex('init', ['swarm', 'create', '--task', 'R', '--coordinator', 'queen', '--file', file]);
    await place.cortex('swarm recruit ann --role coder', 'swarm claim --agent ann', 'swarm complete a --agent ann');
    await place.cortex('swarm claim --agent ann', 'swarm complete b --agent ann');
    await place.only();
    await place.cortex('swarm abort --by queen --reason enough');
    expect(await place.needs()).toEqual([]);
  });
});

describe('a finished swarm', () => {
  test('reports that it is finished, and what was skipped', async () => {
    await create(TWO);
    await ann();
    expect(await out('swarm status')).not.toContain('Finished');
    await succeed('swarm complete a --agent ann', 'swarm claim --agent ann', 'swarm complete b --agent ann');
    expect(await out('swarm status')).toContain('coordinated by queen\nFinished.\n100 %  2 of 2 done');
  });

  test('reports that it failed, and how to retry', async () => {
    await create(TWO.replace('description: B', 'description: B, dependencies: [a]'));
    await ann();
    await succeed('swarm fail a --agent ann --reason stuck');
    const status = await out('swarm status');
    expect(status).toContain('\nFailed: 1 task failed, 1 skipped. To retry a task: cortex swarm retry a --by queen\n');
    expect(status).toContain('\n0 %  0 of 2 done');
  });
});

describe('a used-up budget', () => {
  test('is shown in status: no more tasks are assigned', async () => {
    await create(`${TWO}\nbudget: {maxTokens: 1000}`);
    await ann();
    await succeed('swarm usage --agent ann --tokens 999 --cost 0');
    expect(await out('swarm status')).not.toContain('used up');
    await succeed('swarm usage --agent ann --tokens 101 --cost 0');
    expect(await out('swarm status')).toContain(
      '\nNo more tasks are assigned: the budget is used up (1,100 of 1,000 tokens). To raise it: cortex swarm budget --by queen --tokens TOKENS\n',
    );
    await succeed('swarm budget --by queen --tokens 5000');
    expect(await out('swarm status')).not.toContain('used up');
  });

  test('of time and of cost is shown, too', async () => {
    await create(`${TWO}\nbudget: {maxDurationMs: 0, maxCostUsd: 0}`);
    expect(await out('swarm status')).toMatch(/used up \(\$0\.00 of \$0\.00, \d+ s of 0 s\)/);
  });
});

test('status lists the files that several tasks changed, with the picked result', async () => {
  await create(`${TWO}\n${REVIEW.replace('human_review', 'auto')}`);
  await succeed('swarm recruit ann --role coder', 'swarm recruit bob --role coder');
  await succeed('swarm claim --agent ann --task a', 'swarm claim --agent bob --task b');
  await succeed('swarm complete a --agent ann --file src/x.ts --file only.ts');
  expect(await out('swarm status')).not.toContain('Check these files');
  expect(await project.run('swarm complete b --agent bob --file src/x.ts')).toMatchObject({
    code: 0,
    err: 'warning: src/x.ts: changed by b, a; the result of b was picked. Check the file.\n',
  });
  const listed = 'Check these files: several tasks changed them\nsrc/x.ts  changed by b, a; the result of b was picked\n';
  expect(await out('swarm status')).toContain(listed);
});
