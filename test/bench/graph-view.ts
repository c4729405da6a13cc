// What is evaluated in a page has what a page has, whoever imports this.
/// <reference lib="dom" />
import fs from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import type { EditorWindow, Session } from '../harness/session.ts';
import { LAST_FILE } from './code-project.ts';
import type { Figures } from './compare.ts';
import { quantile } from './statistics.ts';
import { timed } from './timing.ts';
import { changing, extensionHost, idleTime, inWindow, open, type View } from './view-measurements.ts';

const FRAMES = 200;
const STEP_PX = 2;

/** Moves the picture as a mouse does that is held down. @returns how long each frame took, milliseconds */
function move(page: FrameLocator): Promise<number[]> {
  return page.locator('.sigma-mouse').evaluate(
    async (canvas, { frames, step }) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const at = (n: number) => ({ clientX: left + width / 2 + n, clientY: top + height / 2 + n, bubbles: true, buttons: 1 });
      canvas.dispatchEvent(new MouseEvent('mousedown', at(0)));
      const times: number[] = [];
      let last = performance.now();
      for (let frame = 1; frame <= frames; frame += 1) {
        // To and fro: what is out of sight need not be drawn.
        document.dispatchEvent(new MouseEvent('mousemove', at(Math.abs((frame % 100) - 50) * step)));
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      document.dispatchEvent(new MouseEvent('mouseup', at(0)));
      return times;
    },
    { frames: FRAMES, step: STEP_PX },
  );
}

/** The one list that shows where one is, by its name. */
const list = (page: FrameLocator, name: string) => page.getByRole('grid', { name, exact: true });

/** A key that leads somewhere, until the list of what is there has come. Milliseconds. */
async function leading({ workbench }: EditorWindow, page: FrameLocator, key: string, name: string): Promise<number> {
  return timed(async () => {
    await workbench.page.keyboard.press(key);
    await list(page, name).locator('tbody tr').first().waitFor();
    await page.locator('.graph-told p:not(:text-is("Looking …"))').first().waitFor();
  });
}

/** What changes when a function is declared in a file that somebody looks at. */
function declaring(root: string): View['change'] {
  let count = 0;
  return async () => {
    const begun = Date.now();
    count += 1;
    fs.appendFileSync(path.join(root, LAST_FILE), `export const declared${begun}x${count} = (): number => ${count};\n`);
    return begun;
  };
}

export const graphView = (root: string): View => ({
  command: 'Cortex: Open Graph Dashboard',
  title: 'Graph',
  list: '.nodes-grid',
  row: '.nodes-grid tbody tr',
  count: '.nodes-section .badge',
  root,
  change: declaring(root),
});

/** Goes through a graph as a person does: into a cluster, to a file, around it, to what may break. Milliseconds. */
export function graphTimes(session: Session, view: View): Promise<Figures> {
  return inWindow(session, view, async (window) => {
    const { page, firstRow } = await open(window, view);
    const { keyboard } = window.workbench.page;
    const picture = await timed(() => page.locator('.sigma-mouse').waitFor());
    await list(page, 'Clusters').focus();
    await keyboard.press('ArrowDown');
    const intoCluster = await leading(window, page, 'Enter', 'Files');
    const frames = await move(page);
    await list(page, 'Files').focus();
    await keyboard.press('ArrowDown');
    const around = await leading(window, page, 'a', 'Around It');
    const framesAround = await move(page);
    await list(page, 'Around It').focus();
    await list(page, 'Around It').locator('[aria-selected=true]').waitFor();
    const blast = await leading(window, page, 'b', 'May Break');
    const found = await timed(async () => {
      await page.getByRole('combobox', { name: 'Find in the graph' }).fill(LAST_FILE);
      await page
        .getByRole('option', { name: path.basename(LAST_FILE) })
        .first()
        .waitFor();
    });
    await leading(window, page, 'Enter', 'Around It');
    await list(page, 'Around It').focus();
    await list(page, 'Around It').locator('[aria-selected=true]').waitFor();
    const intoFile = await leading(window, page, 'Enter', 'Inside and Around');
    const kept = await changing(page, view);
    const changed = await changing(page, view);
    return {
      'the command, until the clusters stand': firstRow,
      'and until they are drawn': picture,
      'into the first cluster': intoCluster,
      'around what most depend on': around,
      'what may break with it': blast,
      'into a file': intoFile,
      'words, until they are found': found,
      'a frame while one moves the picture, median': quantile(frames.concat(framesAround), 0.5),
      'a frame while one moves the picture, 95 of 100': quantile(frames.concat(framesAround), 0.95),
      'the first change by another process, until it is drawn': kept,
      'the next change, until it is drawn': changed,
      'time that the host works in 5 s without a change': await idleTime(window, extensionHost()),
    };
  });
}
