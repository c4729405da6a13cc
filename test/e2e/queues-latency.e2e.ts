/**
 * Time until an external edit of a note is visible on the Work Queues dashboard. It is measured and printed, without a limit, because the
 * machine may be busy.
 */
import { cpSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { quantile } from '../bench/statistics.ts';
import { editorTest } from '../harness/e2e.ts';
import { editorHome } from '../harness/home.ts';
import { waitFor } from '../harness/wait.ts';

const home = editorHome();
const team = path.join(home, 'cortex-team');
const note = path.join(team, 'projects', 'api.md');

const env = { CORTEX_NOW: '2026-04-13T12:00:00Z' };
const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/probe-workspace', env });

// After the hook that empties the home.
beforeEach(() => cpSync(fromRoot('examples', 'team'), team, { recursive: true }));

const EDITS = 30;
/** Pause between edits. An earlier edit would wait for the next rendering, at least 150 ms after the previous one. */
const PAUSE_MS = 400;

/** Records in the page when each edit was first rendered. */
function watchPixels(body: Locator): Promise<void> {
  return body.evaluate((element: HTMLElement) => {
    const draw = (edit: string) => element.setAttribute(`data-edit-${edit}`, String(Date.now()));
    new MutationObserver(() => {
      const [, edit] = /Edit (\d+) of an agent/.exec(element.innerText) ?? [];
      if (edit === undefined || element.hasAttribute(`data-edit-${edit}`)) return;
      // The frame is rendered when the next task runs.
      requestAnimationFrame(() => setTimeout(() => draw(edit), 0));
    }).observe(element, { subtree: true, childList: true, characterData: true });
  });
}

/** Writes in place or by rename, as different agents do. */
function write(text: string, edit: number): void {
  const file = edit % 2 === 0 ? note : `${note}.new`;
  writeFileSync(file, text);
  if (file !== note) renameSync(file, note);
}

/** @returns milliseconds for each edit */
async function editing(body: Locator, text: string, { first, pauseMs }: { first: number; pauseMs: number }): Promise<number[]> {
  const times: number[] = [];
  for (let edit = first; edit < first + EDITS; edit += 1) {
    const begun = Date.now();
    write(text.replace('**Task:** Add the login endpoint', `**Task:** Edit ${edit} of an agent`), edit);
    const seen = await waitFor(`edit ${edit}`, async () => (await body.getAttribute(`data-edit-${edit}`)) ?? undefined);
    times.push(Number(seen) - begun);
    await body.page().waitForTimeout(pauseMs);
  }
  return times;
}

function told(what: string, times: readonly number[]): void {
  const [p50, p95, most] = [0.5, 0.95, 1].map((share) => Math.round(quantile(times, share)));
  console.log(`Work Queues, ${what}: ${times.length} edits, from the write to the pixels p50 ${p50} ms, p95 ${p95} ms, slowest ${most} ms`);
}

test('each edit of an agent is rendered', async ({ workbench }) => {
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Open Work Queues Dashboard');
  const dashboard = await workbench.webview('Work Queues');
  const body = dashboard.locator('body');
  await dashboard.getByText('Add the login endpoint').first().waitFor();
  const text = await readFile(note, 'utf8');
  await watchPixels(body);
  const calm = await editing(body, text, { first: 0, pauseMs: PAUSE_MS });
  told('one after the other', calm);
  const dense = await editing(body, text, { first: EDITS, pauseMs: 0 });
  told('as soon as the last one is seen', dense);
  expect([calm, dense].flat().every((time) => time >= 0)).toBe(true);
});
