import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { planYaml } from '../../../src/engine/swarm/plans/import/plan-yaml.ts';
import { hasControl } from '../../../src/engine/text/one-line.ts';
import { project, useProject } from '../../support/swarm-project.ts';

useProject();

const CHARACTERS = [
  ...'ab1 -:#\'"|>[]{}&*!%@`,?\\~',
  '\n',
  '\r',
  '\t',
  '\u0007',
  '\u001b',
  '\u0085',
  '\u2028',
  '\u202e',
  '\u200d',
  '\ufeff',
  '\u{e0041}',
];
const text = fc.string({ unit: fc.constantFrom(...CHARACTERS, '---', '- ', 'é', '👩‍💻'), minLength: 1, maxLength: 12 });
const id = fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__', 'root', 'a-2', '<<'), text);
const status = fc.constantFrom('pending', 'done', 'in-progress', 'cancelled');

const taskmaster = fc
  .array(
    fc.record({
      id: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(1e21, 1.5, -0, '1.1'), id),
      title: text,
      details: text,
      status,
      dependencies: fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), id), { maxLength: 2 }),
      subtasks: fc.array(
        fc.record({ id: fc.integer({ min: 1, max: 3 }), title: text, dependencies: fc.array(fc.integer({ min: 1, max: 3 })) }),
      ),
    }),
    { maxLength: 5 },
  )
  .map((tasks) => JSON.stringify({ tasks }));
const github = fc
  .array(
    fc.record({
      number: fc.integer({ min: 1, max: 6 }),
      title: text,
      state: fc.constantFrom('OPEN', 'CLOSED'),
      body: fc
        .array(fc.oneof(text, fc.constantFrom('Depends on #1, #2', '\n- [ ] #3', 'Blocked by #4\r\n')), { maxLength: 3 })
        .map((parts) => parts.join(' ')),
    }),
    { maxLength: 6 },
  )
  .map((issues) => JSON.stringify(issues));
const indent = fc.constantFrom('', '  ', '    ');
const checklist = fc
  .array(fc.tuple(indent, fc.constantFrom('- [ ] ', '- [x] ', '- [~] ', '## Phase 1 ', '1. [ ] '), text).map((parts) => parts.join('')))
  .map((lines) => lines.join('\n'));
const specKit = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        '- [ ] T001 ',
        '- [ ] T002 [P] ',
        '- [x] T003 ',
        '- [ ] T004 [US1] ',
        '## Phase 1 ',
        '## Phase 2: User Story 1 ',
        '## Phase 3: User Story 2 ',
      ),
      text,
    ),
  )
  .map((lines) => lines.map((parts) => parts.join('')).join('\n'));

const NO_PLAN = /tasks wait for each other|is open|no tasks were found|has no id or no title|has no number or no title/;

test.each([
  ['taskmaster', taskmaster],
  ['github', github],
  ['checklist', checklist],
  ['spec-kit', specKit],
])('%s: of any tasks, a swarm can be created from the plan, or an error says why there is none', async (format, given) => {
  await fc.assert(
    fc.asyncProperty(given, async (content) => {
      const file = project.write('given', content);
      const plan = path.join(project.root, 'any.yaml');
      fs.rmSync(plan, { force: true });
      const { code, err } = await project.run(['import', format, file, '--out', plan]);
      if (code !== 0) {
        expect(err).toMatch(NO_PLAN);
        return;
      }
      const written = fs.readFileSync(plan, 'utf8');
      expect(written.split('\n').some(hasControl)).toBe(false);
      const printed = (await project.run(['import', format, file])).out;
      expect(printed.replace(/^(?:#.*\n)+/, '')).toBe(written);
      const made = await project.run(['swarm', 'create', '--task', 'All', '--coordinator', 'queen', '--file', plan]);
      expect(made.code, made.err).toBe(0);
      await project.run('swarm abort --by queen --reason x');
    }),
    { numRuns: 25 },
  );
});

test('a plan in YAML keeps every text', () => {
  fc.assert(
    fc.property(text, text, (one, description) => {
      expect(parse(planYaml({ id: one, description }))).toEqual({ decomposition: { id: one, description } });
    }),
  );
});

test('an item with a line separator or a carriage return inside, and one without visible text, are not lost', async () => {
  const file = project.write('TODO.md', '- [ ] One\u2028more\r\n- [ ] Two\rmore\n- [ ] \u0007\n');
  const { out } = await project.run(['import', 'checklist', file]);
  const found: readonly { description: string }[] = parse(out).decomposition.children;
  expect(found.map(({ description }) => description)).toEqual(['Onemore', 'Twomore', '3']);
});

test.each([
  ['github', JSON.stringify(Array.from({ length: 30_000 }, () => ({ number: 1, title: 'x' })))],
  ['spec-kit', Array.from({ length: 30_000 }, (_, index) => `- [ ] T${index} [P] do`).join('\n')],
  ['spec-kit', Array.from({ length: 10_000 }, (_, index) => `## Phase ${index}\n- [ ] T${index} do`).join('\n')],
])('%s: the time grows with the number of tasks, not with its square', async (format, content) => {
  const before = process.cpuUsage();
  const file = project.write('given', content);
  expect((await project.run(['import', format, file, '--out', 'plan.yaml'])).code).toBe(0);
  const { user } = process.cpuUsage(before);
  expect(user / 1e6).toBeLessThan(12);
});

test.each([
  ['30 levels too many', 330, 'is a part of more than 298 tasks'],
  ['as many levels as a plan can have', 299, null],
])('a checklist with %s', async (_, levels, why) => {
  const lines = Array.from({ length: levels }, (__, level) => `${' '.repeat(level)}- [ ] Level ${level}\n`);
  const file = project.write('TODO.md', lines.join(''));
  const { err } = await project.run(['import', 'checklist', file, '--out', 'plan.yaml']);
  if (why !== null) {
    expect(err).toContain(why);
    return;
  }
  const plan = path.join(project.root, 'plan.yaml');
  const made = await project.run(['swarm', 'create', '--task', 'All', '--coordinator', 'queen', '--file', plan]);
  expect(made.code, made.err).toBe(0);
});

test('Spec Kit: what was done out of order does not break the order', async () => {
  const file = project.write(
    'tasks.md',
    '## Phase 1: Setup\n- [ ] T001 One\n- [x] T002 Two\n- [ ] T003 Three\n## Phase 2: Base\n- [x] T004 Four\n- [~] T005 Five\n## Phase 3: Polish\n- [ ] T006 Six\n',
  );
  const { out } = await project.run(['import', 'spec-kit', file]);
  const [setup, polish, ...others] = parse(out).decomposition.children;
  expect(others).toEqual([]);
  expect(setup.children[1]).toMatchObject({ id: 'T003', dependencies: ['T001'] });
  expect(polish).toMatchObject({ id: 'phase-3', dependencies: ['phase-1'] });
});
