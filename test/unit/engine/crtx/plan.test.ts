import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeError } from '../../../../src/engine/platform/errors.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { DEFAULT_BUDGET, DEFAULT_MERGE_POLICY } from '../../../../src/engine/swarm/defaults.ts';
import { type Plan, readPlan } from '../../../../src/engine/swarm/plans/plan.ts';
import { makeNamedPipe } from '../../../support/named-pipe.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plan-'));
  file = path.join(folder, 'plan.yaml');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function read(content: string | Uint8Array): Plan {
  fs.writeFileSync(file, content);
  return readPlan(nodeFileSystem, file, 'the goal');
}

/** Returns the error without the folder. The position follows the file name. */
function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return describeError(error).replaceAll(`${folder}/`, '');
  }
  return 'accepted';
}

const whole = { id: 'root', description: 'the goal', status: 'pending', priority: 3, estimatedTokens: 0, dependencies: [], children: [] };
const NEXT = 'Correct the plan and try again; nothing was written.';

describe('a plan', () => {
  test('that is absent makes the goal one task, with default limits', () => {
    const plan = readPlan(nodeFileSystem, null, 'the goal');
    expect(plan).toEqual({ decomposition: whole, budget: DEFAULT_BUDGET, mergePolicy: DEFAULT_MERGE_POLICY, warnings: [] });
    expect(DEFAULT_BUDGET).toEqual({ maxAgents: 10_000, maxTokens: 100_000_000, maxCostUsd: 50, maxDurationMs: 3_600_000 });
  });

  test('uses defaults for missing fields, in YAML and JSON alike', () => {
    const yaml = 'budget:\n  maxTokens: 5\nmergePolicy: {strategy: voting, minAgreePercent: 60}\ndecomposition: {id: r, description: R}\n';
    const json = {
      decomposition: { id: 'r', description: 'R' },
      budget: { maxTokens: 5 },
      mergePolicy: { strategy: 'voting', minAgreePercent: 60 },
    };
    const expected = {
      decomposition: { ...whole, id: 'r', description: 'R' },
      budget: { ...DEFAULT_BUDGET, maxTokens: 5 },
      mergePolicy: { ...DEFAULT_MERGE_POLICY, strategy: 'voting', minAgreePercent: 60 },
      warnings: [],
    };
    expect(read(yaml)).toEqual(expected);
    expect(read(JSON.stringify(json))).toEqual(expected);
    expect(read(`\uFEFF${yaml.replaceAll('\n', '\r\n')}`)).toEqual(expected);
  });

  test('may use a reasonable number of aliases', () => {
    const { decomposition } = read(
      'decomposition:\n  id: r\n  description: &text Same\n  children:\n    - {id: a, description: *text}\n    - {id: b, description: *text}\n',
    );
    expect(decomposition.children.map(({ description }) => description)).toEqual(['Same', 'Same']);
  });
});

describe('an invalid plan is reported with file, position, allowed values and next step', () => {
  test.each(['', '# later\n', '---\n', 'null\n', '{}\n'])('%j: is empty', (content) => {
    expect(refusal(() => read(content))).toMatch(
      /^plan\.yaml(:\d:1)?: is an empty plan \(allowed: decomposition, budget, mergePolicy, admission\)\. Correct/,
    );
  });

  test.each([
    ['budgt: 3\n', `plan.yaml:1:1: "budgt" is not a key of a plan (allowed: decomposition, budget, mergePolicy, admission). ${NEXT}`],
    [
      'budget:\n  maxTokens: 5\n  maxBeers: 3\n',
      `plan.yaml:3:3: "maxBeers" is not a key of budget (allowed: maxAgents, maxTokens, maxCostUsd, maxDurationMs). ${NEXT}`,
    ],
    [
      '{"mergePolicy":\n {"strategie": "auto"}}',
      `plan.yaml:2:3: "strategie" is not a key of mergePolicy (allowed: strategy, conflictResolution, minAgreePercent, requireHumanApproval). ${NEXT}`,
    ],
    [
      '"__proto__": {a: 1}\n',
      `plan.yaml:1:1: "__proto__" is not a key of a plan (allowed: decomposition, budget, mergePolicy, admission). ${NEXT}`,
    ],
    [
      'budget:\n  maxTokens: lots\n',
      `plan.yaml:2:14: budget.maxTokens is not an allowed value (got "lots"; allowed: a finite number). ${NEXT}`,
    ],
    ['budget:\n  maxTokens: -1\n', `plan.yaml:2:14: budget.maxTokens is not an allowed value (got -1; allowed: at least 0). ${NEXT}`],
    [
      'mergePolicy: {strategy: guess}\n',
      `plan.yaml:1:25: mergePolicy.strategy is not an allowed value (got "guess"; allowed: "auto", "voting", "coordinator_review", "human_review"). ${NEXT}`,
    ],
    ['- 1\n- 2\n', `plan.yaml:1:1: the plan is a list (allowed: an object). ${NEXT}`],
    ['a: 1\n---\nb: 2\n', `plan.yaml:2:1: holds more than one document. ${NEXT}`],
    ['a: 1\na: 2\n', `plan.yaml:2:1: invalid YAML: Map keys must be unique. ${NEXT}`],
  ])('%j', (content, words) => {
    expect(refusal(() => read(content))).toBe(words);
  });

  test.each([
    ['a: [1\nb: 2', 'plan.yaml:2:1: invalid YAML'],
    ['decomposition: *nowhere\n', 'plan.yaml: cannot be read: Unresolved alias'],
    ['decomposition: {id: r, description: !!js/function "function () {}"}\n', 'plan.yaml:1:37: invalid YAML: Unresolved tag'],
    ['decomposition: !!python/object:os.system [ls]\n', 'plan.yaml:1:16: invalid YAML: Unresolved tag'],
    ['decomposition: {id: r, description: r, output: !!binary AAAA}\n', 'plan.yaml:1:48: invalid YAML: Unresolved tag'],
    ['? [a, b]\n: x\n', '"[ a, b ]" is not a key of a plan'],
    ['decomposition: just do it\n', 'plan.yaml:1:16: the decomposition cannot be used'],
    ['decomposition:\n  id: r\n', 'plan.yaml:2:3: the decomposition cannot be used: task "r": description is missing (allowed: a string).'],
  ])('%j', (content, words) => {
    const said = refusal(() => read(content));
    expect(said).toContain(words);
    expect(said).toContain(NEXT);
  });

  const tasks = (...children: string[]) => `decomposition:\n  id: r\n  description: r\n  children: [${children.join(', ')}]\n`;
  test.each([
    [tasks('{id: a, description: a, dependencies: [b]}', '{id: b, description: b, dependencies: [a]}'), 'a → b → a'],
    [tasks('{id: a, description: a, dependencies: [a]}'), '"a" depends on itself'],
    [tasks('{id: a, description: a}', '{id: a, description: b}'), 'more than one task has the id "a"'],
    [tasks('{id: a, description: a, dependencies: [zz]}'), '"a" depends on "zz", which is not a task'],
  ])('%j', (content, words) => {
    const said = refusal(() => read(content));
    expect(said).toMatch(/^plan\.yaml:4:(14|39): the decomposition cannot be used: /);
    expect(said).toContain(words);
    expect(said).toContain(NEXT);
  });

  test('an alias bomb is rejected before it expands', () => {
    const levels = Array.from(
      { length: 9 },
      (_, n) =>
        `l${n}: &l${n} [${Array(9)
          .fill(n === 0 ? 'x' : `*l${n - 1}`)
          .join(', ')}]`,
    );
    expect(refusal(() => read(`${levels.join('\n')}\ndecomposition: *l8\n`))).toMatch(/^plan\.yaml: cannot be read: Excessive alias count/);
  });

  test('deep nesting is rejected with its position', () => {
    expect(refusal(() => read('['.repeat(20_000)))).toMatch(/^plan\.yaml:1:\d+: is nested too deeply \(allowed: 300 levels of tasks/);
  });

  test('a map with very many keys is read in time, and duplicates are found', () => {
    const keys = Array.from({ length: 40_000 }, (_, n) => `  k${n}: ${n}\n`).join('');
    const tree = `decomposition:\n  id: r\n  description: r\n${keys}`;
    const parsing = process.cpuUsage();
    expect(read(tree).warnings).toHaveLength(6);
    expect(process.cpuUsage(parsing).user).toBeLessThan(15_000_000);
    expect(refusal(() => read(`${tree}  k7: again\n`))).toBe(`plan.yaml:40004:3: invalid YAML: Map keys must be unique. ${NEXT}`);
    expect(refusal(() => read('- {a: 1}\n- [{b: 1, b: 2}]\n'))).toContain('plan.yaml:2:11: invalid YAML: Map keys must be unique');
  });

  test('invalid UTF-8 is rejected with its position', () => {
    const latin = Buffer.concat([Buffer.from('decomposition:\n  description: caf'), Buffer.from([0xe9]), Buffer.from('\n')]);
    expect(refusal(() => read(latin))).toContain('plan.yaml:2:19: is not valid UTF-8 (got "byte 0xe9"');
  });

  test('a file of 40 MB is rejected unread', () => {
    fs.closeSync(fs.openSync(file, 'w'));
    fs.truncateSync(file, 40 * 1_048_576);
    const readSync = () => {
      throw new Error('it was read');
    };
    const unread = { ...nodeFileSystem, readSync };
    expect(refusal(() => readPlan(unread, file, 'g'))).toContain('plan.yaml:1:1: is 40.0 MiB (41943040 bytes), larger than the limit');
  });

  test('a folder, a named pipe and a missing file are refused at once', () => {
    const next = 'Name a regular YAML or JSON file, or - to read standard input.';
    expect(refusal(() => readPlan(nodeFileSystem, folder, 'g'))).toContain(`is a folder, not a file. ${next}`);
    makeNamedPipe(file);
    expect(refusal(() => readPlan(nodeFileSystem, file, 'g'))).toContain(`plan.yaml: is a device, pipe or socket, not a file. ${next}`);
    expect(refusal(() => readPlan(nodeFileSystem, path.join(folder, 'none'), 'g'))).toBe(`none: there is no such file. ${next}`);
  });
});

describe('unknown keys of tasks', () => {
  test('are kept, and reported with their positions', () => {
    const { decomposition, warnings } = read(
      'decomposition:\n  id: r\n  description: r\n  children:\n    - id: a\n      description: a\n      reviewers: [b]\n    - {id: b, description: b}\n',
    );
    expect(decomposition.children[0]).toMatchObject({ id: 'a', reviewers: ['b'], dependencies: [] });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.replaceAll(`${folder}/`, '')).toBe(
      'plan.yaml:7:7: "reviewers" is not a key of a task (allowed: id, description, assignedTo, status, priority, estimatedTokens, ' +
        'actualTokens, dependencies, children, output, files). It is kept but has no effect.',
    );
  });

  test.each([
    ['dependancies', 'dependencies'],
    ['Depends-on', 'dependencies'],
    ['blocked_by', 'dependencies'],
    ['needs', 'dependencies'],
    ['subtasks', 'children'],
    ['need', null],
    ['desciption', 'description'],
    ['estimated_tokens', 'estimatedTokens'],
    ['ids', null],
    ['statos', 'status'],
    ['output1234', null],
    ['x'.repeat(1000), null],
  ])('%.20s is rejected with a suggestion if it looks like a typo, or another name of a key', (typed, meant) => {
    const said = refusal(() => read(`decomposition:\n  id: r\n  description: r\n  ${typed}: 1\n`));
    if (meant === null) expect(said).toBe('accepted');
    else expect(said).toContain(`plan.yaml:4:3: "${typed}" is not a key of a task; "${meant}" was probably meant`);
  });

  test('are reported up to a limit', () => {
    const children = Array.from({ length: 50 }, (_, n) => `    - {id: t${n}, description: x, note: ${n}}`).join('\n');
    const { warnings } = read(`decomposition:\n  id: r\n  description: r\n  children:\n${children}\n`);
    expect(warnings).toHaveLength(6);
    expect(warnings.at(-1)).toContain('45 more keys of tasks are not known.');
  });
});
