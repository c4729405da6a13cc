/** A page that sends arbitrary messages. The host accepts only valid calls. */
import { expect, onTestFinished } from 'vitest';
import { cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm-workspace' });

/** Shares the connection of a page to the host with injected code. Runs in every frame before its scripts. */
function shareConnection(): void {
  let acquire: (() => unknown) | undefined;
  let connection: unknown;
  Object.defineProperty(globalThis, 'acquireVsCodeApi', {
    set: (given) => {
      acquire = given;
    },
    get: () => () => {
      connection ??= acquire?.();
      return connection;
    },
  });
}

const call = (m: unknown, ...a: readonly unknown[]) => ({ t: 'q', i: 'x', m, a });
const RANGE = { from: 0, count: 10 };
const VIEW = { filter: { words: '', agent: null, type: 'all', conflicts: false }, sorting: 'end', locks: RANGE, chosen: null };

const HOSTILE: readonly unknown[] = [
  ...[null, undefined, 7, '', 'look', [], {}, [call('look')], { t: 'q' }, { t: 's', i: 'x', r: 1 }, { t: 'q', m: 'look' }],
  ...['__proto__', 'constructor', 'toString', 'valueOf', '__defineGetter__', '$close', 'show', 7, null, {}].map((name) => call(name, {})),
  ...[call('look'), call('look', null), call('look', { ...VIEW, sorting: 'up' }), call('look', { ...VIEW, locks: { from: -1, count: 1 } })],
  ...[
    call('look', { ...VIEW, locks: { from: 0.5, count: 1 } }),
    call('look', { ...VIEW, filter: { ...VIEW.filter, words: 'x'.repeat(2_000_000) } }),
  ],
  ...[call('take'), call('take', { kind: 'delete-everything' }), call('take', { kind: 'break' }), call('take', { kind: 'break', lock: 7 })],
  ...['nobody has it', '../../../etc/passwd', 'x'.repeat(1_000_000)].map((lock) => call('take', { kind: 'open-file', lock })),
  ...[
    call('take', { kind: 'open-problem', file: '/etc/passwd', line: 1, column: 1 }),
    call('take', { kind: 'open-problem', file: '', line: 0, column: 0 }),
  ],
  JSON.parse('{"t":"q","m":"take","a":[{"__proto__":{"kind":"init"}}]}'),
];

test('a page that sends arbitrary messages opens, breaks and changes nothing, and continues to work', async ({ editor, folder }) => {
  await cortex(folder, 'init');
  await cortex(folder, 'lock', 'acquire', 'src/one.ts', '--agent', 'ann', '--ttl', '10m');
  // No later test uses this window.
  const { workbench, close } = await editor.openWindow();
  onTestFinished(close);
  await workbench.page.addInitScript(shareConnection);
  await workbench.open({ workspace: folder });
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Open Locks Dashboard');
  const dashboard = await workbench.webview('Locks');
  await dashboard.getByRole('grid', { name: 'Locks' }).getByText('one.ts').waitFor();
  const tabs = async (): Promise<number> => workbench.page.locator('.tabs-container .tab').count();
  const before = await tabs();
  const sent = await dashboard.locator('body').evaluate((_, messages) => {
    const acquire: unknown = Reflect.get(globalThis, 'acquireVsCodeApi');
    if (typeof acquire !== 'function') return 0;
    const connection = acquire();
    for (const message of messages) connection.postMessage(message);
    return messages.length;
  }, HOSTILE);
  expect(sent).toBe(HOSTILE.length);
  await cortex(folder, 'lock', 'acquire', 'README.md', '--agent', 'bob', '--ttl', '10m');
  await dashboard.getByText('README.md').waitFor();
  await waitFor('the rows of both', async () => (await dashboard.locator('.held-grid tbody tr').count()) === 2);
  expect(await tabs()).toBe(before);
  // That a lock no longer exists is an ordinary message.
  await workbench.notification('This lock has ended').waitFor();
  const said = await workbench.page.locator('.notification-toast').allInnerTexts();
  expect(said.filter((text) => !text.includes('This lock has ended'))).toEqual([]);
  expect(await workbench.page.locator('.monaco-dialog-box, .quick-input-widget:visible').allInnerTexts()).toEqual([]);
});
