import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';

interface MenuItem {
  readonly command: string;
  readonly when: string;
}

interface Manifest {
  readonly contributes: { readonly menus: Readonly<Record<'view/item/context' | 'webview/context', readonly MenuItem[]>> };
}

const { menus } = (JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as Manifest).contributes;

/** What the code gives to rows; see src/host/model/contexts.ts. */
const CONTEXTS = [
  'task.parent',
  'task.pending',
  'task.pending.assigned',
  'task.active.assigned',
  'task.done.assigned',
  'task.failed',
  'task.skipped',
  'agent',
  'agent.gone',
  'lock',
  'lock.person',
];

/** Of all `when` clauses there are only these two forms. */
function holds(when: string, context: string): boolean {
  const equal = /(?:viewItem|webviewSection) == '?([\w.]+)/.exec(when)?.[1];
  const pattern = /(?:viewItem|webviewSection) =~ \/(.+?)\/(?: |$)/.exec(when)?.[1];
  if (equal === undefined && pattern === undefined) throw new Error(`this clause has another form: ${when}`);
  return equal === undefined ? new RegExp(pattern ?? '').test(context) : equal === context;
}

const offered = (menu: keyof typeof menus, context: string): string[] =>
  menus[menu]
    .filter(({ when }) => holds(when, context))
    .map(({ command }) => command)
    .sort();

test.each(CONTEXTS)('the dashboard offers for a row %s what the tree offers for it', (context) => {
  expect(offered('webview/context', context)).toEqual(offered('view/item/context', context));
});

test('a task that is done is looked at, and nothing else', () => {
  expect(offered('webview/context', 'task.done.assigned')).toEqual(['cortex.task.show']);
  expect(offered('webview/context', 'agent.gone')).toEqual([]);
});

const READS = ['cortex.task.show', 'cortex.lock.open', 'cortex.lock.copyPath'];

test('where nothing can be changed, the dashboard offers only what changes nothing', () => {
  const free = menus['webview/context'].filter(({ when }) => !when.endsWith(' && canWrite')).map(({ command }) => command);
  expect(free).toEqual(READS);
});
