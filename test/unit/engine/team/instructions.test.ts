import { describe, expect, it } from 'vitest';
import { readAgentNote } from '../../../../src/engine/team/notes/agent-note.ts';
import { formatInstructions } from '../../../../src/engine/team/onboarding/instructions.ts';

const MEMBER = {
  agent: { slug: 'billing-dev', path: 'agents/billing-dev.md', name: 'Billing Dev' },
  config: { directory: '/my team', heartbeatMinutes: 15 },
  elsewhere: false,
};

describe('instructions of an agent', () => {
  it('pass --team to every command if the team is not found by default', () => {
    const commands = (elsewhere: boolean) => formatInstructions({ ...MEMBER, elsewhere }).match(/`cortex team [^`]+`/g) ?? [];
    expect(commands(false).filter((command) => command.includes('--team'))).toEqual([]);
    expect(commands(true).length).toBeGreaterThanOrEqual(6);
    expect(commands(true).filter((command) => !command.includes(' --team "/my team"'))).toEqual([]);
  });

  it('give tasks in progress priority, and explain how to block a task', () => {
    expect(formatInstructions(MEMBER)).toContain('Tasks in progress come first');
    expect(formatInstructions(MEMBER)).toContain('`cortex team block PROJECT TASK --reason "why"`');
  });

  it('let only the coordinator dispatch tasks', () => {
    const coordinator = { slug: 'chief-of-staff', path: 'agents/chief-of-staff.md', name: 'Chief of Staff' };
    expect(formatInstructions({ ...MEMBER, agent: coordinator })).toContain('cortex team dispatch PROJECT');
    expect(formatInstructions({ ...MEMBER, agent: coordinator })).not.toContain('cortex team claim');
    expect(formatInstructions(MEMBER)).not.toContain('dispatch');
    expect(formatInstructions(MEMBER)).toContain('cortex team claim PROJECT --agent billing-dev');
  });

  it('name the files of the layout of the note', () => {
    const later = { ...MEMBER, agent: { ...MEMBER.agent, path: 'agents/billing-dev/billing-dev.md' } };
    expect(formatInstructions(MEMBER)).toContain('projects/<project>.md');
    expect(formatInstructions(later)).toContain('agents/billing-dev/tasks.md');
    expect(formatInstructions(later)).toContain(
      'is the last line of `agents/billing-dev/tasks.md`, `<!-- cortex:last-tick YYYY-MM-DDTHH:MM -->`.',
    );
    for (const member of [MEMBER, later]) expect(formatInstructions(member)).toContain('TASK is the id that `ready` shows');
    expect(formatInstructions(MEMBER)).toContain('is `last-heartbeat: "YYYY-MM-DDTHH:MM"` in the header of your note.');
    expect(formatInstructions(later)).not.toContain('projects/<project>.md');
  });
});

it('flags of a day are shown until the agent reports on a later day', () => {
  const log = [
    '## Session Log',
    'Last session: 2026-04-12\nStatus: flagged a task\nFlagged: one: not mine\n',
    'Last session: 2026-04-13\nStatus: flagged a task\nFlagged: two: not mine\n',
    'Last session: 2026-04-13\nStatus: went home',
  ].join('\n');
  expect(readAgentNote(log, 'a', 'agents/a.md').flags).toEqual(['two: not mine']);
  expect(readAgentNote(`${log}\n\nLast session: 2026-04-14\nStatus: back`, 'a', 'agents/a.md').flags).toEqual([]);
});
