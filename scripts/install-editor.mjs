// @ts-check
// Installs what the suites in a real editor need (a VS Code server, a Chromium), where it is missing.
import { ensureChromium, ensureEditor } from './lib/editor-install.mjs';

/** @param {string} line */
const log = (line) => void process.stdout.write(`${line}\n`);

try {
  const { serverMain } = await ensureEditor({ log });
  log(`editor: ${serverMain}`);
  log(`browser: ${await ensureChromium({ log })}`);
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
