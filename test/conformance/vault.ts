import fs from 'node:fs';
import path from 'node:path';
import { nodeRuntime, type Runtime } from '../../src/engine/platform/runtime.ts';
import { editHeader } from '../../src/engine/text/frontmatter/frontmatter-edit.ts';
import { archiveNoteText, VaultStore, vaultOperations, vaultProtocol } from '../../src/engine/vault/index.ts';
import { vaultConfig } from '../support/vault-config.ts';
import { watchOpened } from './opened.ts';
import type { Protocol, RoundTrip } from './protocol.ts';

const runtime = nodeRuntime({});
const FOLDER = 'insights';

async function withStore<T>(root: string, work: (store: VaultStore) => Promise<T>, using: Runtime = runtime): Promise<T> {
  const store = await VaultStore.open(using, vaultConfig({ root }));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function add(root: string, word: string, dir?: string): Promise<void> {
  const operation = vaultOperations.find(({ name }) => name === 'vault add');
  const context = { runtime, directory: root, exactDirectory: true, interactive: false, signal: new AbortController().signal };
  const input = { name: word, type: 'insight', project: 'meta', body: `Of ${word}.`, vault: root, ...(dir !== undefined && { dir }) };
  await operation?.run({ ...context, progress: () => undefined }, input);
}

function note(file: string, text: string): RoundTrip {
  return {
    what: `a note with ${file}`,
    file: `${FOLDER}/${file}.md`,
    text,
    there: (root) =>
      withStore(root, async ({ edits }) => {
        await edits.edit(`${FOLDER}/${file}.md`, (present) => archiveNoteText(present ?? ''));
        await edits.edit(`${FOLDER}/${file}.md`, (present) => editHeader(present ?? '', { status: 'active' }));
      }),
  };
}

/** Notes. */
export const vault: Protocol = {
  name: 'vault',
  file: `${FOLDER}/by_hand.md`,
  broken: Buffer.concat([Buffer.from('---\nname: by hand\nstatus: active\n---\n'), Buffer.of(0xff, 0xfe)]),
  begin: (root) => fs.mkdirSync(path.join(root, FOLDER)),
  open: async (root) => {
    const store = await VaultStore.open(runtime, vaultConfig({ root }));
    return {
      said: async () => {
        await store.refresh();
        return Array.from(store.index.notes(), ({ name }) => name);
      },
      say: (word) => add(root, word),
      close: () => store.close(),
    };
  },
  unknown: 'mood: calm  # today',
  byHand: (_text, word) => `---\nname: ${word}\nmood: calm  # today\nstatus: active\n---\nWritten in an editor.\n`,
  edit: (root) =>
    withStore(root, (store) => store.edits.edit(`${FOLDER}/by_hand.md`, (text) => (text === null ? null : archiveNoteText(text)))),
  roundTrips: [
    note(
      'CRLF, BOM and comments',
      '\uFEFF---\r\n# of mine\r\nname:   a\r\nstatus: active # for now\r\nx-key: [1,  2]\r\n---\r\n\r\nText  \r\n',
    ),
    note('rules and no line break at its end', '---\nstatus: active\ntags:\n    - a\n---\n# A\n\n---\n\nb'),
  ],
  escapes: [
    { what: 'a folder outside for a new note', attempt: (root, outside) => add(root, 'out', path.relative(root, outside)) },
    {
      what: 'a link in the place of a folder of notes',
      attempt: (root, outside) => {
        fs.rmdirSync(path.join(root, FOLDER));
        fs.symlinkSync(outside, path.join(root, FOLDER));
        return add(root, 'out');
      },
    },
    {
      what: 'a note that is a link',
      attempt: (root, outside) => {
        fs.symlinkSync(path.join(outside, 'file'), path.join(root, 'note.md'));
        return withStore(root, ({ edits }) => edits.edit('note.md', (text) => `${text}out`));
      },
    },
  ],
  watch: (root, changed) => watchOpened(vaultProtocol, { named: root }, changed),
};
