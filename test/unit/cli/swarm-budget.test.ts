import { describe, expect, test } from 'vitest';
import { NeedsPlace, NOW } from '../../support/needs.ts';
import { create, entries, PLAN, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

describe('cortex swarm budget', () => {
  test('shows limits and usage', async () => {
    await create();
    await succeed('swarm recruit ann --role coder', 'swarm usage --agent ann --tokens 50 --cost 0.5');
    const { code, out, err } = await project.run('swarm budget');
    expect([code, out.replace(/\d+ s of/, '0 s of'), err]).toEqual([
      ...[0, 'Budget  1 of 2 agents · 50 of 1,000 tokens · $0.50 of $50.00 · 0 s of 60 min\n', ''],
    ]);
    expect(await project.json('swarm budget')).toMatchObject({ budget: { maxTokens: 1_000, spent: { tokens: 50 } }, changed: false });
  });

  test('resumes a swarm with a used-up budget when the limit is raised, and records that in the timeline', async () => {
    await create();
    await succeed('swarm recruit ann --role coder', 'swarm usage --agent ann --tokens 1000 --cost 0');
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ task: null, code: 'over-budget' });
    expect((await project.run('swarm budget --by queen --tokens 2000 --cost 1.5 --duration 3h --agents 5')).out).toContain(
      '5 agents · 1,000 of 2,000 tokens · $0.00 of $1.50 · ',
    );
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ code: 'claimed' });
    expect(project.manifest.budget).toMatchObject({ maxAgents: 5, maxTokens: 2_000, maxCostUsd: 1.5, maxDurationMs: 10_800_000 });
    expect(await entries('decision')).toMatchObject([
      {
        agentId: 'queen',
        action: 'Changed the budget of the swarm',
        reasoning: 'New limits: 5 agents, 2,000 tokens, $1.50, 3 h 0 min; previous limits: 2 agents, 1,000 tokens, $50.00, 60 min.',
      },
    ]);
  });

  test('warns again of a raised limit', async () => {
    await create();
    await succeed(
      'swarm recruit ann --role coder',
      'swarm usage --agent ann --tokens 900 --cost 0',
      'swarm budget --by queen --tokens 9000',
    );
    expect((await project.run('swarm usage --agent ann --tokens 6300 --cost 0')).err).toContain('7,200 of 9,000 tokens, which is 80 %');
  });

  test('warns once when 80 % and 100 % of the time is used, at the next command of an agent', async () => {
    const place = new NeedsPlace();
    const file = place.project.write('plan.yaml', `${PLAN.slice(0, PLAN.indexOf('budget'))}budget: {maxDurationMs: 600000}`);
    await place.cortex('init', ['swarm', 'create', '--task', 'R', '--coordinator', 'queen', '--file', file, '--vanish-after', '9h']);
    await place.cortex('swarm recruit ann --role coder');
    const errorsAt = async (minutes: number, command: string) => {
      place.at(NOW + minutes * 60_000);
      return (await place.project.run(command)).err;
    };
    expect(await errorsAt(7, 'swarm heartbeat --agent ann')).toBe('');
    const warned = 'warning: The swarm has used 8 min of 10 min, which is 80 % or more; at 100 % no more tasks are assigned.\n';
    expect(await errorsAt(8, 'swarm usage --agent ann --tokens 1 --cost 0')).toBe(warned);
    expect(await errorsAt(9, 'swarm claim --agent ann')).toBe('');
    const reached = 'warning: The swarm has used 10 min of 10 min: no more tasks are assigned.\n';
    expect(await errorsAt(10, 'swarm heartbeat --agent ann')).toBe(reached);
    expect(await errorsAt(11, 'swarm heartbeat --agent ann')).toBe('');
    const told = (await place.project.timeline()).filter(({ type }) => type === 'escalation');
    expect(told.map(({ action }) => action)).toEqual([
      '80 % of the budget for duration is used',
      '100 % of the budget for duration is used',
    ]);
  });

  test('records an overrun of time that a lock detects in the timeline, too', async () => {
    const place = new NeedsPlace();
    const file = place.project.write('plan.yaml', `${PLAN.slice(0, PLAN.indexOf('budget'))}budget: {maxDurationMs: 600000}`);
    await place.cortex('init', ['swarm', 'create', '--task', 'R', '--coordinator', 'queen', '--file', file, '--vanish-after', '9h']);
    await place.cortex('swarm recruit ann --role coder');
    place.at(NOW + 8 * 60_000);
    await place.cortex('lock acquire a.ts --agent ann');
    const told = (await place.project.timeline()).filter(({ type }) => type === 'escalation');
    expect(told).toHaveLength(1);
  });

  test('stops assignment when a limit is below the usage, and lets active tasks finish', async () => {
    await create();
    await succeed('swarm recruit ann --role coder', 'swarm usage --agent ann --tokens 500 --cost 0', 'swarm claim --agent ann');
    const { code, err } = await project.run('swarm budget --by queen --tokens 100');
    expect([code, err]).toEqual([0, 'warning: The swarm has used 500 of 100 tokens: no more tasks are assigned.\n']);
    await succeed('swarm complete docs --agent ann');
    expect(await project.json('swarm claim --agent ann')).toMatchObject({ code: 'over-budget' });
  });

  test('changes and records nothing if the limits are the same', async () => {
    await create();
    expect(await project.json('swarm budget --by queen --tokens 1000')).toMatchObject({ changed: false });
    expect(await entries('decision')).toEqual([]);
  });

  test('is restricted to the coordinator or a person', async () => {
    await create();
    await succeed('swarm recruit ann --role coder');
    expect(await project.run('swarm budget --by ann --tokens 5')).toMatchObject({
      code: 1,
      err: 'error: "ann" may not decide this. Only "queen" (coordinator) or a person may do this.\n',
    });
    expect((await project.run('swarm budget --by person:eve --tokens 5')).err).toContain('only a person at a terminal');
    expect((await project.asPerson('swarm budget --by person:eve --tokens 5')).code).toBe(0);
    expect((await project.run('swarm budget --tokens 5')).err).toContain('a change of the budget needs --by');
  });

  test('counts costs in cents, and refuses an excessive report as wrong usage', async () => {
    await create();
    await succeed(
      'swarm recruit ann --role coder',
      'swarm budget --by queen --cost 1000000000',
      'swarm usage --agent ann --tokens 0 --cost 999999.99',
    );
    expect(await project.run('swarm usage --agent ann --tokens 0 --cost 1000000.01')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--cost: at most a million'),
    });
    expect(await project.run('swarm usage --agent ann --tokens 1000000000001')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--tokens: at most a million million'),
    });
    expect(project.manifest.budget).toMatchObject({ maxCostUsd: 1e9, spent: { tokens: 0, costUsd: 999_999.99 } });
  });

  test('is refused without a swarm, and for an aborted one', async () => {
    expect((await project.run('swarm budget')).err).toBe(
      'error: There is no swarm. Create one: cortex swarm create --task TASK --coordinator COORDINATOR\n',
    );
    await create(PLAN);
    await succeed('swarm abort --by queen --reason enough');
    expect((await project.run('swarm budget --by queen --tokens 5')).err).toContain('was aborted by "queen"');
  });

  test.each([
    ['--tokens -1'],
    ['--tokens 1.5'],
    ['--cost -0.1'],
    ['--cost 1000000000.01'],
    ['--cost x'],
    ['--duration soon'],
    ['--agents -1'],
  ])('refuses %s as wrong usage', async (words) => expect((await project.run(`swarm budget --by queen ${words}`)).code).toBe(2));
});
