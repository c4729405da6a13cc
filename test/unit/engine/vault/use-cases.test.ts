import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { TextEdits } from '../../../../src/engine/files/second-look/text-edits.ts';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import type { OperationContext } from '../../../../src/engine/platform/operation.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { vaultOperations } from '../../../../src/engine/vault/index.ts';
import { EXAMPLE_VAULT } from '../../../support/example-vault.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let root: string;
let context: OperationContext;
beforeEach(() => {
  root = path.join(temporaryFolder(), 'vault');
  fs.cpSync(EXAMPLE_VAULT, root, { recursive: true });
  context = {
    runtime: nodeRuntime({ CORTEX_NOW: '2026-04-13T12:00:00Z' }),
    directory: path.dirname(root),
    exactDirectory: false,
    interactive: true,
    signal: new AbortController().signal,
    progress: () => undefined,
  };
});

function operation(name: string) {
  const found = vaultOperations.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no operation ${name}.`);
  return found;
}

const INPUTS: Readonly<Record<string, Record<string, unknown>>> = {
  'vault search': { query: ['deploy', 'risk'], content: true },
  'vault summary': {},
  'vault pack': { task: ['plan', 'the', 'next', 'deploy'] },
  'vault add': { name: 'New', type: 'rule', project: 'ops', body: 'Text.' },
  'vault accept': { note: 'slow_schema_changes', by: 'person:ann' },
  'vault archive': { note: 'api_rate_limits' },
  'vault confirm': { note: 'api_rate_limits' },
  'vault contradict': { one: 'hold_and_watch', other: 'api_rate_limits' },
  'vault supersede': { old: 'hold_and_watch', new: 'rollback_within_minutes' },
  'vault index': {},
  'vault layers': {},
  'vault report': {},
  'vault link': { write: true },
  'vault moc': {},
  'vault migrate': { write: true },
  'vault doctor': {},
  'vault settle': { file: 'cortex.toml' },
  'vault watch': {},
};

test('every vault operation has an input in this test', () => {
  expect(Object.keys(INPUTS).sort()).toEqual(vaultOperations.map(({ name }) => name).sort());
});

describe.each(Object.entries(INPUTS))('%s', (name, input) => {
  test('returns output that matches its schema exactly', async () => {
    // The watch operation runs until it is aborted.
    const signal = name === 'vault watch' ? AbortSignal.abort() : context.signal;
    const { ok, output } = await operation(name).run({ ...context, signal }, input);
    expect(ok).toBe(true);
    expect(operation(name).output().parse(output)).toEqual(output);
  });

  test('creates no file if it only reads', async () => {
    if (operation(name).effect === 'write') return;
    const all = () => fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
    const before = all();
    await operation(name).run(context, input);
    expect(all()).toEqual(before);
  });

  test('rejects with the reason if it is aborted while it opens the vault, and creates no file', async () => {
    if (name === 'vault watch') return;
    const all = () => fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
    const before = all();
    await expect(operation(name).run({ ...context, signal: AbortSignal.abort(new Error('ended')) }, input)).rejects.toThrow('ended');
    expect(all()).toEqual(before);
  });

  test('rejects if the vault does not exist, and does not create it', async () => {
    const missing = path.join(path.dirname(root), 'missing');
    const run = operation(name).run(context, { ...input, vault: missing });
    await expect(run).rejects.toMatchObject({ code: 'not-found', data: { file: missing } });
    expect(fs.existsSync(missing)).toBe(false);
  });
});

test.each([
  ['vault pack', { task: ['zebra'] }],
  ['vault doctor', {}],
])('%s does not run git in an untrusted folder', async (name, input) => {
  fs.mkdirSync(path.join(path.dirname(root), '.git'));
  fs.writeFileSync(path.join(root, 'zebra.md'), '---\nname: Zebra\nupdated: 2026-04-10\n---\nAs `src/gone.ts` says.\n');
  const answer = async (isUntrusted: boolean) => JSON.stringify(await operation(name).run({ ...context, isUntrusted }, input));
  expect(await answer(false)).toContain('which does not exist');
  expect(await answer(true)).not.toContain('which does not exist');
});

describe('text from standard input', () => {
  const input = { name: 'Piped', type: 'rule', project: 'ops', body: '-' };

  test('is the body of the note', async () => {
    await operation('vault add').run({ ...context, readInput: async () => 'From a pipe.\n' }, input);
    expect(fs.readFileSync(path.join(root, 'rules/piped.md'), 'utf8')).toMatch(/\n# Piped\n\nFrom a pipe\.\n$/);
  });

  test('is rejected if there is no standard input', async () => {
    await expect(operation('vault add').run(context, input)).rejects.toThrow(CortexError);
    expect(fs.existsSync(path.join(root, 'rules/piped.md'))).toBe(false);
  });
});

describe('a note that is named by its path', () => {
  const note = 'rules/rollback_within_minutes.md';
  const other = 'atoms/other.md';
  const archive = (named: string) => operation('vault archive').run(context, { note: named });
  const write = (file: string, header: string) => fs.writeFileSync(path.join(root, file), `---\n${header}\n---\n\nText.\n`);

  test('is found, even if another note has the path as its id', async () => {
    write(other, 'id: rules/rollback_within_minutes\nname: Other');
    expect((await archive(note)).output).toMatchObject({ notes: [{ path: note, changed: true }] });
    expect(fs.readFileSync(path.join(root, other), 'utf8')).not.toContain('archived');
  });

  test('is found, even if the path of another note differs only in Unicode normalization', async () => {
    for (const file of ['atoms/e\u0301.md', 'atoms/\u00e9.md']) write(file, 'name: E');
    expect((await archive('atoms/e\u0301.md')).output).toMatchObject({ notes: [{ path: 'atoms/e\u0301.md', status: 'archived' }] });
    await expect(archive('atoms/e\u0301')).rejects.toMatchObject({ message: expect.stringContaining('several notes') });
  });
});

test('vault supersede rejects a note that the old one has replaced in the meantime', async () => {
  const [old, fresh] = ['atoms/api_rate_limits.md', 'rules/hold_and_watch.md'];
  const edits = new TextEdits(context.runtime, { root, local: '.local' });
  let begins = () => {};
  const waiting = new Promise<void>((resolve) => {
    begins = resolve;
  });
  const sleep: Runtime['sleep'] = (ms, signal) => {
    // Sleeps of 0 ms are pauses between time slices of reading. A longer one waits for the mutex.
    if (ms > 0) begins();
    return context.runtime.sleep(ms, signal);
  };
  const run = await edits.runExclusively(async () => {
    const supersede = operation('vault supersede').run({ ...context, runtime: { ...context.runtime, sleep } }, { old, new: fresh });
    const ended = supersede.then(
      () => 'written',
      (error: unknown) => String(error),
    );
    await Promise.race([waiting, ended]);
    const file = path.join(root, fresh);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('---\n', `---\nsuperseded_by: ${old}\n`));
    return { ended };
  });
  expect(await run.ended).toContain(`is itself superseded by ${old}`);
  await edits.whenIdle();
});
