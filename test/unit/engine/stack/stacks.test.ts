import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { checkAgents } from '../../../../src/engine/stack/agents/agents-check.ts';
import { Stacks } from '../../../../src/engine/stack/stacks.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { folderWith, openStacks, stackRuntime, TEAM } from '../../../support/stack-project.ts';

const team = () => folderWith({ 'AGENTS.md': TEAM, 'backend/.cstack/': '', 'backend/src/': '', 'frontend/.cstack/': '' });

const namesIn = (stacks: Stacks) => stacks.all().stacks.map(({ name }) => name);

function failureOf(answer: unknown): CortexError {
  if (answer instanceof CortexError) return answer;
  throw new Error(`no error: ${String(answer)}`);
}

describe('the stacks of a repository', () => {
  it('are listed in the order of the agents, and include the manager once its folder exists', () => {
    const root = team();
    expect(namesIn(openStacks(root))).toEqual(['agent-backend', 'agent-frontend']);
    fs.mkdirSync(path.join(root, '.cstack'));
    expect(namesIn(openStacks(root))).toEqual(['agent-backend', 'agent-frontend', 'manager']);
  });

  it('are found from any folder below AGENTS.md, with the stack of that folder', () => {
    const root = team();
    const stacks = openStacks(path.join(root, 'backend', 'src'));
    expect([stacks.root, stacks.home]).toEqual([root, path.join(root, 'backend')]);
    expect(stacks.own()).toEqual({ name: 'agent-backend', store: stacks.all().stacks[0]?.store });
    expect(openStacks(root).own().name).toBe('manager');
  });

  it('are restricted to the folder on exact open', () => {
    const root = team();
    const stacks = openStacks(path.join(root, 'backend', 'src'), { exact: true });
    expect([stacks.root, stacks.home, stacks.own().name]).toEqual([root, path.join(root, 'backend', 'src'), 'src']);
    expect(stacks.ownName).toBeNull();
  });

  it('are not searched above a repository, nor in an AGENTS.md without agents', () => {
    const root = folderWith({
      'AGENTS.md': TEAM,
      '.cstack/': '',
      'inner/.git/': '',
      'inner/AGENTS.md': '# How to build\n',
      'inner/src/': '',
    });
    const stacks = openStacks(path.join(root, 'inner', 'src'));
    expect([stacks.agentsText, stacks.home, stacks.root]).toEqual([null, path.join(root, 'inner', 'src'), path.join(root, 'inner', 'src')]);
    fs.rmdirSync(path.join(root, 'inner', '.git'));
    const above = openStacks(path.join(root, 'inner', 'src'));
    expect([above.agentsText, above.root, above.home]).toEqual([TEAM, root, root]);
  });

  it('are only that of the folder without AGENTS.md', () => {
    const root = folderWith({ '.git/': '', '.cstack/INBOX.md': '', 'src/': '' });
    const stacks = openStacks(path.join(root, 'src'));
    expect(stacks.all()).toEqual({ stacks: [stacks.own()], problems: [] });
    expect([stacks.own().name, stacks.own().store.directory]).toEqual(['manager', path.join(root, '.cstack')]);
  });

  it('exclude stacks that cannot be opened, and report why', () => {
    const outside = temporaryFolder();
    const agents = `${TEAM}\n## agent-lost\n- Role: r\n\n## out\n- Stack: ../elsewhere/.cstack\n\n## link\n- Stack: ./link/.cstack\n\n## twin\n- Stack: backend/.cstack\n\n## git\n- Stack: ./.git/hooks/.cstack\n`;
    const root = folderWith({ 'AGENTS.md': agents, '.git/hooks/': '' });
    fs.symlinkSync(outside, path.join(root, 'link'));
    const { stacks, problems } = openStacks(root).all();
    expect(stacks.map(({ name }) => name)).toEqual(['agent-backend', 'agent-frontend']);
    expect(problems).toEqual([
      expect.stringMatching(/AGENTS\.md:11: .*no Stack/),
      expect.stringMatching(/AGENTS\.md:15: .*out .*outside/),
      expect.stringMatching(/AGENTS\.md:18: .*link .*outside/),
      expect.stringMatching(/twin and agent-backend have the same stack/),
      expect.stringMatching(/AGENTS\.md:24: .*git .*outside/),
    ]);
  });

  it('are found in .cstack/.local if only that has an INBOX', () => {
    const root = folderWith({ '.cstack/.local/INBOX.md': '' });
    expect(openStacks(root).own().store.directory).toBe(path.join(root, '.cstack', '.local'));
    fs.writeFileSync(path.join(root, '.cstack', 'INBOX.md'), '');
    expect(openStacks(root).own().store.directory).toBe(path.join(root, '.cstack'));
  });

  it('are not read through a link that leads out of the repository', () => {
    const outside = folderWith({ 'AGENTS.md': TEAM, 'INBOX.md': '' });
    const root = temporaryFolder();
    fs.symlinkSync(outside, path.join(root, '.cstack'));
    expect(() => openStacks(root).own()).toThrow(CortexError);
    expect(openStacks(root).all()).toEqual({ stacks: [], problems: [expect.stringMatching(/leave|outside|leads/)] });
    fs.symlinkSync(path.join(outside, 'AGENTS.md'), path.join(root, 'AGENTS.md'));
    expect(() => Stacks.open(stackRuntime, root)).toThrow(/symbolic link|leads out/);
  });

  it('are read through such a link only if a person named its folder', () => {
    const outside = folderWith({ 'INBOX.md': '' });
    const root = team();
    for (const folder of ['', 'backend', 'frontend']) {
      fs.rmSync(path.join(root, folder, '.cstack'), { recursive: true, force: true });
      fs.symlinkSync(outside, path.join(root, folder, '.cstack'));
    }
    const backend = path.join(root, 'backend');
    expect(() => Stacks.open(stackRuntime, backend, { exact: true }).own()).toThrow(
      expect.objectContaining({
        message: `.cstack is a link to ${outside}, which is outside of the working tree`,
        data: expect.objectContaining({ file: path.join(backend, '.cstack'), next: expect.stringMatching(`add: --root ${backend}$`) }),
      }),
    );
    const stacks = Stacks.open(stackRuntime, backend, { exact: true, namedFolder: backend });
    expect([stacks.ownName, stacks.own().store.directory]).toEqual(['agent-backend', outside]);
    expect(stacks.all().problems).toEqual([
      expect.stringContaining(`frontend is outside the repository: .cstack is a link to ${outside}`),
      expect.stringContaining(`add: --root ${root}`),
    ]);
    expect(() => stacks.manager).toThrow('outside of the working tree');
    expect(checkAgents(stacks).map(({ code }) => code)).toEqual(['agent-stack-name', 'agent-stack-outside']);
  });
});

describe('a recipient', () => {
  it('is an agent by name, with or without prefix, and always the same object', () => {
    const stacks = openStacks(team());
    const [backend] = stacks.all().stacks;
    expect(stacks.recipient('backend')).toBe(backend);
    expect(stacks.recipient('Agent-Backend')).toBe(backend);
  });

  it('may be the manager, even before its stack exists', () => {
    const root = team();
    const stacks = openStacks(path.join(root, 'backend'));
    expect(stacks.recipient('manager')).toMatchObject({ name: 'manager', store: { directory: path.join(root, '.cstack') } });
  });

  it('must be in AGENTS.md; the error lists the agents and the command to add one', () => {
    const { code, data } = failureOf(openStacks(team()).recipient('nobody'));
    expect([code, data.allowed]).toEqual(['not-found', 'agent-backend, agent-frontend, manager']);
    expect(data.next).toContain('cstack agents add nobody --role "what it is responsible for" --stack ./nobody/.cstack/');
  });

  it('without AGENTS.md can only be the manager, which is the own stack', () => {
    const root = folderWith({ '.git/': '', 'a/.cstack/': '' });
    const stacks = openStacks(path.join(root, 'a'));
    expect(stacks.recipient('manager')).toMatchObject({ store: { directory: path.join(root, 'a', '.cstack') } });
    expect(failureOf(stacks.recipient('agent-backend')).data.next).toContain('cstack agents add');
  });

  it('must have a stack; the error names the command that creates it', () => {
    const root = folderWith({ 'AGENTS.md': TEAM });
    const { code, data } = failureOf(openStacks(root).recipient('frontend'));
    expect([code, data.next]).toEqual(['not-found', `Create it: cstack init ${path.join(root, 'frontend')}`]);
  });
});

describe('AGENTS.md', () => {
  it('is edited in place from its latest content, and created if missing', async () => {
    const root = folderWith({ '.git/': '' });
    const stacks = Stacks.open(stackRuntime, root);
    await stacks.editAgents((text) => `${text}# Agents\n`);
    fs.appendFileSync(stacks.agentsFile, 'by hand\n');
    await stacks.editAgents((text) => `${text}ours\n`);
    await stacks.whenIdle();
    expect(fs.readFileSync(path.join(root, 'AGENTS.md'), 'utf8')).toBe('# Agents\nby hand\nours\n');
  });
});
