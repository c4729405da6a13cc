// What is evaluated in a page has what a page has, whoever imports this.
/// <reference lib="dom" />
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import type { EditorWindow, Session } from '../harness/session.ts';
import { waitFor } from '../harness/wait.ts';
import type { Figures } from './compare.ts';
import { quantile } from './statistics.ts';
import { timed } from './timing.ts';

/** How long nothing is done, to see whether nothing is what it costs. */
const IDLE_MS = 5_000;
const FRAMES = 200;
const STEP_PX = 60;
/** In a second, as Linux counts a process's time. */
const TICKS = 100;
const MIB = 1_048_576;

/** A dashboard with much to show. */
export interface View {
  /** The command that opens it, as it is in the palette. */
  readonly command: string;
  readonly title: string;
  /** Its longest list, and the rows in it. */
  readonly list: string;
  readonly row: string;
  /** Says how many there are. */
  readonly count: string;
  /** The folder that is opened. */
  readonly root: string;
  /** The team directory of the person at the editor, where it is about one. */
  readonly team?: string;
  /** Changes, as another process, how many there are. @returns when it began, milliseconds since 1970 UTC */
  readonly change: () => Promise<number>;
}

/** The newest process of its kind that is ours: those of windows that were closed stay for a while, and others may run an editor, too. */
export function extensionHost(): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const processes = lines
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, ...args]) => ({ pid: Number(pid), parent: Number(parent), args }));
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number | undefined): boolean => pid !== undefined && (pid === process.pid || isOurs(parents.get(pid)));
  const hosts = processes.filter(({ pid, args }) => args.includes('--type=extensionHost') && isOurs(pid));
  if (hosts.length === 0) throw new Error('No process of the editor calls itself the extension host.');
  return Math.max(...hosts.map(({ pid }) => pid));
}

/** Of all its threads, in milliseconds. */
function processorTime(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}

function residentMemory(pid: number): number {
  const [, kibibytes = ''] = /^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1_024;
}

/** Scrolls a list as a wheel does. @returns how long each frame took, milliseconds */
function scroll(list: Locator): Promise<number[]> {
  return list.evaluate(
    async (element, { frames, step }) => {
      const times: number[] = [];
      let last = performance.now();
      for (let frame = 0; frame < frames; frame += 1) {
        element.scrollBy(0, step);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      return times;
    },
    { frames: FRAMES, step: STEP_PX },
  );
}

/** Milliseconds from the beginning of a change until the page shows it. */
export async function changing(page: FrameLocator, { count, change }: View): Promise<number> {
  const badge = page.locator(count).first();
  await badge.evaluate((element) => {
    const before = element.textContent;
    element.removeAttribute('data-drawn');
    const look = () => {
      if (element.textContent === before) requestAnimationFrame(look);
      else element.setAttribute('data-drawn', String(Date.now()));
    };
    look();
  });
  const begun = await change();
  const drawn = await waitFor(`another number in ${count}`, async () => (await badge.getAttribute('data-drawn')) ?? undefined);
  return Number(drawn) - begun;
}

export async function inWindow<T>(session: Session, view: View, work: (window: EditorWindow) => Promise<T>): Promise<T> {
  useTeam(session, view);
  const window = await session.openWindow();
  try {
    return await work(window);
  } finally {
    await window.close();
  }
}

interface Opened {
  readonly page: FrameLocator;
  readonly list: Locator;
  /** From the command to the first row, milliseconds. */
  readonly firstRow: number;
}

/** Where a team is when no setting says otherwise. */
function useTeam({ profile }: Session, { team }: View): void {
  const place = path.join(profile.home, 'cortex-team');
  fs.rmSync(place, { force: true });
  if (team !== undefined) fs.symlinkSync(team, place);
}

export async function open({ workbench }: EditorWindow, { command, title, list, row, root }: View): Promise<Opened> {
  await workbench.open({ workspace: root });
  await workbench.openContainer('Cortex');
  // The editor's own webviews start slowly the first time, whatever is in them.
  await workbench.runCommand('Cortex: Open Overview');
  await (await workbench.webview('Overview')).locator('main:not([aria-busy])').waitFor();
  await workbench.runCommand(command);
  let page: FrameLocator | null = null;
  const firstRow = await timed(async () => {
    page = await workbench.webview(title);
    await page.locator(row).first().waitFor();
  });
  page ??= await workbench.webview(title);
  return { page, list: page.locator(list), firstRow };
}

/** What the host works while nothing changes, after it has come to rest. Milliseconds in five seconds. */
export async function idleTime({ workbench }: EditorWindow, pid: number): Promise<number> {
  await workbench.page.waitForTimeout(IDLE_MS);
  const before = processorTime(pid);
  await workbench.page.waitForTimeout(IDLE_MS);
  return processorTime(pid) - before;
}

/** How a view does in the real editor, the extension installed as people install it. Milliseconds. */
export function viewTimes(session: Session, view: View): Promise<Figures> {
  return inWindow(session, view, async (window) => {
    const { page, list, firstRow } = await open(window, view);
    await waitFor('the whole list', async () => (await list.evaluate((element) => element.scrollHeight)) > 0);
    const pid = extensionHost();
    // Before it is scrolled: where one reads further down, what is new waits.
    const changed = await changing(page, view);
    const frames = await scroll(list);
    const idle = await idleTime(window, pid);
    return {
      'the command, until the first row': firstRow,
      'a frame while one scrolls, median': quantile(frames, 0.5),
      'a frame while one scrolls, 95 of 100': quantile(frames, 0.95),
      'a change by another process, until it is drawn': changed,
      'time that the host works in 5 s without a change': idle,
    };
  });
}

/** What the extension host and the page take, in MB. */
export function viewMemory(session: Session, view: View): Promise<Figures> {
  return inWindow(session, view, async (window) => {
    const { page, list } = await open(window, view);
    await scroll(list);
    const heap = await page.locator('body').evaluate(() => Number(Reflect.get(performance, 'memory')?.usedJSHeapSize));
    return { 'the extension host': residentMemory(extensionHost()), 'the objects of the page': heap / MIB };
  });
}
