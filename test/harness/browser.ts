import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { ensureChromium } from '../../scripts/lib/editor-install.mjs';
import { WAIT_MS } from '../support/limits.ts';

export interface ViewOptions {
  /** In pixels at 100 %. Default 1280 × 800. */
  readonly width?: number;
  readonly height?: number;
  /** As with the zoom of a browser: at 2, everything is twice as large and half as much has room. Default 1. */
  readonly zoom?: number;
  /** What the system asks for, see `prefers-reduced-motion` and `forced-colors`. */
  readonly reducedMotion?: boolean;
}

const ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  // Nothing but this machine can be reached, whatever a page asks for.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE *.localhost , EXCLUDE 127.0.0.1',
];

/**
 * Starts a headless Chromium that reaches loopback addresses only. It ends with this process: it is driven through a pipe.
 * @throws Error that says what to install when there is none
 */
export async function launchBrowser(log: (line: string) => void = () => undefined): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium({ log }), headless: true, args: ARGS, timeout: WAIT_MS });
}

/** A new, empty browser session. */
export function newContext(browser: Browser, options: ViewOptions = {}): Promise<BrowserContext> {
  const { width = 1280, height = 800, zoom = 1, reducedMotion = false } = options;
  return browser.newContext({
    viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
    deviceScaleFactor: zoom,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}
