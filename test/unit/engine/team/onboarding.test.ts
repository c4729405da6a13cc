import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/kernel/runtime.ts';
import { apply, joining, leaving } from '../../../../src/engine/team/onboarding/membership.ts';
import { RUNTIMES } from '../../../../src/engine/team/onboarding/runtimes.ts';

const runtime = nodeRuntime({});
const MEMBER = {
  agent: { slug: 'billing-dev', path: 'agents/billing-dev.md', name: 'Billing Dev' },
  config: { directory: '/team', heartbeatMinutes: 15 },
  elsewhere: false,
};

function workingDirectory(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'join-')));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const join = async (folder: string, name: (typeof RUNTIMES)[number]) => {
  const changes = joining(runtime, folder, name, MEMBER);
  await apply(runtime, folder, changes);
  return changes.map((change) => change.path);
};

describe('joining a team', () => {
  it.each(RUNTIMES)('with %s writes what it reads, twice the same, and leaving takes all of it away', async (name) => {
    const folder = workingDirectory();
    const written = await join(folder, name);
    expect(written.length).toBeGreaterThan(0);
    expect(readFileSync(path.join(folder, written[0] ?? ''), 'utf8')).toContain('cortex team claim PROJECT --agent billing-dev');
    expect(joining(runtime, folder, name, MEMBER)).toEqual([]);
    await apply(runtime, folder, leaving(runtime, folder));
    expect(readdirSync(folder, { recursive: true }).filter((file) => /\.(md|mdc)$/.test(String(file)))).toEqual([]);
  });

  it.each(['# Rules\n\nBe kind.\n', '# Rules\r\n\r\nBe kind.\r\n', '\ufeff# Rules\n'])(
    'keeps what stands in the file: %j',
    async (text) => {
      const folder = workingDirectory({ 'CLAUDE.md': text, 'AGENTS.md': text });
      await join(folder, 'claude-code');
      await join(folder, 'codex');
      expect(readFileSync(path.join(folder, 'CLAUDE.md'), 'utf8').startsWith(text)).toBe(true);
      await apply(runtime, folder, leaving(runtime, folder));
      expect(readFileSync(path.join(folder, 'CLAUDE.md'), 'utf8')).toBe(text);
      expect(readFileSync(path.join(folder, 'AGENTS.md'), 'utf8')).toBe(text);
      expect(readdirSync(folder).sort()).toEqual(['AGENTS.md', 'CLAUDE.md']);
    },
  );

  it('changes its own section where it stands, and no other word', async () => {
    const folder = workingDirectory({ 'GEMINI.md': '# One\n' });
    await join(folder, 'gemini');
    const file = path.join(folder, 'GEMINI.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n# Two\n`);
    const other = { ...MEMBER, agent: { ...MEMBER.agent, slug: 'other' } };
    await apply(runtime, folder, joining(runtime, folder, 'gemini', other));
    expect(readFileSync(file, 'utf8')).toContain('--agent other');
    expect(readFileSync(file, 'utf8')).not.toContain('--agent billing-dev');
    await apply(runtime, folder, leaving(runtime, folder));
    expect(readFileSync(file, 'utf8')).toBe('# One\n\n\n# Two\n');
  });

  it('changes nothing where the markers are not one pair, and says where', () => {
    const folder = workingDirectory({ 'GEMINI.md': 'a\n<!-- cortex:team begin -->\nb\n' });
    expect(() => joining(runtime, folder, 'gemini', MEMBER)).toThrow('the markers of the team section are not one pair');
  });

  it('takes markers in code for an example', async () => {
    const text = '```\n<!-- cortex:team begin -->\n```\n';
    const folder = workingDirectory({ 'GEMINI.md': text });
    await join(folder, 'gemini');
    await apply(runtime, folder, leaving(runtime, folder));
    expect(readFileSync(path.join(folder, 'GEMINI.md'), 'utf8')).toBe(text);
  });

  it('does not write out of the working directory', () => {
    const folder = workingDirectory();
    const outside = workingDirectory();
    mkdirSync(path.join(folder, '.cursor'));
    symlinkSync(outside, path.join(folder, '.cursor', 'rules'));
    expect(() => joining(runtime, folder, 'cursor', MEMBER)).toThrow('leads out of its root folder');
  });

  it('does not write over what came after the difference was shown', async () => {
    const folder = workingDirectory({ 'GEMINI.md': 'one\n' });
    const changes = joining(runtime, folder, 'gemini', MEMBER);
    writeFileSync(path.join(folder, 'GEMINI.md'), 'two\n');
    await expect(apply(runtime, folder, changes)).rejects.toThrow('has changed since it was shown');
    expect(readFileSync(path.join(folder, 'GEMINI.md'), 'utf8')).toBe('two\n');
  });
});
