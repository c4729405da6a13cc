import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_TASK_DEPTH } from '../../../../src/engine/crtx/validate.ts';
import { describeError } from '../../../../src/engine/platform/errors.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { type Plan, readPlan } from '../../../../src/engine/swarm/plans/plan.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function read(name: string, content: string): Plan {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  return readPlan(nodeFileSystem, file, 'the goal');
}

/** Returns the error without the folder. The position follows the file name. */
function refusal(name: string, content: string): string {
  try {
    read(name, content);
  } catch (error) {
    return describeError(error).replaceAll(`${folder}/`, '');
  }
  return 'accepted';
}

const NEXT = 'Correct the plan and try again; nothing was written.';

/** Returns a plan with a chain of nested tasks. */
function deepPlan(levels: number): string {
  const begun = Array.from({ length: levels }, (_, n) => `{"id":"t${n}","description":"d","children":[`);
  return `{"decomposition":${begun.join('')}${']}'.repeat(levels)}}`;
}

function depthOf({ decomposition }: Plan): number {
  let depth = 0;
  for (let at: typeof decomposition | undefined = decomposition; at !== undefined; at = at.children[0]) depth += 1;
  return depth;
}

test('each of several problems has its own place, on its own line', () => {
  const tasks = ['{ id: b, description: B, dependencies: [c] }', '{ id: d, description: D, dependencies: [d] }'];
  const plan = `decomposition:\n  id: r\n  description: R\n  children:\n${tasks.map((each) => `    - ${each}\n`).join('')}`;
  expect(refusal('plan.yaml', plan)).toBe(
    'plan.yaml:5:7: the decomposition cannot be used: "b" depends on "c", which is not a task\n' +
      `plan.yaml:6:7: "d" depends on itself: d → d. ${NEXT}`,
  );
});

describe('the maximum depth of tasks', () => {
  test('is the same for a JSON plan as for a swarm', () => {
    expect(depthOf(read('plan.json', deepPlan(MAX_TASK_DEPTH)))).toBe(MAX_TASK_DEPTH);
    expect(refusal('plan.JSON', deepPlan(MAX_TASK_DEPTH + 1))).toContain('1001 or more levels of tasks (allowed: 1000)');
  });

  test('is lower for YAML, and the error names it', () => {
    expect(depthOf(read('plan.yaml', deepPlan(300)))).toBe(300);
    for (const levels of [301, 420, 3_000]) {
      expect(refusal('plan.yaml', deepPlan(levels))).toMatch(
        /^plan\.yaml:1:\d+: is nested too deeply \(allowed: 300 levels of tasks in YAML, 1000 in JSON, in a file that ends in \.json\)\. Correct/,
      );
    }
  });
});

describe('the position of an invalid task', () => {
  const TASKS = `decomposition:
  id: r
  description: R
  children:
    - id: a
      description: A
    - id: g
      description: G
      children:
        - WRONG
`;

  test.each([
    ["{id: '', description: five}", '10:11', 'task number 4 ("five") has an empty id'],
    ['{id: b}', '10:11', 'task "b": description is missing'],
    ['{id: b, description: B, priority: high}', '10:45', 'task "b": priority is not an allowed value (got "high"'],
    ['{id: b, description: B, dependencies: [r]}', '10:11', '"b" depends on "r", which it is a part of'],
    ['{id: b, description: B, dependencies: [zz]}', '10:11', '"b" depends on "zz", which is not a task'],
    ['{id: a, description: again}', '10:11', 'more than one task has the id "a"'],
    ['{id: b, description: B, dependencies: [c]}\n        - {id: c, description: C, dependencies: [b]}', '10:11', 'b → c → b'],
  ])('%s', (task, place, words) => {
    const said = refusal('plan.yaml', TASKS.replace('WRONG', task));
    expect(said).toContain(`plan.yaml:${place}: the decomposition cannot be used: `);
    expect(said).toContain(words);
  });

  test('in JSON', () => {
    const plan = '{"decomposition": {"id": "r", "description": "R", "children": [\n  {"id": "a", "description": "A"},\n  {"id": "b"}\n]}}';
    expect(refusal('plan.json', plan)).toBe(
      `plan.json:3:3: the decomposition cannot be used: task "b": description is missing (allowed: a string). ${NEXT}`,
    );
  });
});

describe('a number out of range is reported as typed, with its position', () => {
  test.each([
    ['budget:\n  maxTokens: .inf\n', '2:14', '.inf'],
    ['budget: {maxTokens: 5, maxCostUsd: -.INF}\n', '1:36', '-.INF'],
    ['decomposition:\n  id: r\n  description: R\n  output: [1, {a: .nan}]\n', '4:19', '.nan'],
    ['budget:\n  maxTokens: 1e999\n', '2:14', '1e999'],
  ])('%j', (content, place, typed) => {
    expect(refusal('plan.yaml', content)).toBe(`plan.yaml:${place}: ${typed} is not a finite number (allowed: a finite number). ${NEXT}`);
  });

  test('in JSON', () => {
    expect(refusal('plan.json', '{"budget": {"maxTokens": -1e999}}')).toBe(
      `plan.json:1:26: -1e999 is not a finite number (allowed: a finite number). ${NEXT}`,
    );
  });
});

describe('a number that a double cannot hold is reported as typed, with its position', () => {
  const changed = (place: string, typed: string, value: string) =>
    `${place}: ${typed} would become ${value} (allowed: a number that a double holds, or the digits as a text in quotes). ${NEXT}`;

  test.each([
    [
      'decomposition:\n  id: r\n  description: R\n  output: {id: 12345678901234567890}\n',
      '4:16',
      '12345678901234567890',
      '12345678901234567000',
    ],
    ['a: 1\nb: [+0.1234567890123456789]\n', '2:5', '0.1234567890123456789', '0.12345678901234568'],
  ])('%j', (content, place, typed, value) => {
    expect(refusal('plan.yaml', content)).toBe(changed(`plan.yaml:${place}`, typed, value));
  });

  test('in JSON', () => {
    const content = '{"decomposition":\n {"output": {"id": -12345678901234567890}}}';
    expect(refusal('plan.json', content)).toBe(changed('plan.json:2:20', '-12345678901234567890', '-12345678901234567000'));
  });
});

describe('a plan in JSON', () => {
  test.each([
    ['{"budgt": 3}', `plan.json:1:2: "budgt" is not a key of a plan (allowed: decomposition, budget, mergePolicy, admission). ${NEXT}`],
    ['{"budget":\n 3,}', `plan.json:2:4: is not JSON: "}" where a key in double quotes should be. ${NEXT}`],
    ['{"budget": {}, # later\n', `plan.json:1:16: is not JSON: "#" where a key in double quotes should be. ${NEXT}`],
    ['{"budget": {},\n "a\\"\\\\": 1,\n "a\\"\\\\" : 2}', `plan.json:3:2: has the same key twice in one object. ${NEXT}`],
    ['', `plan.json:1:1: is empty. ${NEXT}`],
    ['{}', `plan.json: is an empty plan (allowed: decomposition, budget, mergePolicy, admission). ${NEXT}`],
    ['['.repeat(20_000), `is nested deeper than 2500 levels`],
  ])('%.40j', (content, words) => {
    expect(refusal('plan.json', content)).toContain(words);
  });

  test('accepts the same key in different objects, a byte order mark and CRLF', () => {
    const tasks = '[{"id": "a", "description": "A"},\r\n {"id": "b", "description": "B", "note": {"id": 1}}]';
    const { decomposition, warnings } = read('plan.json', `\ufeff{"decomposition": {"id": "r", "description": "R", "children": ${tasks}}}`);
    expect(decomposition.children.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(warnings.map((warning) => warning.replaceAll(`${folder}/`, ''))).toEqual([
      expect.stringMatching(/^plan\.json:2:34: "note" is not a key of a task/),
    ]);
  });
});

describe('a merge key', () => {
  test('is rejected with its name', () => {
    const plan = 'decomposition:\n  id: r\n  description: R\n  children:\n    - &t {id: a, description: A}\n    - {<<: *t, id: b}\n';
    expect(refusal('plan.yaml', plan)).toBe(
      'plan.yaml:6:8: merge keys ("<<") are not supported. Write the keys out in place; nothing was written.',
    );
  });

  test('in quotes is an ordinary key', () => {
    expect(read('plan.yaml', 'decomposition: {id: r, description: R, "<<": 1}\n').warnings).toEqual([
      expect.stringContaining('"<<" is not a key of a task'),
    ]);
  });
});
