import { describe, expect, it } from 'vitest';
import { findAgent, parseAgents } from '../../../../src/engine/stack/agents/agents-file.ts';

const AGENTS = `# Agents

## agent-backend
- Role: API and backend development
- Stack: ./backend/.cstack/
- Skills: /deploy, /test, /migrate

## Build
Run \`make\`.
- Note: nothing

## agent-frontend ##
* **Role:** UI and client development
* **Stack**: ./frontend/.cstack/
### Details
- Hooks: pre-send, post-recv
\`\`\`
## not-an-agent
- Stack: ./x
\`\`\`

# Other
## agent-devops
- Role:
`;

describe('AGENTS.md', () => {
  it('defines an agent in each section with a role and a stack, and nowhere else', () => {
    expect(parseAgents(AGENTS).map(({ name, role, stack, line }) => [name, role, stack, line])).toEqual([
      ['agent-backend', 'API and backend development', './backend/.cstack/', 3],
      ['agent-frontend', 'UI and client development', './frontend/.cstack/', 12],
      ['agent-devops', null, null, 23],
    ]);
  });

  it('parses skills, hooks and the position of each value', () => {
    const [backend, frontend] = parseAgents(AGENTS);
    expect(backend?.skills).toEqual(['/deploy', '/test', '/migrate']);
    expect(frontend?.hooks).toEqual(['pre-send', 'post-recv']);
    const fields = [...(backend?.fields ?? []), ...(frontend?.fields ?? [])];
    expect(fields.map(({ range, value }) => AGENTS.slice(range.from, range.to) === value)).toEqual(fields.map(() => true));
    expect(frontend?.fields.map(({ key, line }) => [key, line])).toEqual([
      ['Role', 13],
      ['Stack', 14],
      ['Hooks', 16],
    ]);
  });

  it('is parsed the same with CRLF', () => {
    const plain = (text: string) => parseAgents(text).map(({ name, role, stack, skills, hooks }) => ({ name, role, stack, skills, hooks }));
    expect(plain(AGENTS.replaceAll('\n', '\r\n'))).toEqual(plain(AGENTS));
  });

  it('finds an agent with and without the name prefix', () => {
    const agents = parseAgents(AGENTS);
    expect(findAgent(agents, 'backend')?.name).toBe('agent-backend');
    expect(findAgent(agents, 'Agent-Backend')?.name).toBe('agent-backend');
    expect(findAgent(agents, 'back')).toBeUndefined();
  });
});

describe('a section of an AGENTS.md for other tools', () => {
  const agentOf = (name: string, ...fields: string[]) => parseAgents(`## ${name}\n\n${fields.map((field) => `- ${field}\n`).join('')}`);

  it.each([
    ['Project Snapshot', 'Stack: Python 3.12, Reflex, PostgreSQL.', 'App package: `cms/`.'],
    ['Overview', '**Stack:** Next.js'],
    ['Tech', '**Stack:** TypeScript/React, Node.js (see ./docs)'],
    ['Backend', 'Stack: .NET 9 and C#/F#'],
    ['Reviewer persona', '**Role:** Senior engineer', '**Tone:** brief'],
    ['reviewer', 'Role: Reads what others write'],
    ['Reviewer', 'Role: Senior engineer', 'Stack: Django'],
    ['State', 'Stack: kept in ./api/.cstack/ since March'],
    ['Half', 'Stack:'],
  ])('%s: %s is not an agent', (name, ...fields) => {
    expect(agentOf(name, ...fields)).toEqual([]);
  });

  it.each([
    ['backend', './api/.cstack/'],
    ['The API team', 'my api/.cstack'],
    ['web', './web'],
    ['web', 'web/'],
    ['win', String.raw`.\win\.cstack`],
    ['out', '/elsewhere/.cstack'],
  ])('%s with the Stack %s is an agent', (name, stack) => {
    expect(agentOf(name, 'Role: x', `Stack: ${stack}`)).toMatchObject([{ name, stack }]);
  });

  it('is an agent by its name, without a Stack', () => {
    expect(agentOf('agent-api', 'Role: The API')).toMatchObject([{ name: 'agent-api', stack: null }]);
  });

  it.each([
    '**Role**: API\n**Stack**: `./api/.cstack/`\n',
    '**Role:** API  \n**Stack:** ./api/.cstack/\n',
    '- **Role**: API\n- **Stack**: ./api/.cstack/\n',
  ])('is an agent with bold fields, with or without a list: %j', (fields) => {
    expect(parseAgents(`## agent-api\n\n${fields}`)).toMatchObject([{ name: 'agent-api', role: 'API', stack: './api/.cstack/' }]);
  });

  it('is not an agent if it is bold prose', () => {
    expect(parseAgents('## Notes\n\n**Stack:** Next.js\n**Role:** senior\n**not a field** ./x/.cstack/: no\n')).toEqual([]);
  });

  it('may contain a path in Markdown quoting', () => {
    expect(agentOf('api', 'Stack: `./api/.cstack/`')).toMatchObject([{ stack: './api/.cstack/' }]);
    expect(agentOf('api', '**Stack:** <./api/.cstack/>')).toMatchObject([{ stack: './api/.cstack/' }]);
  });
});

describe('an AGENTS.md with merge conflicts', () => {
  const unmerged = (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> feature\n`;
  const api = '## api\n- Role: API\n- Stack: ./api/.cstack/\n';

  it('has no agents between conflict markers, and keeps those outside', () => {
    const text = `${api}${unmerged('## b\n- Stack: ./b/.cstack/\n', '## c\n')}- Stack: ./c/.cstack/\n## d\n- Stack: ./d/.cstack/\n`;
    expect(parseAgents(text).map(({ name, stack }) => [name, stack])).toEqual([
      ['api', './api/.cstack/'],
      ['d', './d/.cstack/'],
    ]);
  });

  it('ignores fields after the markers for a section before them', () => {
    expect(parseAgents(`## Rules\nBe brief.\n${unmerged('## b\n', '## c\n')}- Stack: ./c/.cstack/\n`)).toEqual([]);
  });

  it('parses the other fields of an agent with one line in conflict', () => {
    const text = `## api\n${unmerged('- Role: a\n', '- Role: b\n')}- Stack: ./api/.cstack/\n`;
    expect(parseAgents(text)).toMatchObject([{ name: 'api', role: null, stack: './api/.cstack/' }]);
  });
});
