import { describe, expect, test } from 'vitest';
import { suggestPersonId } from '../../../src/engine/crtx/people.ts';
import { NeedsPlace, NOW } from '../../support/needs.ts';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const LOGO = 'decomposition: {id: logo, description: Draw the logo}';
const PAIR =
  'decomposition: {id: rel, description: Release, children: [{id: logo, description: Draw the logo}, {id: "my text", description: Text}]}';
const BY_HAND = '\nmergePolicy: {strategy: auto, conflictResolution: coordinator_decides}';
const contest = (plan: string) => create(plan, ['--strategy', 'competitive']);
const status = async () => (await project.run('swarm status')).out;
/** Returns the output of status from this heading to the next. */
const section = async (heading: string) => (await status()).split('\n\n').find((part) => part.startsWith(heading));

async function handIn(...agents: readonly string[]): Promise<void> {
  await succeed(...agents.map((agent) => `swarm recruit ${agent} --role artist`));
  await succeed(...agents.map((agent) => `swarm claim --agent ${agent} --task logo`));
  for (const agent of agents) {
    const words = ['--output', `The  logo\nof ${agent} ${'x'.repeat(500)}`, '--confidence', agent === 'ann' ? '0.9' : '0.7'];
    expect(await project.run(['swarm', 'complete', 'logo', '--agent', agent, ...words])).toMatchObject({ code: 0 });
  }
}

describe('an open decision', () => {
  test('between candidates shows their agents, confidence, results and the command', async () => {
    await contest(PAIR + BY_HAND);
    await handIn('ann', 'bob');
    const lines = (await section('Open decisions'))?.split('\n');
    expect(lines?.slice(0, 2)).toEqual(['Open decisions', 'logo#1  question  waits for the coordinator  ann, bob  Draw the logo']);
    expect(lines?.[2]).toMatch(/^ {4}ann {4}confidence 0\.9 {2}The logo of ann x+…$/);
    expect(lines?.[3]).toMatch(/^ {4}bob {4}confidence 0\.7 {2}The logo of bob x+…$/);
    expect(lines?.[4]).toBe('    $ cortex swarm merge --task logo --by queen --pick PICK');
    await succeed('swarm merge --task logo --by queen --pick ann');
    expect(await section('Open decisions')).toBeUndefined();
  });

  test('between tasks that changed the same file names the file', async () => {
    await create(PAIR + BY_HAND);
    await succeed('swarm recruit ann --role coder', 'swarm recruit bob --role coder');
    await project.run(['swarm', 'claim', '--agent', 'bob', '--task', 'my text']);
    await succeed('swarm claim --agent ann --task logo');
    const files = ['--file', 'one.ts', '--file', 'my two.ts', '--output', 'done'];
    await project.run(['swarm', 'complete', 'logo', '--agent', 'ann', ...files]);
    await project.run(['swarm', 'complete', 'my text', '--agent', 'bob', ...files]);
    const shown = await section('Open decisions');
    expect(shown).toMatch(/^ {4}my text {2}bob {2}confidence 0\.8 {2}done$/m);
    expect(shown).toContain('    $ cortex swarm merge --by queen --file "my two.ts" --pick PICK');
  });

  test('on a proposal shows its task, its agent and the state of the vote', async () => {
    await create(PAIR, ['--strategy', 'consensus']);
    await succeed(
      'swarm recruit ann --role a',
      'swarm recruit bob --role b',
      'swarm propose logo --agent ann --approach ink --confidence 0.6',
    );
    expect(await section('Open decisions')).toMatch(
      /\n {4}for logo, by ann \(confidence 0\.6\): yes 1, no 0, of 2; 2 must agree\n {4}not voted yet: bob\n {4}\$ cortex swarm vote prp_\w+ --agent AGENT --for yes$/,
    );
  });

  test('on the root task shows the results of the first few tasks', async () => {
    const children = [1, 2, 3, 4, 5, 6, 7].map((n) => `{id: t${n}, description: T}`).join(', ');
    const policy = 'mergePolicy: {strategy: human_review, conflictResolution: last_write}';
    await create(`decomposition: {id: rel, description: R, children: [${children}]}\n${policy}`);
    await succeed('swarm recruit ann --role coder');
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await succeed('swarm claim --agent ann', `swarm complete t${n} --agent ann --output out${n}`);
    expect(await section('Open decisions')).toBe(
      [
        'Open decisions',
        'rel  merge  waits for a person    R',
        ...[1, 2, 3, 4, 5].map((n) => `    t${n}  ann    out${n}`),
        '    and 2 results more',
        `    $ cortex swarm approve --by ${suggestPersonId(process.env)}`,
      ].join('\n'),
    );
  });
});

describe('a contest with missing submissions', () => {
  test('is not listed if all places have submitted', async () => {
    await contest(PAIR);
    await handIn('ann', 'bob');
    expect(await section('Contests')).toBeUndefined();
  });

  test('shows the number of submissions, what it waits for, and how to decide without the rest', async () => {
    await contest(PAIR);
    await succeed('swarm recruit cy --role artist');
    await handIn('ann', 'bob');
    const shown = await section('Contests');
    expect(shown).toContain(
      'logo  2 of 3 submitted; waiting for 1 more agent to claim it. Open decisions now:\n    $ cortex swarm merge --task logo --by queen\n',
    );
    expect(shown).toMatch(/\n {4}ann {2}submitted {2}confidence 0\.9 {2}The logo/);
    await succeed('swarm claim --agent cy --task logo');
    expect(await section('Contests')).toContain('waiting for cy. Open decisions now:\n');
    await succeed('swarm merge --task logo --by queen');
    expect(await section('Contests')).toBeUndefined();
  });

  test('needs a coordinating person if no agent is working', async () => {
    const place = new NeedsPlace();
    const file = place.project.write('plan.yaml', LOGO);
    const swarm = ['swarm', 'create', '--task', 'R', '--coordinator', 'person:ada', '--strategy', 'competitive', '--file', file];
    await place.cortex('init', swarm, ...['ann', 'bob', 'cy'].map((agent) => `swarm recruit ${agent} --role artist`));
    await place.cortex('swarm claim --agent ann', 'swarm claim --agent bob', 'swarm complete logo --agent ann --output red');
    expect(await place.needs()).toEqual([]);
    await place.cortex('swarm complete logo --agent bob --output blue');
    expect(await place.only()).toMatchObject({
      kind: 'contest',
      rank: 'soon',
      title: 'Draw the logo',
      why: '2 of 3 submitted, ann (confidence 0.8: red), bob (confidence 0.8: blue): waiting for 1 more agent, or for a decision between these results',
    });
    await place.settles('cortex swarm merge --task logo', { by: 'person:ada' });
  });

  test('needs a person after ten minutes if an agent coordinates', async () => {
    const place = new NeedsPlace();
    const file = place.project.write('plan.yaml', LOGO);
    await place.cortex('init', ['swarm', 'create', '--task', 'R', '--coordinator', 'queen', '--strategy', 'competitive', '--file', file]);
    await place.cortex('swarm recruit ann --role artist', 'swarm recruit bob --role artist', 'swarm claim --agent ann');
    place.at(NOW + 1_000);
    await place.cortex('swarm complete logo --agent ann --output red');
    place.at(NOW + 1_000 + 10 * 60_000 - 1);
    expect(await place.needs()).toEqual([]);
    place.at(NOW + 1_000 + 10 * 60_000);
    expect(await place.only()).toMatchObject({ kind: 'contest', since: NOW + 1_000 });
    await place.settles('cortex swarm merge --task logo', { by: 'person:ada' });
  });
});

describe('results of which the coordinator, an agent, must choose one', () => {
  test('need a person after ten minutes', async () => {
    const place = new NeedsPlace();
    const file = place.project.write('plan.yaml', LOGO + BY_HAND);
    await place.cortex('init', ['swarm', 'create', '--task', 'R', '--coordinator', 'queen', '--strategy', 'competitive', '--file', file]);
    for (const agent of ['ann', 'bob']) await place.cortex(`swarm recruit ${agent} --role artist`);
    for (const agent of ['ann', 'bob']) await place.cortex(`swarm claim --agent ${agent}`);
    for (const agent of ['ann', 'bob']) await place.cortex(`swarm complete logo --agent ${agent} --output ${agent}`);
    place.at(NOW + 10 * 60_000 - 1);
    expect(await place.needs()).toEqual([]);
    place.at(NOW + 10 * 60_000);
    expect(await place.only()).toMatchObject({
      kind: 'conflict',
      rank: 'blocked',
      why: expect.stringMatching(/^several results, choose one: ann .* \(the coordinator queen has not decided\)$/),
    });
    expect((await place.project.run('status')).out).toMatch(/^Needs you +1 item, blocking work \(cortex needs-you\)$/m);
    await place.settles('cortex swarm merge', { by: 'person:ada', pick: 'ann' });
  });
});
