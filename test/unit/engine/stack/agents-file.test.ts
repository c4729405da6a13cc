import { describe, expect, it } from 'vitest';
import { agentNamed, parseAgents } from '../../../../src/engine/stack/agents-file.ts';

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
  it('has agents where a section says a role or a stack, and nowhere else', () => {
    expect(parseAgents(AGENTS).map(({ name, role, stack, line }) => [name, role, stack, line])).toEqual([
      ['agent-backend', 'API and backend development', './backend/.cstack/', 3],
      ['agent-frontend', 'UI and client development', './frontend/.cstack/', 12],
      ['agent-devops', null, null, 23],
    ]);
  });

  it('says skills, hooks, and where each value stands', () => {
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

  it('reads the same with other line ends', () => {
    const plain = (text: string) => parseAgents(text).map(({ name, role, stack, skills, hooks }) => ({ name, role, stack, skills, hooks }));
    expect(plain(AGENTS.replaceAll('\n', '\r\n'))).toEqual(plain(AGENTS));
  });

  it('finds an agent with and without what names begin with', () => {
    const agents = parseAgents(AGENTS);
    expect(agentNamed(agents, 'backend')?.name).toBe('agent-backend');
    expect(agentNamed(agents, 'Agent-Backend')?.name).toBe('agent-backend');
    expect(agentNamed(agents, 'back')).toBeUndefined();
  });
});
