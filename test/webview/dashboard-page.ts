import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createBirpc } from 'birpc';
import { build } from 'esbuild';
import type { Browser, Locator, Page } from 'playwright-core';
import { bundleNamed, optionsOf } from '../../scripts/lib/build/bundles.mjs';
import type { HostFunctions, PageFunctions, PageName } from '../../src/host/dashboards/protocol.ts';
import { newContext, type ViewOptions } from '../harness/browser.ts';
import { WAIT_MS } from '../support/limits.ts';
import themes from './themes.json' with { type: 'json' };

export type ThemeName = keyof typeof themes;

export interface PageOptions extends ViewOptions {
  readonly theme?: ThemeName;
}

/** What stands for the extension host; what a page says to it, it has to look at itself. */
export interface PageHost<State, View, Step> extends HostFunctions<View, Step> {
  readonly page: PageName;
  connect(show: (state: State) => void): void;
}

/** A page that holds a dashboard as a webview of VS Code does. */
export interface DashboardPage {
  readonly page: Page;
  /** What went wrong in the page: violations of the content security policy, uncaught errors, errors on the console. */
  troubles(): Promise<readonly string[]>;
  grid(name: string): Locator;
  /** The text of the row that is chosen in a list, column by column; empty where none is. */
  chosen(name: string): Promise<readonly string[]>;
  /** Changes the theme while the page is open, as the editor does: the values of its variables, and the class of the body. */
  setTheme(theme: ThemeName): Promise<void>;
  close(): Promise<void>;
}

const ORIGIN = 'https://webview.localhost';
const NONCE = 'aNonceOfThisPage';
const TITLES: Readonly<Record<PageName, string>> = {
  overview: 'Overview',
  swarm: 'Swarm',
  messages: 'Messages',
  'work-queues': 'Work Queues',
  graph: 'Graph',
  locks: 'Locks',
  timeline: 'Timeline',
  memory: 'Memory',
  crtx: 'swarm.crtx',
};

let bundle: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

async function makeBundle(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({ ...optionsOf(bundleNamed('webview'), true), write: false });
  return new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
}

/** The dashboards' bundle as it is installed, made in memory, once in each process. @returns file contents by name */
export function bundleDashboard(): Promise<ReadonlyMap<string, Uint8Array>> {
  bundle ??= makeBundle();
  return bundle;
}

function html(theme: ThemeName, page: PageName): string {
  const policy = `default-src 'none'; style-src ${ORIGIN}; font-src ${ORIGIN}; script-src 'nonce-${NONCE}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLES[page]}</title>
<link rel="stylesheet" href="${ORIGIN}/theme.css">
<link rel="stylesheet" href="${ORIGIN}/main.css">
</head>
<body class="${themes[theme].className}"><div id="root" data-page="${page}"></div><script type="module" nonce="${NONCE}" src="${ORIGIN}/main.js"></script></body>
</html>`;
}

/** What the editor itself puts into a webview: the theme's colours, and a little style. */
function themeCss(theme: ThemeName): string {
  return `:root { ${rootStyle(theme)} } @layer vscode-default { body { padding: 0 20px; } }`;
}

function rootStyle(theme: ThemeName): string {
  const lines = Object.entries(themes[theme].variables).map(([name, value]) => `${name}: ${value};`);
  return `${lines.join(' ')} background: var(--vscode-editor-background);`;
}

async function setTheme(page: Page, theme: ThemeName): Promise<void> {
  const change = ({ style, className }: { readonly style: string; readonly className: string }): void => {
    const sheet = [...document.styleSheets].find(({ href }) => href?.endsWith('/theme.css'));
    const root = sheet?.cssRules[0];
    if (!(root instanceof CSSStyleRule)) throw new Error('theme.css: its first rule was expected to be :root');
    root.style.cssText = style;
    document.body.className = className;
  };
  await page.evaluate(change, { style: rootStyle(theme), className: themes[theme].className });
}

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };

async function serve(page: Page, files: ReadonlyMap<string, Uint8Array>, theme: ThemeName, name: PageName): Promise<void> {
  await page.route('**/*', async (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    if (file === '') return route.fulfill({ contentType: 'text/html', body: html(theme, name) });
    if (file === 'theme.css') return route.fulfill({ contentType: 'text/css', body: themeCss(theme) });
    const contents = files.get(file);
    if (contents === undefined) return route.abort();
    const contentType = TYPES[path.extname(file)] ?? 'application/octet-stream';
    return route.fulfill({ contentType, body: Buffer.from(contents), headers: { 'Access-Control-Allow-Origin': '*' } });
  });
}

/** Stands for what VS Code gives to a webview's script; what is kept outlives a reload, as there. */
function installVsCode(): void {
  const notes: string[] = [];
  let acquired = false;
  Object.assign(globalThis, {
    troubles: notes,
    acquireVsCodeApi: () => {
      if (acquired) throw new Error('An instance of the VS Code API has already been acquired');
      acquired = true;
      const kept = sessionStorage.getItem('kept');
      return {
        postMessage: (message: unknown) => Reflect.get(globalThis, 'toHost')(structuredClone(message)),
        getState: () => (kept === null ? undefined : JSON.parse(kept)),
        setState: (state: unknown) => sessionStorage.setItem('kept', JSON.stringify(state)),
      };
    },
  });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
    notes.push(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
  });
}

/** Joins the page to the host, in the form that the extension host uses. */
async function connect<State, View, Step>(page: Page, host: PageHost<State, View, Step>): Promise<void> {
  let receive: (message: unknown) => void = () => undefined;
  await page.exposeFunction('toHost', (message: unknown) => receive(message));
  const rpc = createBirpc<PageFunctions<State>, HostFunctions<View, Step>>(
    { look: (view) => host.look(view), take: (step) => host.take(step) },
    {
      eventNames: ['show'],
      post: (message) => page.evaluate((data) => window.postMessage(data, '*'), message),
      on: (listener) => {
        receive = listener;
      },
    },
  );
  // A page that is being closed or loaded anew takes nothing more.
  host.connect((state) => void rpc.show(state).catch(() => undefined));
}

export async function openDashboard<State, View, Step>(
  browser: Browser,
  files: ReadonlyMap<string, Uint8Array>,
  host: PageHost<State, View, Step>,
  { theme = 'dark', ...view }: PageOptions = {},
): Promise<DashboardPage> {
  const context = await newContext(browser, view);
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(`uncaught: ${message}`));
  page.on('console', (message) => {
    // A browser without a graphics card says how slow it is; that is its own trouble.
    const isOfDriver = message.text().startsWith('[.WebGL-');
    if (!isOfDriver && (message.type() === 'error' || message.type() === 'warning')) errors.push(`console: ${message.text()}`);
  });
  await serve(page, files, theme, host.page);
  await page.addInitScript(installVsCode);
  await connect(page, host);
  await page.goto(ORIGIN);
  const grid = (name: string): Locator => page.getByLabel(name, { exact: true }).and(page.locator('table'));
  return {
    page,
    grid,
    chosen: (name) => grid(name).locator('[aria-selected=true] > td').allInnerTexts(),
    troubles: async () => [...errors, ...(await page.evaluate((): string[] => Reflect.get(globalThis, 'troubles')))],
    setTheme: (next) => setTheme(page, next),
    close: () => context.close(),
  };
}

/** The source of axe-core, to be run in a page past its content security policy. */
export const axeSource = (): Promise<string> => readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
