import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { withoutPart, withPart } from '../../../../src/engine/install/change-text.ts';
import { INSTALLATIONS, VENDORS } from '../../../../src/engine/install/vendors.ts';
import { CliProject, cortexFile, runProcess } from '../../../support/cortex-cli.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

const JSON_OF_OTHERS =
  '// mine\n{\n\t"hooks": {\n\t\t"Other": [ { "command": "mine" } ], // kept\n\t},\n\t"version": 1,\n\t"x": [1,2]\n}\n';
/** Content of other tools in a file of each kind. */
const OTHERS = {
  value: JSON_OF_OTHERS,
  item: JSON_OF_OTHERS,
  table: '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "o"\n',
  section: '# Mine\r\n\r\nText.\r\n',
  line: '*.png binary\r\n',
};

/** Returns the trimmed lines of a text without trailing commas. */
const linesOf = (text: string) => text.split(/\r?\n/).map((line) => line.trim().replace(/,$/, ''));

const read = (file: string) => fs.readFileSync(path.join(project.root, file), 'utf8');

/** Returns all files outside of `.cortex` by path. */
function files(): Record<string, string> {
  const names = fs.readdirSync(project.root, { recursive: true, encoding: 'utf8' });
  const own = names.filter((name) => !name.startsWith('.cortex') && fs.statSync(path.join(project.root, name)).isFile());
  return Object.fromEntries(own.map((name) => [name, read(name)]));
}

const install = (vendor: string, ...more: readonly string[]) => project.run(['install', vendor, ...more]);

test('writing warns when hooks and git would not find the program', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PATH', path.dirname(process.execPath));
  const warning = 'the program cortex is not on the PATH (an alias or a shell function does not count)';
  expect((await install('claude', '--write')).err).toContain(warning);
  expect((await install('claude', '--remove', '--write')).err).toBe('');
  const bin = temporaryFolder();
  fs.writeFileSync(path.join(bin, 'cortex'), '');
  vi.stubEnv('PATH', bin);
  expect((await install('claude', '--write')).err).toBe('');
});

describe.each(VENDORS)('cortex install %s', (vendor) => {
  test('previews, writes, is idempotent, and can be removed', async () => {
    const shown = await install(vendor);
    expect(shown).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('Nothing was written. To apply the changes, add --write.'),
    });
    expect(files()).toEqual({});
    const written = await install(vendor, '--write');
    expect(written.out).toMatch(/^Wrote \S/);
    const there = files();
    for (const { file } of INSTALLATIONS[vendor]().parts) expect(Object.keys(there)).toContain(file);
    expect(shown.out).toMatch(/guard.*--for/);
    expect((await install(vendor, '--write')).out).toMatch(/^Nothing to change\./);
    expect(files()).toEqual(there);
    expect((await install(vendor, '--remove', '--write')).out).toMatch(/^Removed it from \S/);
    expect(files()).toEqual({});
  });

  test('keeps every other byte of a file when installing and removing', async () => {
    const before = Object.fromEntries(
      INSTALLATIONS[vendor]().parts.flatMap(({ file, kind }) => (kind === 'file' ? [] : [[file, OTHERS[kind]]])),
    );
    for (const [file, text] of Object.entries(before)) project.write(file, text);
    await install(vendor, '--write');
    const there = files();
    for (const [file, text] of Object.entries(before)) {
      expect(there[file]).not.toBe(text);
      expect(linesOf(there[file] ?? '')).toEqual(expect.arrayContaining(linesOf(text)));
    }
    await install(vendor, '--remove', '--write');
    expect(files()).toEqual(before);
  });
});

describe('user changes', () => {
  test('a server entry with another environment is kept, also on removal', async () => {
    const own = '{"mcpServers": {"cortex": {"command": "cortex", "args": ["mcp"], "env": {"CORTEX_AGENT": "ann"}}}}\n';
    project.write('.mcp.json', own);
    await install('claude', '--write');
    expect(read('.mcp.json')).toBe(own);
    await install('claude', '--remove', '--write');
    expect(read('.mcp.json')).toBe(own);
  });

  test('a hook of an earlier version is replaced, and hooks of other tools are kept', async () => {
    const old = { hooks: [{ type: 'command', command: 'cortex guard --for claude --old' }] };
    const other = { matcher: 'Bash', hooks: [{ type: 'command', command: 'lint' }] };
    project.write('.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [other, old] } }));
    await install('claude', '--write');
    const groups = parse(read('.claude/settings.json')).hooks.PreToolUse;
    expect(groups).toHaveLength(2);
    expect(groups[0]).toEqual(other);
    expect(groups[1].hooks[0].command).toBe('command -v cortex >/dev/null || exit 0; cortex guard --for claude');
  });

  test("a hook with another matcher and a user's hook beside ours are kept", async () => {
    await install('claude', '--write');
    const settings = parse(read('.claude/settings.json'));
    const [group] = settings.hooks.PreToolUse;
    Object.assign(group, { matcher: 'Edit|Write', hooks: [...group.hooks, { type: 'command', command: 'mine' }] });
    project.write('.claude/settings.json', JSON.stringify(settings, null, 2));
    const written = read('.claude/settings.json');
    expect((await install('claude', '--write')).out).toMatch(/^Nothing to change/);
    expect(read('.claude/settings.json')).toBe(written);
    await install('claude', '--remove', '--write');
    expect(parse(read('.claude/settings.json'))).toEqual({
      hooks: { PreToolUse: [{ matcher: 'Edit|Write', hooks: [{ type: 'command', command: 'mine' }] }] },
    });
  });

  test("only our hook of an earlier version is replaced beside a user's hook", async () => {
    const mine = { type: 'command', command: 'mine' };
    const old = { matcher: 'x', hooks: [mine, { type: 'command', command: 'cortex guard --for claude --old' }] };
    project.write('.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [old] } }));
    await install('claude', '--write');
    const [group] = parse(read('.claude/settings.json')).hooks.PreToolUse;
    expect(group).toMatchObject({ matcher: 'x', hooks: [mine, { command: expect.stringMatching(/--for claude$/) }] });
  });

  test('a permission for one of our tools is not extended to all', async () => {
    const own = JSON.stringify({ permissions: { allow: ['mcp__cortex__status'] } });
    project.write('.claude/settings.json', own);
    await install('claude', '--write');
    expect(parse(read('.claude/settings.json')).permissions.allow).toContain('mcp__cortex__status');
    await install('claude', '--remove', '--write');
    expect(read('.claude/settings.json')).toBe(own);
  });

  test("a user's file at our path is not removed", async () => {
    project.write('.opencode/plugins/cortex.js', 'export const Mine = 1;\n');
    project.write('.github/hooks/cortex-copilot.json', '{}\n');
    const before = files();
    for (const vendor of ['opencode', 'copilot'] as const) await install(vendor, '--remove', '--write');
    expect(files()).toEqual(before);
  });

  test('a plugin of an earlier version is replaced', async () => {
    project.write('.opencode/plugins/cortex.js', '// Written by "cortex install opencode"; earlier\n');
    expect((await install('opencode', '--write')).code).toBe(0);
    expect(read('.opencode/plugins/cortex.js')).toContain('tool.execute.before');
  });

  test('instructions are kept while another agent uses them', async () => {
    await install('codex', '--write');
    await install('cursor', '--write');
    await install('codex', '--remove', '--write');
    expect(Object.keys(files()).sort()).toEqual(['.cursor/hooks.json', '.cursor/mcp.json', 'AGENTS.md']);
    await install('cursor', '--remove', '--write');
    expect(fs.readdirSync(project.root).filter((name) => name !== '.cortex')).toEqual([]);
  });

  test.each([
    ['a byte order mark', '.claude/settings.json', '\ufeff{\n  "a": 1\n}\n', 'claude'],
    ['a comment in an object that is empty', '.claude/settings.json', '{ // keep me\n}\n', 'claude'],
    ['no line break at the end', '.codex/config.toml', 'model = "x"', 'codex'],
    ['a byte order mark in TOML', '.codex/config.toml', '\ufeffmodel = "x"\n', 'codex'],
  ] as const)('%s is preserved', async (_, file, text, vendor) => {
    project.write(file, text);
    expect((await install(vendor, '--write')).code).toBe(0);
    expect(read(file)).not.toBe(text);
    await install(vendor, '--remove', '--write');
    expect(read(file)).toBe(text);
  });

  test.each([['opencode'], ['vscode'], ['copilot']] as const)('removing %s leaves no empty folder', async (vendor) => {
    await install(vendor, '--write');
    await install(vendor, '--remove', '--write');
    expect(fs.readdirSync(project.root).filter((name) => name !== '.cortex')).toEqual([]);
  });

  test("a user's file at our path is an error, and nothing is written", async () => {
    project.write('.opencode/plugins/cortex.js', 'export const Mine = 1;\n');
    const { code, err } = await install('opencode', '--write');
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('another file has this name') });
    expect(files()).toEqual({ '.opencode/plugins/cortex.js': 'export const Mine = 1;\n' });
  });
});

describe('an invalid configuration is reported with its line, and nothing is written', () => {
  test.each([
    ['.claude/settings.json', '{\n  "hooks": {\n', 'claude', /settings\.json:3/],
    ['.claude/settings.json', '{\n  "hooks": []\n}\n', 'claude', /settings\.json:2:\d+: cannot be read: expected an object/],
    ['.mcp.json', '[]\n', 'claude', /\.mcp\.json:1:1: cannot be read: it is no object/],
    ['.codex/config.toml', 'a = 1\nb = = 1\n', 'codex', /config\.toml:2:5: cannot be read: \w/],
    ['.codex/config.toml', 'mcp_servers = { o = { command = "o" } }\n', 'codex', /no table can be added to mcp_servers/],
    ['.cursor/hooks.json', '{"hooks":[]}\n', 'cursor', /hooks\.json:1:10: cannot be read: expected an object/],
    ['.gemini/settings.json', '{\n"hooks": 1}\n', 'gemini', /settings\.json:2:10: cannot be read: expected an object/],
    ['.mcp.json', '{"a":', 'claude', /\.mcp\.json:1:6: cannot be read: value expected/],
    ['CLAUDE.md', '<!-- cortex:agents begin -->\n', 'claude', /CLAUDE\.md:1: the markers of the agents section are not one pair/],
  ] as const)('%s: %j', async (file, text, vendor, said) => {
    project.write(file, text);
    const { code, out, err } = await install(vendor, '--write');
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(said);
    expect(err).toMatch(/ Nothing was changed\.\n$/);
    expect((await install(vendor)).err).not.toContain('Nothing was changed');
    expect(files()).toEqual({ [file]: text });
  });

  test('with its absolute path, also from a subfolder', async () => {
    const file = project.write('.mcp.json', '[]\n');
    const { err } = await runProcess([cortexFile, 'install', 'claude'], path.dirname(project.write('src/deep/x.ts', '')));
    expect(err).toContain(`${file}:1:1: `);
  });

  test('for a file that is a link out of the project', async () => {
    const outside = path.join(fs.mkdtempSync(path.join(path.dirname(project.root), 'out-')), 'mcp.json');
    fs.writeFileSync(outside, '{}');
    fs.symlinkSync(outside, path.join(project.root, '.mcp.json'));
    expect(await install('claude', '--write')).toMatchObject({ code: 1, err: expect.stringContaining('leads out') });
    expect(fs.readFileSync(outside, 'utf8')).toBe('{}');
  });
});

test('removing restores any object that a file contained', () => {
  const parts = VENDORS.flatMap((vendor) => INSTALLATIONS[vendor]().parts).filter(({ kind }) => kind === 'value' || kind === 'item');
  const value = fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
  fc.assert(
    fc.property(value, fc.constantFrom(...parts), fc.constantFrom(undefined, 2, '\t'), (object, part, indent) => {
      const text = `${JSON.stringify(object, null, indent)}\n`;
      const put = withPart(text, part);
      expect(parse(put)).toMatchObject(object);
      expect(parse(withoutPart(put, part))).toEqual(parse(text));
      expect(withPart(put, part)).toBe(put);
    }),
  );
});

describe('the name of an agent', () => {
  test.each([
    ['claude-code', 'claude'],
    ['Claude', 'claude'],
    ['vs-code', 'vscode'],
    ['gemini-cli', 'gemini'],
    ['github-copilot', 'copilot'],
    ['cursor-agent', 'cursor'],
  ] as const)('%s means %s', async (typed, agent) => {
    const [{ code, out }, { out: expected }] = [await install(typed), await install(agent)];
    expect({ code, out }).toEqual({ code: 0, out: expected });
  });

  test('that is unknown is refused with those allowed, and the one that was probably meant', async () => {
    const { code, err } = await install('cursr');
    expect({ code, err }).toEqual({
      code: 2,
      err:
        'error: <agent>: is not an allowed value (got "cursr"; allowed: claude, codex, copilot, vscode, cursor, gemini, opencode, git); ' +
        'did you mean cursor? To see the allowed values, add --help.\n',
    });
    expect((await install('emacs')).err).not.toContain('did you mean');
  });
});
