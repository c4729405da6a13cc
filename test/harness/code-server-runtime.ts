import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { WAIT_MS } from '../support/limits.ts';
import { launchBrowser, newContext } from './browser.ts';
import { type EditorServer, type Payload, startServer } from './server.ts';
import type { RunEnd, SuiteRun } from './suite.ts';

interface EditorLog {
  readonly relativePath: string;
  readonly contents: string;
}

/** What the page has told us, and how it ended. */
class Automation {
  readonly console: string[] = [];
  logs: readonly EditorLog[] = [];
  readonly ended: Promise<RunEnd>;
  private end: (end: RunEnd) => void = () => undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  /** Must be called before the page goes anywhere: the editor looks for these functions as it starts. */
  async attach(page: Page, server: EditorServer): Promise<void> {
    await page.exposeFunction('codeAutomationLog', (_type: string, words: unknown[]) => {
      this.console.push(format(...words));
    });
    await page.exposeFunction('codeAutomationExit', (code: number, logs: readonly EditorLog[]) => {
      this.logs = logs;
      this.end({ kind: 'exit', code });
    });
    page.on('crash', () => this.end({ kind: 'broken', what: 'the page of the editor crashed' }));
    void server.exited.then((code) => this.end({ kind: 'broken', what: `the editor's server ended with exit code ${code}` }));
  }

  /** Starts the time of the suite. */
  endAfter(timeoutMs: number): void {
    const timer = setTimeout(() => this.end({ kind: 'timeout', afterMs: timeoutMs }), timeoutMs);
    void this.ended.then(() => clearTimeout(timer));
  }
}

async function keepLogs(run: SuiteRun, server: EditorServer, automation: Automation): Promise<void> {
  await mkdir(run.logs, { recursive: true });
  await writeFile(path.join(run.logs, 'server.log'), server.output());
  await writeFile(path.join(run.logs, 'console.log'), `${automation.console.join('\n')}\n`);
  await cp(run.profile.logs, path.join(run.logs, 'server'), { recursive: true }).catch(() => undefined);
  for (const { relativePath, contents } of automation.logs) {
    const file = path.join(run.logs, 'window', path.normalize(`/${relativePath}`));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
}

function payloadOf(run: SuiteRun, server: EditorServer): Payload {
  return [
    ['extensionDevelopmentPath', server.remoteUri(run.extension)],
    ['extensionTestsPath', server.remoteUri(run.entry)],
    ...(run.suite.payload ?? []),
  ];
}

async function drive(run: SuiteRun, server: EditorServer): Promise<RunEnd> {
  const browser = await launchBrowser(run.log);
  try {
    const page = await (await newContext(browser)).newPage();
    const automation = new Automation();
    await automation.attach(page, server);
    const workspace = run.workspace === undefined ? {} : { workspace: run.workspace };
    // The time that a busy machine needs to load the page is not the suite's.
    await page.goto(server.url({ ...workspace, payload: payloadOf(run, server) }), { timeout: WAIT_MS });
    automation.endAfter(run.timeoutMs);
    const end = await automation.ended;
    await keepLogs(run, server, automation);
    // A page that hangs cannot be photographed either.
    await page.screenshot({ path: path.join(run.logs, 'screen.png'), timeout: 10_000 }).catch(() => undefined);
    return end;
  } finally {
    await browser.close();
  }
}

/** Runs a suite in the extension host of code-server, with a headless Chromium as its window. */
export async function runInCodeServer(run: SuiteRun): Promise<RunEnd> {
  const server = await startServer(run.profile, {
    smokeTestDriver: true,
    trust: run.suite.trust ?? 'everything',
    builtIns: run.suite.builtIns ?? 'few',
    env: run.env,
    removeIfKilled: [path.dirname(run.entry)],
    log: run.log,
  });
  try {
    return await drive(run, server);
  } finally {
    await server.stop();
  }
}
