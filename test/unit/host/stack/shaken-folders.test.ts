import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { waitFor } from '../../../harness/wait.ts';
import { AGENTS, message, rowsOf, type StackFolder, stackFolder } from './stack-folder.ts';

const TWO = { 'AGENTS.md': AGENTS, 'backend/.cstack/INBOX.md': '', 'backend/.cstack/PLAN.md': '- [ ] A\n', 'web/.cstack/INBOX.md': '' };
const HELLO = { 'web/.cstack/INBOX.md': message({ ID: 'm', From: 'a', Type: 'task' }, 'Hello') };

const shown = (folder: StackFolder) => rowsOf(folder).map(({ label, description }) => `${label}: ${description}`);

/** Waits until the view shows a text, without a manual refresh. */
async function untilShown(folder: StackFolder, expected: RegExp): Promise<void> {
  await waitFor(String(expected), async () => {
    await folder.opened.readChanges();
    return expected.test(shown(folder).join('\n'));
  });
}

const stackOf = ({ root }: StackFolder) => path.join(root, 'backend/.cstack');

/** Changes of a stack while it is shown, and the text that the view shows then. */
const SHAKEN: readonly (readonly [what: string, shake: (folder: StackFolder) => void, shows: RegExp])[] = [
  ['deleted', () => undefined, /^agent-backend: no stack yet/],
  ['replaced by a file', (folder) => fs.writeFileSync(stackOf(folder), 'x'), /a file is in .*\nagent-frontend/],
  [
    'replaced by a link that leads nowhere',
    (folder) => fs.symlinkSync('nowhere', stackOf(folder)),
    /outside the repository.*\nagent-frontend/,
  ],
  ['replaced by a link to itself', (folder) => fs.symlinkSync('.cstack', stackOf(folder)), /outside the repository.*\nagent-frontend/],
  ['replaced by a link that leads out', (folder) => fs.symlinkSync('/etc', stackOf(folder)), /outside the repository.*\nagent-frontend/],
  ['replaced by a link to another one', (folder) => fs.symlinkSync('../web/.cstack', stackOf(folder)), /have the same stack/],
];

describe('a shown stack', () => {
  test.each(SHAKEN)('that is %s shows its new state beside the other stacks, until it is restored', async (_, shake, shows) => {
    const folder = stackFolder(TWO);
    expect(shown(folder)).toEqual(['agent-backend: 0 of 1 done', 'agent-frontend: ']);
    fs.rmSync(stackOf(folder), { recursive: true });
    shake(folder);
    await untilShown(folder, shows);
    folder.write(HELLO);
    await untilShown(folder, /agent-frontend: 1 unread$/);
    fs.rmSync(stackOf(folder), { recursive: true, force: true });
    folder.write({ 'backend/.cstack/PLAN.md': '- [x] B\n' });
    await untilShown(folder, /agent-backend: 1 of 1 done/);
  });

  test('that is renamed with its parent folder is missing until the folder is renamed back', async () => {
    const folder = stackFolder(TWO);
    const [here, there] = [path.join(folder.root, 'backend'), path.join(folder.root, 'moved')];
    fs.renameSync(here, there);
    await untilShown(folder, /^agent-backend: no stack yet/);
    fs.renameSync(there, here);
    await untilShown(folder, /^agent-backend: 0 of 1 done/);
  });

  test('whose parent folder is replaced by a file is reported, beside the other stacks', async () => {
    const folder = stackFolder(TWO);
    fs.rmSync(path.join(folder.root, 'backend'), { recursive: true });
    fs.writeFileSync(path.join(folder.root, 'backend'), '');
    await untilShown(folder, /a file .*\nagent-frontend: $/);
    expect(shown(stackFolder({ 'AGENTS.md': AGENTS, backend: '', ...HELLO })).at(-1)).toBe('agent-frontend: 1 unread');
  });

  test('that cannot be accessed does not hide other stacks', () => {
    const runtime = nodeRuntime({});
    const statSync: typeof runtime.fs.statSync = (file, options) => {
      if (String(file).endsWith('backend/.cstack')) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
      return runtime.fs.statSync(file, options);
    };
    const folder = stackFolder({ ...TWO, ...HELLO }, { ...runtime, fs: { ...runtime.fs, statSync } });
    expect(shown(folder).at(-1)).toBe('agent-frontend: 1 unread');
  });

  test('is shown again after the whole folder is deleted and recreated', async () => {
    const folder = stackFolder(TWO);
    fs.rmSync(folder.root, { recursive: true });
    await waitFor('it to be gone', async () => {
      await folder.opened.readChanges();
      return folder.opened.state.kind === 'broken';
    });
    folder.write({ ...TWO, ...HELLO });
    await untilShown(folder, /agent-frontend: 1 unread$/);
  });

  test('is shown again after AGENTS.md was a folder for a while', async () => {
    const folder = stackFolder(TWO);
    const file = path.join(folder.root, 'AGENTS.md');
    fs.rmSync(file);
    fs.mkdirSync(file);
    await untilShown(folder, /is a folder, not a file/);
    fs.rmdirSync(file);
    folder.write(TWO);
    await untilShown(folder, /^agent-backend: 0 of 1 done\nagent-frontend/);
  });
});
