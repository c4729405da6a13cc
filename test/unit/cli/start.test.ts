import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filesOf } from '../../../scripts/lib/build/bundle.mjs';
import { bundleNamed, optionsOf } from '../../../scripts/lib/build/bundles.mjs';
import { asFunction } from '../../../scripts/lib/build/command-functions.mjs';
import { writeFiles } from '../../../scripts/lib/build/write-files.mjs';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { CliProject, runProcess, runProgramHere } from '../../support/cortex-cli.ts';
import { makeNamedPipe } from '../../support/named-pipe.ts';

/** Reports at exit what a process did that slows down its start. */
const WITNESS = `
const real = globalThis.Function;
let generated = 0;
globalThis.Function = new Proxy(real, {
  construct: (target, args) => {
    generated += 1;
    return Reflect.construct(target, args);
  },
});
let formats = 0;
Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
  construct: (target, args) => {
    formats += 1;
    return Reflect.construct(target, args);
  },
});
let made = 0;
globalThis.__zod_globalConfig = { postProcessor: () => void (made += 1) };
process.on('exit', () => {
  const schemas = [...globalThis.__zod_globalRegistry._idmap.keys()];
  process.stderr.write(JSON.stringify({ generated, formats, schemas, made }));
});`;

let folder: string;
let outputs: Map<string, Metafile['outputs'][string]>;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-start-'));
  outputs = new Map();
  const nameOf = (file: string) => path.relative(folder, path.resolve(file)).split(path.sep).join('/');
  for (const bundle of ['cli', 'shared'].map(bundleNamed)) {
    const { metafile, files } = await filesOf(bundle, { ...optionsOf(bundle, true), outdir: folder }, true);
    writeFiles(files, metafile);
    for (const [file, output] of Object.entries(metafile.outputs)) outputs.set(nameOf(file), output);
  }
  fs.writeFileSync(path.join(folder, 'witness.cjs'), WITNESS);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Returns a file and the shared files that it loads. */
function withShared(file: string): string[] {
  const loaded = new Set([file]);
  for (const each of loaded) {
    for (const { path: to, external } of outputs.get(each)?.imports ?? []) if (!external) loaded.add(`shared/${path.basename(to)}`);
  }
  return [...loaded];
}

/** Returns the sources and packages that are bundled in a file and the shared files that it loads. */
function held(file: string): string[] {
  const inputs = withShared(file).flatMap((each) => Object.entries(outputs.get(each)?.inputs ?? {}));
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([input]) => input.replace(/^.*node_modules\/([^/]+)\/.*$/, '$1'));
}

const imported = (file: string) => withShared(file).flatMap((each) => outputs.get(each)?.imports.map(({ path: to }) => to) ?? []);
const namesOf = (...names: string[]) => names.map((name) => `commands/${name}.cjs`);
const YAML = 'libraries/yaml.cjs';
const MCP = 'commands/mcp.cjs';
const COMPLETE = 'commands/complete.cjs';
const FILES = namesOf(
  'graph',
  'guard',
  'install',
  'lock',
  'needs-you',
  'project',
  'swarm',
  'team',
  'timeline',
  'vault-notes',
  'vault-search',
  'vault',
);
const STACK_FILES = namesOf('cstack-help', 'cstack-reading', 'cstack-route', 'cstack-work');

/** Returns the operations and schemas of these protocols in a file, such as `swarm/locks`. */
function described(file: string, protocols: string): string[] {
  const pattern = new RegExp(`^src/engine/(${protocols})/(?:operations|schemas)/(.*)\\.ts$`);
  return [...new Set(held(file).flatMap((input) => pattern.exec(input)?.slice(1).join('/') ?? []))].sort();
}

describe('the files of the programs', () => {
  test('are two programs, one file for each group of commands, one for a library, and few that three groups share', () => {
    const shared = [...outputs.keys()].filter((file) => file.startsWith('shared/'));
    const own = [...outputs.keys()].filter((file) => !shared.includes(file));
    expect(own.sort()).toEqual([...STACK_FILES, ...FILES, MCP, COMPLETE, 'cortex.cjs', 'cstack.cjs', YAML].sort());
    // One for each set of groups that use the same code, and esbuild's helper functions.
    expect(shared.length).toBeLessThan(6);
    const sharing = [...FILES, ...STACK_FILES, MCP].filter((file) => withShared(file).length > 1);
    expect(sharing.sort()).toEqual(namesOf('graph', 'mcp', 'vault'));
  });

  test.each([
    ['cortex.cjs', ['commands/cstack-reading.cjs', COMPLETE, ...FILES, MCP].sort()],
    ['cstack.cjs', [COMPLETE, ...STACK_FILES]],
  ])('%s only dispatches: it contains no command, no commander and no schema', (file, commands) => {
    expect(new Set(imported(file))).toEqual(new Set(['node:fs', 'node:module', 'node:os', 'node:path', 'node:vm']));
    const others = held(file).filter((input) => !input.startsWith('src/cli/'));
    expect(others.sort()).toEqual([...commands.map((command) => `command-file:${command}`), 'src/engine/platform/errors.ts', 'zod']);
    expect(outputs.get(file)?.bytes).toBeLessThan(9_300);
  });

  test('what answers a Tab contains no operation, no commander and no schema', () => {
    expect(held(COMPLETE).filter((input) => /^(?:zod|commander)$|\/operations\/|\/schemas\//.test(input))).toEqual([]);
  });

  test('are ASCII', () => {
    const spelled = [...outputs.keys()].filter((file) => /\P{ASCII}/u.test(fs.readFileSync(path.join(folder, file), 'utf8')));
    expect(spelled).toEqual([]);
  });

  test.each([
    ['help', ['common']],
    ['work', ['common', 'messages', 'plan']],
    ['route', ['common', 'route']],
  ])('of stacks: %s contains the descriptions of its own commands, and nothing of the vault', (name, descriptions) => {
    const file = `commands/cstack-${name}.cjs`;
    expect(held(file).filter((input) => input.includes('/engine/vault/'))).toEqual([]);
    expect(described(file, 'stack')).toEqual(descriptions.map((each) => `stack/${each}`));
  });

  test('only "route", which writes to the timeline, contains code for a .cortex folder', () => {
    const withCortex = STACK_FILES.filter((file) =>
      // The names of agents are checked by the rules of crtx/people.ts everywhere.
      held(file).some((input) => /\/engine\/(?:crtx\/(?!people\.ts)|swarm\/|timeline\/|dna\/|project\/)/.test(input)),
    );
    expect(withCortex).toEqual(['commands/cstack-route.cjs']);
  });

  test.each([
    ['graph', ['dna/dna']],
    // The answers of a swarm to records of control and locks are described once, for all who apply records.
    ['guard', ['swarm/control', 'swarm/locks']],
    ['lock', ['swarm/control', 'swarm/held-files', 'swarm/locks']],
    [
      'needs-you',
      [
        'project/settle',
        'swarm/decisions',
        'swarm/held-files',
        'swarm/locks',
        'swarm/control',
        'swarm/swarm-state',
        'swarm/swarm',
        'timeline/timeline',
      ],
    ],
    ['project', ['project/project', 'swarm/control', 'swarm/locks']],
    [
      'swarm',
      [
        'swarm/decisions',
        'swarm/history',
        'swarm/import',
        'swarm/locks',
        'swarm/plan',
        'swarm/replay',
        'swarm/control',
        'swarm/swarm-state',
        'swarm/swarm',
      ],
    ],
    ['team', []],
    ['timeline', ['project/settle', 'swarm/control', 'swarm/locks', 'timeline/reasoning', 'timeline/timeline']],
    ['vault', []],
    ['vault-notes', []],
    ['vault-search', []],
  ])('%s contains the descriptions of its own commands and of the data that they show', (name, descriptions) => {
    expect(described(`commands/${name}.cjs`, 'swarm|timeline|dna|project')).toEqual(descriptions.toSorted());
  });

  test('only the files of the vault and of needs-you read notes, and frequent vault commands are separate', () => {
    const others = FILES.filter((file) => !/^commands\/(?:vault|needs-you)/.test(file));
    expect(others.flatMap(held).filter((input) => input.includes('/engine/vault/'))).toEqual([]);
    const whole = ['needs/needs-you.ts', 'stack/needs.ts', 'team/needs.ts', 'vault/needs.ts'].map((name) => `src/engine/${name}`);
    expect(held('commands/needs-you.cjs')).toEqual(expect.arrayContaining(whole));
    const named = (...names: readonly string[]) => names.map((name) => `vault/${name}`);
    expect(described('commands/vault.cjs', 'vault')).toEqual(named('common', 'maintenance', 'notes', 'pack', 'search'));
    expect(described('commands/vault-search.cjs', 'vault')).toEqual(named('common', 'search'));
    expect(described('commands/vault-notes.cjs', 'vault')).toEqual(named('common', 'notes'));
    expect(held('commands/vault-search.cjs').filter((input) => input.includes('/crtx/'))).toEqual([]);
  });

  test('YAML is only in files that read plans, manifests or notes; starting processes only where git is run', () => {
    expect([...outputs.keys()].filter((file) => held(file).some((input) => input === 'yaml' || input === 'gray-matter'))).toEqual([YAML]);
    const withYaml = [...FILES, ...STACK_FILES].filter((file) => imported(file).includes(`../${YAML}`));
    expect(withYaml.sort()).toEqual([
      'commands/graph.cjs',
      'commands/needs-you.cjs',
      'commands/swarm.cjs',
      'commands/team.cjs',
      'commands/vault-notes.cjs',
      'commands/vault-search.cjs',
      'commands/vault.cjs',
    ]);
    const withProcesses = [...FILES, ...STACK_FILES].filter((file) => imported(file).includes('node:child_process'));
    expect(withProcesses.sort()).toEqual([
      // Resolving a merge conflict reads both sides from git.
      'commands/cstack-reading.cjs',
      'commands/graph.cjs',
      'commands/guard.cjs',
      'commands/install.cjs',
      'commands/needs-you.cjs',
      // "verify" asks git for conflicts without markers.
      'commands/project.cjs',
      'commands/team.cjs',
      'commands/timeline.cjs',
      'commands/vault.cjs',
    ]);
  });
});

describe('a built command', () => {
  let project: CliProject;
  beforeEach(async () => {
    project = new CliProject();
    await project.run('init');
    await project.run('lock acquire src/a.ts --agent ann');
  });

  const start = (...args: string[]) => runProcess([path.join(folder, 'cortex.cjs'), ...args]);

  test('writes a note without node:crypto, which takes longer to load than the note to write', async () => {
    const witness = path.join(folder, 'modules.cjs');
    fs.writeFileSync(witness, "process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));");
    fs.mkdirSync(path.join(project.root, 'vault'));
    const note = ['vault', 'add', '--type', 'rule', '--name', 'Retry', '--project', 'p', '--body', 'Retry a failed upload.'];
    const { code, err } = await runProcess(['--require', witness, path.join(folder, 'cortex.cjs'), ...note], project.root);
    expect(code).toBe(0);
    expect(err).toContain('NativeModule fs');
    expect(err).not.toContain('NativeModule crypto');
  });

  describe('caches compiled code', () => {
    const kept = () => fs.readdirSync(path.join(folder, 'commands', '.compiled')).filter((name) => name.startsWith('lock.cjs.'));
    const placeOf = (name: string) => path.join(folder, 'commands', '.compiled', name);
    const list = () => start('lock', 'list', '--json', '--root', project.root);
    let answer: Awaited<ReturnType<typeof list>>;
    beforeEach(async () => {
      fs.rmSync(path.join(folder, 'commands', '.compiled'), { recursive: true, force: true });
      answer = await list();
      expect(answer.code).toBe(0);
    });

    test('once, readable by all and writable by the owner, with the same output', async () => {
      const [name = ''] = kept();
      expect(kept()).toHaveLength(1);
      const before = fs.statSync(placeOf(name));
      expect([before.mode & 0o777, fs.statSync(path.dirname(placeOf(name))).mode & 0o777]).toEqual([0o644, 0o755]);
      expect(await list()).toEqual(answer);
      expect(fs.statSync(placeOf(name)).ino).toBe(before.ino);
    });

    test('of each kind of successful run, in addition to that of other runs', async () => {
      const [name = ''] = kept();
      const only = fs.statSync(placeOf(name));
      expect((await start('lock', 'acquire', 'src/b.ts', '--root', project.root)).code).toBe(2);
      expect(fs.statSync(placeOf(name)).ino).toBe(only.ino);
      const acquire = ['lock', 'acquire', 'src/b.ts', '--agent', 'bob', '--root', project.root];
      expect((await start(...acquire)).code).toBe(0);
      const both = fs.statSync(placeOf(name));
      expect([both.ino === only.ino, both.size > only.size]).toEqual([false, true]);
      expect((await list()).code).toBe(0);
      expect((await start(...acquire)).code).toBe(0);
      expect(fs.statSync(placeOf(name)).ino).toBe(both.ino);
    });

    test('again when a command runs for which only the help was compiled', async () => {
      fs.rmSync(path.join(folder, 'commands', '.compiled'), { recursive: true });
      await start('lock', 'list', '--help');
      const told = fs.statSync(placeOf(kept()[0] ?? ''));
      expect(await list()).toEqual(answer);
      expect(fs.statSync(placeOf(kept()[0] ?? '')).size).toBeGreaterThan(told.size * 1.2);
    });

    test('under the names of commands, without other arguments', async () => {
      const stack = path.join(project.root, 'stack');
      const cstack = async (...args: string[]) =>
        expect(await runProcess([path.join(folder, 'cstack.cjs'), ...args, '--root', stack])).toMatchObject({ code: 0 });
      await cstack('init');
      await cstack('plan', 'add', 'A secret and another');
      for (const word of ['secret', 'another']) await cstack('search', word);
      await cstack('plan', 'list');
      await runProcess([path.join(folder, 'cortex.cjs'), 'x'.repeat(100_000), '-h']);
      const compiled = path.join(folder, 'commands', '.compiled');
      const runs = fs.readdirSync(compiled).map((name) => {
        const [file] = name.split('.cjs.');
        const text = fs.readFileSync(path.join(compiled, name), 'latin1');
        const [, ...own] = text.slice(text.lastIndexOf('\n\n') + 2).split('\n');
        return [file, ...own].join(' ');
      });
      expect(runs.filter((run) => !run.startsWith('lock')).sort()).toEqual([
        'cstack-reading ["search","",false]',
        'cstack-work ["init","",false] ["plan","add",false] ["plan","list",false]',
        'project ["","",true]',
      ]);
    });

    test.each([
      ['is damaged in its label', (bytes: Buffer) => bytes.fill(0xff, bytes.lastIndexOf('\n\n') + 4, bytes.lastIndexOf('\n\n') + 8)],
      ['is cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
      ['lacks its beginning', (bytes: Buffer) => bytes.subarray(bytes.length / 2)],
      ['is empty', (bytes: Buffer) => bytes.subarray(0, 0)],
    ])('again if the cache file %s', async (_, spoil) => {
      const [name = ''] = kept();
      const whole = fs.readFileSync(placeOf(name));
      fs.writeFileSync(placeOf(name), spoil(Buffer.from(whole)));
      expect(await list()).toEqual(answer);
      expect(kept()).toEqual([name]);
      expect(fs.readFileSync(placeOf(name)).length).toBeGreaterThan(whole.length * 0.9);
      expect(await list()).toEqual(answer);
    });

    test.each([
      ['a pipe', (place: string) => makeNamedPipe(place)],
      ['a link to what never ends', (place: string) => fs.symlinkSync('/dev/zero', place)],
    ])('again if %s has the name of the cache file, which is not read', async (_, put) => {
      const [name = ''] = kept();
      fs.rmSync(placeOf(name));
      put(placeOf(name));
      expect(await list()).toEqual(answer);
      const { size } = fs.lstatSync(placeOf(name));
      expect([fs.lstatSync(placeOf(name)).isFile(), size > 0, size < 8 * 1_048_576]).toEqual([true, true, true]);
      expect(await list()).toEqual(answer);
    });

    test('of one file only: a different file of the same length is compiled', async () => {
      const file = path.join(folder, 'commands', 'lock.cjs');
      const real = fs.readFileSync(file);
      try {
        const around = asFunction('').length;
        fs.writeFileSync(file, asFunction('exports.runLock = async () => 7;'.padEnd(real.length - around)));
        expect(fs.statSync(file).size).toBe(real.length);
        expect((await list()).code).toBe(7);
      } finally {
        fs.writeFileSync(file, real);
      }
      expect(await list()).toEqual(answer);
    });

    test.each([
      ['half of it was written', "fs.writeFileSync = (file, bytes, how) => { write(file, 'half', how); throw new Error('full'); };"],
      ['half of one was left by a process of the same number', "write(place + '.' + process.pid, 'half');"],
    ])('completely or not at all: if %s, no partial file remains', async (_, code) => {
      const [name = ''] = kept();
      fs.rmSync(placeOf(name));
      const before = path.join(folder, 'before.cjs');
      fs.writeFileSync(
        before,
        `const fs = require('node:fs'), write = fs.writeFileSync, place = ${JSON.stringify(placeOf(name))};\n${code}`,
      );
      const command = ['lock', 'list', '--json', '--root', project.root];
      expect([await runProcess(['--require', before, path.join(folder, 'cortex.cjs'), ...command]), kept()]).toEqual([answer, []]);
    });

    test('only if the folder can be created', async () => {
      fs.rmSync(path.join(folder, 'commands', '.compiled'), { recursive: true });
      fs.writeFileSync(path.join(folder, 'commands', '.compiled'), '');
      expect(await list()).toEqual(answer);
      expect(fs.readFileSync(path.join(folder, 'commands', '.compiled'), 'utf8')).toBe('');
    });
  });

  // A schema takes about ten microseconds, and all schemas of a swarm take nine hundred.
  test.each([
    ['lock list', 200],
    ['swarm status', 200],
    ['timeline list', 300],
    ['swarm recruit --help', 150],
  ])('%s creates no schemas of other files or commands, and generates no code', async (words, most) => {
    const args = [...words.split(' '), '--root', project.root];
    const { code, err } = await runProcess(['--require', path.join(folder, 'witness.cjs'), path.join(folder, 'cortex.cjs'), ...args]);
    const { generated, schemas, made } = JSON.parse(err);
    expect([code, generated]).toEqual([0, 0]);
    expect(schemas).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:ProjectDNA|RiskZone|SemanticGraph|SemanticNode)$/)]));
    expect(made).toBeGreaterThan(10);
    expect(made).toBeLessThan(most);
  });

  test.each([[''], ['timezone = "UTC"']])('vault search generates no code, and looks up no time zone for dates (%j)', async (config) => {
    project.write('vault/cortex.toml', config);
    project.write('vault/atoms/a.md', '---\nname: A deploy\nupdated: 2026-04-12T22:30:00Z\n---\nText.\n');
    const args = ['vault', 'search', 'deploy', '--json', '--root', project.root];
    const { code, out, err } = await runProcess(['--require', path.join(folder, 'witness.cjs'), path.join(folder, 'cortex.cjs'), ...args]);
    expect([code, JSON.parse(out).total, JSON.parse(err)]).toEqual([
      0,
      1,
      { generated: 0, formats: 0, schemas: expect.any(Array), made: expect.any(Number) },
    ]);
    expect(JSON.parse(err).made).toBeLessThan(150);
    expect(await start(...args)).toEqual(await runProgramHere(cortexProgram, args));
  });

  test.each([
    ['lock list --json'],
    ['-- lock list --json'],
    ['swarm claim --agent ann'],
    ['timeline list --json'],
    ['verify'],
    ['-- vault search x --vault nowhere'],
    ['vault pack --help'],
  ])('"%s" is answered by the file that contains it', async (words) => {
    const args = [...words.split(' '), '--root', project.root];
    expect(await start(...args)).toEqual(await runProgramHere(cortexProgram, args));
  });

  test.each([['init'], ['status --json'], ['agents list'], ['help send'], ['sned']])(
    '"cstack %s" prints what it prints from source, and generates no code',
    async (words) => {
      const args = [...words.split(' '), ...(/^(help|sned)/.test(words) ? [] : ['--root', project.root])];
      await runProgramHere(cstackProgram, ['init', '--root', project.root]);
      const built = await runProcess(['--require', path.join(folder, 'witness.cjs'), path.join(folder, 'cstack.cjs'), ...args]);
      const said = await runProgramHere(cstackProgram, args);
      const witness = built.err.slice(said.err.length);
      expect({ ...built, err: said.err }).toEqual(said);
      expect(JSON.parse(witness)).toMatchObject({ generated: 0, formats: 0 });
    },
  );

  test.each([
    ['lokc', "error: unknown command 'lokc'\n(Did you mean lock?)"],
    ['-- -- lock', "error: unknown command '--'"],
    ['--frob lock list', "error: unknown option '--frob'"],
    ['lock shout', "error: unknown command 'shout'"],
    ['lock list extra', 'error: too many arguments'],
  ])('"%s" is wrong usage', async (words, message) => {
    const { code, out, err } = await start(...words.split(' '));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  test.each([['--help'], ['--help lock']])('"%s" lists all commands, in the order of a workflow', async (words) => {
    const { code, out } = await start(...words.split(' '));
    expect(code).toBe(0);
    expect(out.match(/^ {2}[a-z][a-z-]+/gm)?.map((word) => word.trim())).toEqual([
      'init',
      'verify',
      'status',
      'events',
      'needs-you',
      'snooze',
      'task',
      'swarm',
      'import',
      'lock',
      'timeline',
      'reasoning',
      'dna',
      'graph',
      'vault',
      'team',
      'install',
      'doctor',
      'settle',
      'mcp',
      'guard',
      'merge-driver',
      'completion',
    ]);
  });
});
