import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { findSender } from '../../../../src/engine/stack/messages/sender.ts';
import { folderWith, openStacks, TEAM } from '../../../support/stack-project.ts';

const team = () => folderWith({ 'AGENTS.md': TEAM, 'backend/.cstack/': '', 'docs/.cstack/': '' });

describe('findSender', () => {
  it('returns the explicit name or that of the environment, as written in AGENTS.md', () => {
    const stacks = openStacks(path.join(team(), 'backend'));
    const environment = { CSTACK_AGENT: 'frontend' };
    expect(findSender(stacks, { from: ' eve ', environment })).toBe('eve');
    expect(findSender(stacks, { environment })).toBe('agent-frontend');
  });

  it('returns the agent of the stack, and the manager beside AGENTS.md', () => {
    const root = team();
    expect(findSender(openStacks(path.join(root, 'backend')), { environment: { CSTACK_AGENT: '' } })).toBe('agent-backend');
    expect(findSender(openStacks(root), {})).toBe('manager');
  });

  it('returns the manager in a stack without AGENTS.md', () => {
    expect(findSender(openStacks(folderWith({ '.git/': '', '.cstack/': '' })), {})).toBe('manager');
  });

  it('throws in any other folder, and names the three ways to set it', () => {
    const alone = folderWith({ '.git/': '' });
    for (const folder of [alone, path.join(team(), 'docs')]) {
      expect(() => findSender(openStacks(folder), {})).toThrow(
        expect.objectContaining({
          code: 'invalid-input',
          data: { next: expect.stringMatching(/^Pass --from NAME, set CSTACK_AGENT, or .*: cstack agents add /) },
        }),
      );
    }
  });

  it('suggests to define agents if there are none', () => {
    const next = (folder: string) => {
      try {
        return findSender(openStacks(folder), {});
      } catch (error) {
        return error instanceof CortexError ? error.data.next : error;
      }
    };
    expect(next(folderWith({ '.git/': '' }))).toContain('cstack agents add agent-api');
    expect(next(path.join(team(), 'docs'))).toContain('Pass --from NAME');
  });

  it('normalises the name of the manager', () => {
    expect(findSender(openStacks(team()), { from: 'Manager' })).toBe('manager');
  });

  it('rejects empty names and names of several lines', () => {
    const stacks = openStacks(team());
    const wrong = { '': 'be empty', ' ': 'be empty', 'eve\n---\nmallory': 'contain a line break', 'e\u0000ve': 'contain U+0000' };
    for (const [from, is] of Object.entries(wrong)) expect(() => findSender(stacks, { from })).toThrow(`must not ${is}`);
  });
});
