import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { commandAbout, inNamedFolder, inNamedPlaces, typedOption, typedWord } from '../../../src/engine/platform/suggested.ts';
import { CliProject, type Run, runProgramHere } from '../../support/cortex-cli.ts';
import { suggestedIn, typeSuggested } from '../../support/suggestions.ts';

const REVIEWED = '\nmergePolicy: {strategy: coordinator_review, conflictResolution: coordinator_decides}';
const planOf = (children: string, more = '') => `decomposition: {id: root, description: R, children: [${children}]}${more}`;

let project: CliProject;

beforeEach(async () => {
  vi.stubEnv('USER', 'ada');
  project = new CliProject();
  await project.run('init');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs the commands, and then every command that their output suggests. @returns the suggested ones without the folder */
async function suggestedBy(...commands: readonly (string | readonly string[])[]): Promise<string[]> {
  const suggested: string[] = [];
  for (const command of commands) suggested.push(...(await typeAll(await project.printed(command))));
  return suggested;
}

async function typeAll(run: Run): Promise<string[]> {
  const suggested = suggestedIn(run);
  for (const each of suggested) await typeSuggested(each, project.root);
  return suggested.map((each) => each.replaceAll(` --root ${project.root}`, ''));
}

function created(plan: string, strategy = 'parallel'): readonly string[] {
  const file = project.write('plan.yaml', plan);
  return ['swarm', 'create', '--task', 'Release', '--coordinator', 'queen of hearts', '--strategy', strategy, '--file', file];
}

const BY = '--by "queen of hearts"';
const recruit = (agent: string) => `swarm recruit ${agent} --role coder`;

describe('a command that a swarm suggests runs as printed', () => {
  it('before the swarm exists, and while it runs', async () => {
    const plan = planOf('{id: "a task", description: A}, {id: b, description: B, dependencies: ["a task"]}', '\nbudget: {maxAgents: 1}');
    const suggested = await suggestedBy(
      ...['swarm status', 'swarm claim --agent ann', created(plan), created(plan), recruit('ann'), recruit('bob')],
      ['swarm', 'pause', '--by', 'queen of hearts', '--reason', 'tea'],
      ['swarm', 'assign', 'a task', '--agent', 'ann', '--by', 'queen of hearts'],
      ['swarm', 'resume', '--by', 'queen of hearts'],
      ...['swarm claim --agent ann', ['swarm', 'fail', 'a task', '--agent', 'ann', '--reason', 'no'], 'swarm claim --agent ann --task b'],
      ...['swarm claim --agent ann', 'swarm status', ['swarm', 'retry', 'no such task', '--by', 'queen of hearts']],
    );
    expect([...new Set(suggested)].toSorted()).toEqual(
      [
        'cortex swarm create --task TASK --coordinator COORDINATOR',
        `cortex swarm abort ${BY} --reason REASON`,
        `cortex swarm budget ${BY} --agents AGENTS`,
        `cortex swarm resume ${BY}`,
        'cortex swarm status',
        `cortex swarm retry TASK ${BY}`,
        `cortex swarm retry "a task" ${BY}`,
      ].toSorted(),
    );
  });

  it('when its budget is used up, and when it was aborted', async () => {
    const plan = planOf('{id: a, description: A}, {id: b, description: B}', '\nbudget: {maxTokens: 10, maxCostUsd: 1}');
    const suggested = await suggestedBy(
      ...[created(plan), recruit('ann'), 'swarm usage --agent ann --tokens 20 --cost 2', 'swarm claim --agent ann', 'swarm status'],
      ['swarm', 'abort', '--by', 'queen of hearts', '--reason', 'late'],
      ...['swarm claim --agent ann --task a', ['swarm', 'approve', '--by', 'queen of hearts'], 'swarm status'],
    );
    expect([...new Set(suggested)].toSorted()).toEqual([
      `cortex swarm budget ${BY} --tokens TOKENS --cost COST`,
      `cortex swarm retry TASK ${BY}`,
      'cortex swarm status',
    ]);
  });

  it('when tasks are split', async () => {
    const parts = project.write('parts.yaml', 'children: [{id: p1, description: One}]');
    const suggested = await suggestedBy(
      ...[created(planOf('{id: big, description: B}'), 'hierarchical'), recruit('ann')],
      ['swarm', 'assign', 'big', '--agent', 'ann', '--by', 'queen of hearts'],
      ...[`swarm decompose big --by ann --file ${parts}`, 'swarm claim --agent ann'],
    );
    expect(suggested).toEqual(['cortex swarm assign p1 --agent AGENT --by ann', 'cortex swarm assign p1 --agent AGENT --by ann']);
  });

  it('under the strategy consensus', async () => {
    await suggestedBy(created(planOf('{id: a, description: A}'), 'consensus'), recruit('ann'), recruit('bob'), recruit('cy'));
    const before = await suggestedBy('swarm claim --agent ann', 'swarm claim --agent ann --task a');
    expect(before).toEqual([
      'cortex swarm propose a --agent ann --approach APPROACH',
      'cortex swarm propose a --agent ann --approach APPROACH',
    ]);
    const after = await suggestedBy('swarm propose a --agent ann --approach x', 'swarm claim --agent bob', 'swarm status');
    expect(after.map((command) => command.replace(/prp_\w+/, 'prp'))).toEqual([
      'cortex swarm vote prp --agent AGENT --for yes',
      'cortex swarm status',
      'cortex swarm vote prp --agent bob --for yes',
      'cortex swarm vote prp --agent AGENT --for yes',
    ]);
  });

  it('when results are to be merged', async () => {
    const plan = planOf('{id: logo, description: Draw}', `${REVIEWED.slice(0, -1)}, requireHumanApproval: true}`);
    const suggested = await suggestedBy(
      ...[created(plan, 'competitive'), recruit('ann'), recruit('bob'), 'swarm claim --agent ann', 'swarm claim --agent bob'],
      ...['swarm complete logo --agent ann --output a', 'swarm status', 'swarm complete logo --agent ann --output c'],
      ...['swarm complete logo --agent bob --output b', 'swarm status', 'swarm claim --agent ann'],
      ['swarm', 'merge', '--task', 'logo', '--pick', 'ann', '--by', 'queen of hearts'],
      ...['swarm status', 'swarm retire bob'],
    );
    expect([...new Set(suggested)]).toEqual([
      `cortex swarm merge --task logo ${BY}`,
      'cortex timeline add --agent ann --type discovery --action ACTION --reasoning REASONING',
      `cortex swarm merge --task logo ${BY} --pick PICK`,
      `cortex swarm approve --task logo ${BY}`,
    ]);
  });

  it('to a person, with the name of the person', async () => {
    await suggestedBy(created(planOf('{id: a, description: A}')));
    const suggested = await typeAll(await project.printed(created(planOf('{id: a, description: A}')), true));
    expect(suggested).toEqual(['cortex swarm abort --by person:ada --reason REASON']);
  });

  it.each([
    ['parse', 'parse'],
    ['a "task"', `'a "task"'`],
    ['--so', 'TASK'],
    ['x\u0007', 'TASK'],
    ['x'.repeat(501), 'TASK'],
    [null, 'TASK'],
  ])('for task %j, which may have an unprintable name', (task, word) => {
    expect(typedWord(task, 'TASK')).toBe(word);
  });
});

describe('a command that other protocols suggest runs as printed', () => {
  it('for locks, the timeline, the DNA and the graph', async () => {
    project.write('src/a.ts', "import './b';\n");
    const suggested = await suggestedBy(
      ...[
        'timeline resolve tle_none --outcome success',
        'dna show',
        'graph impact src/a.ts',
        'lock acquire src/a.ts --agent ann --with-blast',
      ],
      ...['graph build', 'graph impact src/a.ts', 'graph stats', 'swarm retire nobody'],
    );
    expect([...new Set(suggested)]).toEqual(
      expect.arrayContaining(['cortex timeline list --json', 'cortex dna detect', 'cortex graph build', 'cortex graph unresolved']),
    );
  });

  it('for the vault', async () => {
    const vault = ['--vault', 'notes'];
    project.write('notes/keep.md', '');
    const add = (name: string, ...more: string[]) => [
      'vault',
      'add',
      '--name',
      name,
      '--type',
      'rule',
      '--project',
      'ops',
      ...vault,
      ...more,
    ];
    const suggested = await suggestedBy(
      ...[add('It rains', '--by', 'agent-7'), add('It is dry'), ['vault', 'accept', 'It rains', '--by', 'ann', ...vault]],
      ['vault', 'contradict', 'It rains', 'It is dry', ...vault],
    );
    const [accept, other] = suggested;
    expect(accept).toMatch(/^cortex vault accept \S+it_rains\.md --by person:ada --vault notes$/);
    expect(other).toMatch(/^cortex vault accept \S+it_rains\.md --vault notes --by person:ada$/);
    expect(suggested.at(-1)).toMatch(/^cortex vault supersede \S+it_rains\.md \S+it_is_dry\.md --vault notes$/);
  });

  it('for teams and stacks', async () => {
    expect(await suggestedBy('team setup --team crew', ['team', 'register', 'Ann', '--team', 'crew'])).toEqual([
      'cortex team register "Chief of Staff" --team crew',
      'cortex team join --agent ann --team crew --write',
    ]);
    const cstack = async (...words: string[]) => typeAll(await runProgramHere(cstackProgram, [...words, '--root', project.root]));
    expect(await cstack('plan', 'list')).toContain('cstack init');
  });
});

it('options of the commands over all protocols are added only where the program has them', () => {
  const places = { root: '/p', team: '/t', vault: '/v' };
  expect(inNamedPlaces('Run: cortex settle /p/a.md', places)).toBe('Run: cortex settle /p/a.md --team /t --vault /v --root /p');
  expect(inNamedPlaces('Run: cstack settle /p/a.md', places)).toBe('Run: cstack settle /p/a.md --root /p');
  expect(inNamedPlaces('Run: cstack status', places)).toBe('Run: cstack status --root /p');
});

describe('the folder of --root', () => {
  it.each([
    ['See "cortex swarm status".', 'See "cortex swarm status --root "/my project"".'],
    [
      'See "cortex team ready --team "/my team" --agent ann", or wait.',
      'See "cortex team ready --team "/my team" --agent ann --root "/my project"", or wait.',
    ],
    [
      'Look: "cortex team status --team "/my team"" lists it.',
      'Look: "cortex team status --team "/my team" --root "/my project"" lists it.',
    ],
    [`Try: cortex vault accept 'it'\\''s "so".md'`, `Try: cortex vault accept 'it'\\''s "so".md' --root "/my project"`],
    ['Create it: cstack init /x --root /y', 'Create it: cstack init /x --root /y'],
  ])('is added to the commands in %j', (text, named) => {
    expect(inNamedFolder(text, '/my project')).toBe(named);
    expect(inNamedFolder(text, null)).toBe(text);
  });

  it.each([
    ['Delete it: rm /p/g.crtx && cortex graph build', 'Delete it: rm /p/g.crtx && cortex graph build --root /p'],
    [
      'rm /p/g.crtx && cortex graph build. Until then, it is used.',
      'rm /p/g.crtx && cortex graph build --root /p. Until then, it is used.',
    ],
    [
      '"cortex settle" keeps both; then "git add -- /p/a".',
      '"cortex settle --team t --vault notes --root /p" keeps both; then "git -C /p add -- /p/a".',
    ],
    ['To keep it: git add -- /p/a. To delete it: git rm -- /p/a', 'To keep it: git -C /p add -- /p/a. To delete it: git -C /p rm -- /p/a'],
    ['Then: git --literal-pathspecs add -- "/p/a*"', 'Then: git -C /p --literal-pathspecs add -- "/p/a*"'],
    ['git add failed', 'git add failed'],
    ['"cortex vault doctor" shows more', '"cortex vault doctor --vault notes --root /p" shows more'],
    ['List them: cortex vault doctor --vault /v', 'List them: cortex vault doctor --vault /v --root /p'],
    ['See "cortex team ready", then "cortex lock list".', 'See "cortex team ready --team t --root /p", then "cortex lock list --root /p".'],
  ])('and the other places of a caller are added in %j', (text, named) => {
    const places = { root: '/p', vault: 'notes', team: 't', other: 1 };
    expect(inNamedPlaces(text, places)).toBe(named);
    expect(inNamedPlaces(named, places)).toBe(named);
    expect(inNamedPlaces(text, {})).toBe(text);
  });
});

describe('an id that begins like an option', () => {
  const words = (command: string) => command.split(' ').map((word) => word.replace(/^"|"$/g, ''));

  it('is part of the suggested command, which runs as printed', async () => {
    const plan = project.write('plan.yaml', 'decomposition: {id: root, description: R, children: [{id: "-x", description: X}]}');
    const type = (line: string) => runProgramHere(cortexProgram, words(line));
    const root = `--root ${project.root}`;
    for (const line of [
      `swarm create ${root} --task T --coordinator=-queen --file ${plan}`,
      `swarm recruit ${root} --role coder -- -ann`,
      `swarm claim ${root} --agent=-ann`,
      `swarm fail ${root} --agent=-ann --reason broken -- -x`,
    ]) {
      expect(await type(line)).toMatchObject({ code: 0 });
    }
    const { out } = await type(`swarm status ${root}`);
    const [, retry = ''] = /To retry a task: cortex (.*)/.exec(out) ?? [];
    expect(retry).toBe(`swarm retry --by=-queen ${root} -- -x`);
    expect((await type(retry)).out).toContain('-x is pending again');
  });

  it.each([
    ['-x', '--by=-q -- -x'],
    ['x', 'x --by=-q'],
    ['a\u0007', 'TASK --by=-q'],
  ])('%j is placed where it is not an option', (task, typed) => {
    const command = commandAbout('cortex swarm retry', task, 'TASK', [typedOption('by', '-q')]);
    expect(command).toBe(`cortex swarm retry ${typed}`);
    expect(inNamedFolder(`Retry it: ${command}`, '/r')).toBe(`Retry it: ${command.replace(/( -- -x)?$/, ' --root /r$1')}`);
  });
});
