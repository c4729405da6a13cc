import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgentChanges, addAgent, changeAgent, removeAgent } from '../../../../src/engine/stack/agents/agents-edit.ts';
import { findAgent, parseAgents } from '../../../../src/engine/stack/agents/agents-file.ts';
import { withoutSection, withSection } from '../../../../src/engine/text/markdown/marked-section.ts';
import { TEAM } from '../../../support/stack-project.ts';

const KEYS = ['Role', 'Stack', 'Skills', 'Hooks'] as const;

/** A line of a section: a known field or any other text. */
type Line = { readonly key: (typeof KEYS)[number]; readonly before: string; readonly value: string; readonly after: string } | string;

interface Model {
  readonly preamble: readonly string[];
  readonly sections: readonly { readonly heading: string; readonly lines: readonly Line[] }[];
  readonly eol: string;
  readonly isEnded: boolean;
}

const written = (line: Line): string => (typeof line === 'string' ? line : line.before + line.value + line.after);

function render({ preamble, sections, eol, isEnded }: Model): string {
  const lines = [...preamble, ...sections.flatMap(({ heading, lines }) => [heading, ...lines.map(written)])];
  return lines.join(eol) + (isEnded ? eol : '');
}

const values = fc.constantFrom('/a, /b', './x/.cstack/', 'UI: all of it', '*', '**bold**', 'é😀', '-', 'x');
const field = (key: (typeof KEYS)[number]): fc.Arbitrary<Line> =>
  fc.record({
    key: fc.constant(key),
    before: fc.constantFrom(`- ${key}: `, `* **${key}:** `, `  + ${key.toLowerCase()}:\t`, `- **${key}**:  `, `-\t${key}:`),
    value: values,
    after: fc.constantFrom('', '  ', '\t'),
  });
const prose = fc.constantFrom('', 'Words.', '- Note: kept', '### Details', '```', '<!-- - Stack: no -->', '- Roles: none');
const balanced = fc
  .array(prose, { maxLength: 3 })
  .map((lines) => (lines.filter((line) => line === '```').length % 2 === 0 ? lines : [...lines, '```']));
const sections = fc
  .array(
    fc.oneof(
      fc
        .tuple(
          field('Role'),
          fc.array(fc.oneof(field('Role'), field('Stack'), field('Skills'), field('Hooks')), { maxLength: 4 }),
          balanced,
          balanced,
        )
        .map(([first, more, above, below]) => [...above, first, ...below, ...more]),
      balanced,
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) =>
    list.map((lines, n) => ({ heading: lines.some((line) => typeof line !== 'string') ? `## agent-${n}` : `## Prose ${n}`, lines })),
  );
const models: fc.Arbitrary<Model> = fc.record({
  preamble: fc.constantFrom([], ['# Agents', ''], ['\ufeff# Agents'], ['\ufeff']),
  sections,
  eol: fc.constantFrom('\n', '\r\n'),
  isEnded: fc.boolean(),
});

const agentsOf = ({ sections }: Model) => sections.filter(({ heading }) => heading.startsWith('## agent'));

const isField = (line: Line | undefined, key: string): boolean => typeof line === 'object' && line.key === key;

/** Returns the lines of a section after a field is set: in its first occurrence, which stays alone, or as a new line. */
function withField(lines: readonly Line[], key: string, value: string): Line[] {
  const at = lines.findIndex((line) => isField(line, key));
  const present = lines[at];
  if (typeof present === 'object') {
    return lines.with(at, present.before + value + present.after).filter((line) => !isField(line, key));
  }
  const last = lines.findLastIndex((line) => typeof line === 'object');
  const [bullet = ''] = /^\s*[-*+]\s/.exec(written(lines[last] ?? '')) ?? [];
  return lines.toSpliced(last + 1, 0, `${bullet}${key}: ${value}`);
}

/** Returns the expected text after a field is set or removed. */
function expected(model: Model, heading: string, key: string, value: string | null): string {
  const changed = model.sections.map((section) => {
    if (section.heading !== heading) return section;
    const { lines } = section;
    return { heading, lines: value === null ? lines.filter((line) => !isField(line, key)) : withField(lines, key, value) };
  });
  const last = model.sections.at(-1);
  const isGone =
    value === null || last?.lines.findIndex((line) => isField(line, key)) !== last?.lines.findLastIndex((line) => isField(line, key));
  const isLastGone = isGone && last?.heading === heading && isField(last.lines.at(-1), key);
  return render({ ...model, sections: changed, isEnded: model.isEnded || isLastGone });
}

describe('an edit of AGENTS.md', () => {
  it('changes only the bytes of its field', () => {
    const wanted = fc.constantFrom(
      ...KEYS.map((key) => ({ key, value: key === 'Skills' || key === 'Hooks' ? '/new, /b' : './new $& one/.cstack/' })),
      { key: 'Skills', value: null } as const,
      { key: 'Hooks', value: null } as const,
    );
    fc.assert(
      fc.property(models, fc.nat(), wanted, (model, pick, { key, value }) => {
        const agents = agentsOf(model);
        fc.pre(agents.length > 0);
        const { heading } = agents[pick % agents.length] ?? agents[0] ?? { heading: '' };
        const isList = key === 'Skills' || key === 'Hooks';
        const changes = { [key.toLowerCase()]: isList ? (value?.split(', ') ?? null) : value };
        const text = render(model);
        fc.pre(findAgent(parseAgents(text), heading.slice(3)) !== undefined);
        expect(changeAgent(text, heading.slice(3), changes)).toBe(expected(model, heading, key, value));
      }),
    );
  });

  it('removes an agent with its section, and no other byte', () => {
    fc.assert(
      fc.property(models, fc.nat(), (model, pick) => {
        const agents = agentsOf(model);
        fc.pre(agents.length > 0);
        const gone = agents[pick % agents.length];
        const text = render(model);
        fc.pre(findAgent(parseAgents(text), gone?.heading.slice(3) ?? '') !== undefined);
        const at = text.indexOf(`${gone?.heading}${model.eol}`);
        const { sections } = model;
        const rest = sections.slice(sections.findIndex(({ heading }) => heading === gone?.heading) + 1);
        const behind = rest.length === 0 ? '' : render({ ...model, preamble: [], sections: rest });
        expect(removeAgent(text, gone?.heading.slice(3) ?? '')).toBe(text.slice(0, at) + behind);
      }),
    );
  });

  it('adds an agent after the others, and changes no other byte', () => {
    fc.assert(
      fc.property(models, (model) => {
        const text = render(model);
        const before = parseAgents(text);
        const at = before.at(-1)?.range.to ?? text.length;
        const added = addAgent(text, { name: 'new', role: 'r', stack: './new/.cstack/', skills: ['/a', '/b'], hooks: [] });
        const [head, tail] = [text.slice(0, at), text.slice(at)];
        const eol = text.includes('\r') ? '\r\n' : '\n';
        expect([added.startsWith(head), added.endsWith(tail)]).toEqual([true, true]);
        const section = ['## new', '- Role: r', '- Stack: ./new/.cstack/', '- Skills: /a, /b', ''].join(eol);
        expect(added.slice(head.length, added.length - tail.length).trim()).toBe(
          text === '' || text === '\ufeff' ? `# Agents${eol}${eol}${section.trim()}` : section.trim(),
        );
        const names = parseAgents(added).map(({ name }) => name);
        expect(names).toEqual([...before.map(({ name }) => name), 'new']);
      }),
    );
  });
});

describe('AGENTS.md', () => {
  it('allows to set empty fields, also bold ones', () => {
    const text = '## agent-a\n- Role:\n- **Stack:**\n- Skills: ';
    expect(changeAgent(text, 'a', { role: 'r', stack: './a', skills: ['/x'] })).toBe(
      '## agent-a\n- Role: r\n- **Stack:** ./a\n- Skills: /x',
    );
  });

  it('may start with a byte order mark and an agent', () => {
    expect(changeAgent('\ufeff## agent-a\r\n- Role: x', 'a', { role: 'y', hooks: ['h'] })).toBe(
      '\ufeff## agent-a\r\n- Role: y\r\n- Hooks: h',
    );
    expect(addAgent('\ufeff', { name: 'a', role: 'r', stack: './a' })).toBe('\ufeff# Agents\n\n## a\n- Role: r\n- Stack: ./a\n');
  });

  it('is created with its heading', () => {
    const made = addAgent('', { name: 'agent-a', role: 'all', stack: './a/.cstack/' });
    expect(made).toBe('# Agents\n\n## agent-a\n- Role: all\n- Stack: ./a/.cstack/\n');
  });

  it('is restored to the byte when a change is reverted', () => {
    const text = fs.readFileSync(new URL('../../../fixtures/stacks-v2/AGENTS.md', import.meta.url), 'utf8');
    const [backend] = parseAgents(text);
    const changes: AgentChanges = { role: 'r', stack: './x', skills: ['/y'], hooks: ['h'] };
    const changed = changeAgent(text, 'backend', changes);
    expect(parseAgents(changed)[0]).toMatchObject(changes);
    const { role, stack, skills, hooks } = backend ?? { role: null, stack: null, skills: [], hooks: [] };
    expect(changeAgent(changed, 'backend', { role: role ?? '', stack: stack ?? '', skills, hooks })).toBe(text);
  });

  it('leaves one line of a field that stands twice', () => {
    const text = '## api\n- Role: one\n- Stack: ./api/.cstack/\n- Role: two\n- Skills: /a\n';
    expect(changeAgent(text, 'api', { role: 'three' })).toBe('## api\n- Role: three\n- Stack: ./api/.cstack/\n- Skills: /a\n');
  });

  it.each([
    ['', 'Words.'],
    ['## More\n\nProse.\n', '## Team\n\nWords.'],
    ['', '## Team\n\nWords.'],
  ])('keeps agents out of the sections of this program', (more, body) => {
    const place = { name: 'team', file: 'AGENTS.md' };
    const joined = `${withSection(TEAM, body, place)}${more}`;
    const fresh = { name: 'new', role: 'r', stack: './new/.cstack/' };
    const left = withoutSection(addAgent(joined, fresh), place);
    expect(parseAgents(left).map(({ name }) => name)).toEqual(['agent-backend', 'agent-frontend', 'new']);
    const names = (text: string) => parseAgents(text).map(({ name }) => name);
    const removed = removeAgent(joined, 'frontend');
    expect([names(removed), removed.endsWith(joined.slice(joined.indexOf('<!--')))]).toEqual([['agent-backend'], true]);
  });

  it('adds an agent below a section that already contains agents', () => {
    const place = { name: 'team', file: 'AGENTS.md' };
    const text = withSection('# Agents\n', '## agent-a\n- Role: x\n- Stack: ./a/.cstack/', place);
    const added = addAgent(text, { name: 'new', role: 'r', stack: './new/.cstack/' });
    expect(added.startsWith(text)).toBe(true);
    const removed = removeAgent(added, 'a');
    expect(parseAgents(withoutSection(removed, place)).map(({ name }) => name)).toEqual(['new']);
  });

  it('rejects duplicate names with or without prefix, and edits of unknown names', () => {
    const fresh = { role: 'r', stack: './x' };
    expect(() => addAgent(TEAM, { name: 'Backend', ...fresh })).toThrow(
      expect.objectContaining({ code: 'already-exists', data: expect.objectContaining({ line: 3 }) }),
    );
    expect(() => changeAgent(TEAM, 'nobody', fresh)).toThrow(
      expect.objectContaining({ code: 'not-found', data: expect.objectContaining({ allowed: 'agent-backend, agent-frontend' }) }),
    );
    expect(() => removeAgent(TEAM, 'nobody')).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it.each([
    ['a name of two lines', () => addAgent(TEAM, { name: 'x\n## y', role: 'r', stack: './x' })],
    ['a name that ends like a heading', () => addAgent(TEAM, { name: 'C #', role: 'r', stack: './x' })],
    ['no role', () => changeAgent(TEAM, 'backend', { role: ' ' })],
    ['a stack with a line feed', () => changeAgent(TEAM, 'backend', { stack: './x\n- Role: y' })],
    ['a skill with a comma', () => changeAgent(TEAM, 'backend', { skills: ['/a,/b'] })],
    ['an agent behind code that is not closed', () => addAgent('# Agents\n\n```\ncode\n', { name: 'x', role: 'r', stack: './x' })],
  ])('rejects %s', (_what, edit) => {
    expect(edit).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});
