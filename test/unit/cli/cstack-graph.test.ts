import { describe, expect, it } from 'vitest';
import { withPlan } from '../../support/cstack-cli.ts';

const PLAN = `# Plan

## Tasks
- [ ] P2: Build it (id: build)
  - [x] Sketch
  - [ ] Parser
- [>] Write the docs (id: docs)
- [!] Ask the owner | blocked: on holiday
- [ ] Ship it (id: ship, depends: build, docs)
- [ ] P1: Tidy up
`;

const lines = (...all: string[]) => `${all.join('\n')}\n`;

describe('the commands that read the graph of a plan', () => {
  it('ready lists startable tasks, the most urgent first', async () => {
    const ready = async (plan: string) => {
      const { code, out } = await withPlan(plan).run('ready');
      return [code, out];
    };
    expect(await ready(PLAN)).toEqual([0, lines('7  [ ] P1: Tidy up', '3  [ ] Parser')]);
    const waiting = 'No task is ready: 1 in progress; 1 blocked or waiting, see "cstack blocked".\n';
    expect(await ready('- [>] a (id: a)\n- [ ] b (depends: a)\n')).toEqual([1, waiting]);
    expect(await ready('- [x] a\n')).toEqual([1, 'Every task is done.\n']);
    expect(await ready('')).toEqual([1, expect.stringContaining('The plan is empty.')]);
  });

  it('blocked lists tasks that cannot start, and why', async () => {
    expect((await withPlan(`${PLAN}- [!] Alone\n`).run('blocked')).out).toBe(
      lines(
        '5  [!] Ask the owner        is blocked: on holiday',
        '6  [ ] Ship it        ship  waits for build, docs',
        '8  [!] Alone                is blocked, without a reason',
      ),
    );
    const spec = withPlan('- [!] Deploy to staging (waiting on infra)\n- [ ] Test (slow)\n');
    expect((await spec.run('blocked')).out).toBe('1  [!] Deploy to staging (waiting on infra)    is blocked: waiting on infra\n');
    expect(await spec.json('.', 'status')).toMatchObject({ blocked: [{ number: 1, why: 'waiting on infra' }] });
    expect((await withPlan('- [ ] a\n').run('blocked')).out).toBe('Nothing is blocked.\n');
  });

  it('critical-path lists the longest chain', async () => {
    expect((await withPlan(PLAN).run('critical-path')).out).toBe(lines('2 tasks, in order:', '3  [ ] Parser', '6  [ ] Ship it  ship'));
    expect((await withPlan('').run('critical-path')).out).toBe('No task is open.\n');
  });

  it('graph prints the whole graph as a tree, JSON, Mermaid and Graphviz', async () => {
    const stacks = withPlan(PLAN);
    expect((await stacks.run('graph')).out).toBe(
      lines(
        '[ ] Build it        build',
        '├─ [x] Sketch',
        '├─ [ ] Parser',
        '└→ [ ] Ship it      ship   after build, docs',
        '[>] Write the docs  docs',
        '[!] Ask the owner',
        '[ ] Tidy up',
        '',
        '─ part of the task above, → after the task above',
      ),
    );
    expect(await stacks.json('.', 'graph')).toMatchObject({
      edges: [
        { from: 1, to: 2, kind: 'part' },
        { from: 1, to: 3, kind: 'part' },
        { from: 1, to: 6, kind: 'depends' },
        { from: 4, to: 6, kind: 'depends' },
      ],
      cycles: [],
      unknown: [],
    });
    const hostile = withPlan('- [ ] a"]; click t1 "x" <b>`\\ (id: a)\n- [ ] b (depends: a)\n');
    expect((await hostile.run('graph', '--mermaid')).out).toBe(
      lines('flowchart LR', '  t1["#91; #93; a#34;#93;#59; click t1 #34;x#34; #60;b#62;#96;#92;"]', '  t2["#91; #93; b"]', '  t1 --> t2'),
    );
    expect((await hostile.run('graph', '--dot')).out).toContain('  t1 [label="[ ] a\\"]; click t1 \\"x\\" <b>`\\\\"];\n');
  });

  it('graph reports cycles with their lines, and still shows every task', async () => {
    const stacks = withPlan('- [ ] a (id: a, depends: b)\n- [ ] b (id: b, depends: a)\n- [ ] c (depends: d, gone)\n');
    const { code, out, err } = await stacks.run('graph');
    expect(code).toBe(0);
    expect(err).toBe('warning: tasks depend on each other in a cycle: a (line 1) → b (line 2) → a\n');
    expect(out.split('\n').filter((line) => line.includes('[ ]')).length).toBe(3);
    expect((await stacks.run('blocked')).out).toContain('is part of a dependency cycle: a (line 1) → b (line 2) → a');
    expect(Object(await stacks.json('.', 'graph'))).toMatchObject({
      cycles: [[{ line: 1 }, { line: 2 }]],
      unknown: [
        { task: 3, id: 'd' },
        { task: 3, id: 'gone' },
      ],
    });
  });

  it('handle a chain of thousands of tasks', async () => {
    const chain = Array.from({ length: 5_000 }, (_each, n) => `- [ ] t${n} (id: t${n}, depends: t${n - 1})\n`).join('');
    const stacks = withPlan(`- [ ] first (id: t-1)\n${chain}`);
    expect((await stacks.run('graph')).out.split('\n').length).toBeGreaterThan(5_000);
    expect((await stacks.run('critical-path')).out).toContain('5,001 tasks');
  });
});
