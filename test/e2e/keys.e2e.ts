/** Keyboard shortcuts of every dashboard, and their help. */
import { describe, expect, test } from 'vitest';
import { project } from '../webview/code-graphs.ts';
import { swarmFile } from '../webview/crtx-files.ts';
import { CrtxHost } from '../webview/crtx-host.ts';
import type { PageHost } from '../webview/dashboard-page.ts';
import { GraphHost } from '../webview/graph-host.ts';
import * as held from '../webview/held.ts';
import { LocksHost } from '../webview/locks-host.ts';
import * as mail from '../webview/mail.ts';
import { remembered } from '../webview/memories.ts';
import { MemoryHost } from '../webview/memory-host.ts';
import { MessagesHost } from '../webview/messages-host.ts';
import { normal } from '../webview/projects.ts';
import { QueuesHost } from '../webview/queues-host.ts';
import { keepScreen } from '../webview/screens.ts';
import { inEveryTheme, soundnessOf } from '../webview/soundness.ts';
import { StandInHost } from '../webview/stand-in-host.ts';
import * as team from '../webview/team.ts';
import { TimelineHost } from '../webview/timeline-host.ts';
import { told } from '../webview/timelines.ts';
import { usePage } from '../webview/use-dashboard.ts';

/**
 * @param search the name of the page's search field; `null` if it has none
 * @param isInEveryTheme only the texts of the help differ between pages: one page shows its colors in every theme, the others in the dark one
 */
function keysOf<State, View, Step>(
  name: string,
  makeHost: () => PageHost<State, View, Step>,
  search: string | null,
  isInEveryTheme = false,
): void {
  const open = usePage<null, State, View, Step, PageHost<State, View, Step>>(makeHost);
  const show = () => open(null);
  const expectSound = soundnessOf(`keys-${name.replaceAll(' ', '-')}`);
  const look = isInEveryTheme ? inEveryTheme(expectSound) : expectSound;

  test('? opens the help, Escape returns the focus, a text field keeps its keys, and the button is in the upper right corner', async () => {
    const { page, troubles } = await show();
    const dialog = page.getByRole('dialog', { name: `Keys of ${name}` });
    const list = page.getByRole('grid').or(page.getByRole('treegrid')).first();
    await list.focus();
    await page.keyboard.press('?');
    await dialog.getByText('Choose a row').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await list.and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Keys' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    if (search !== null) {
      const field = page.getByLabel(search, { exact: true });
      await list.focus();
      for (const key of ['/', '?', '/']) await page.keyboard.press(key);
      expect(await field.inputValue()).toBe('?/');
      expect(await dialog.isVisible()).toBe(false);
    }
    expect(await troubles()).toEqual([]);
    for (const width of [320, 620, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      const { x = 0, y = 0, width: own = 0 } = (await page.getByRole('button', { name: 'Keys' }).boundingBox()) ?? {};
      expect([width, Math.floor(y / 48), Math.floor((width - x - own) / 48)]).toEqual([width, 0, 0]);
    }
  });

  test(`the help is legible in ${isInEveryTheme ? 'every theme' : 'the dark theme'}, also in a small window`, async () => {
    const shown = await show();
    const { page } = shown;
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Choose a row').waitFor();
    await keepScreen(page, `keys-${name.replaceAll(' ', '-')}-wide`);
    await page.setViewportSize({ width: 360, height: 320 });
    await look(shown, 'narrow');
  });
}

describe('Swarm', () => keysOf('the Swarm dashboard', () => new StandInHost(normal), null, true));
describe('Messages', () => keysOf('Messages', () => new MessagesHost(mail.busy), 'Search all messages'));
describe('Work Queues', () => keysOf('Work Queues', () => new QueuesHost(team.busy), 'Search all tasks'));
describe('Locks', () => keysOf('Locks', () => new LocksHost(held.busy), 'Search all locks'));
describe('Timeline', () => keysOf('Timeline', () => new TimelineHost(told), 'Search all entries'));
describe('Memory', () => keysOf('Memory', () => new MemoryHost(remembered), 'Search all notes'));
describe('A file', () => keysOf('swarm.crtx', () => new CrtxHost(swarmFile), 'Search keys and values'));
describe('Graph', () => keysOf('the Graph dashboard', () => new GraphHost(project), 'Find in the graph'));
