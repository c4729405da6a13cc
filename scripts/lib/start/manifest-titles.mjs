// @ts-check
import fs from 'node:fs';
import { fromRoot } from '../project.mjs';

/** @typedef {{ command: string, title: string, category?: string }} Command */
/** @typedef {{ contributes?: { commands?: Command[], viewsContainers?: { activitybar?: { title: string }[] } } }} Extension */

/**
 * Reads the titles by which people open the extension from its manifest.
 * @returns {{ container: string, dashboard: string }} the name in the activity bar, and the title in the command palette
 * @throws Error when the manifest has no such thing
 */
export function manifestTitles() {
  const { contributes = {} } = /** @type {Extension} */ (JSON.parse(fs.readFileSync(fromRoot('package.json'), 'utf8')));
  const container = contributes.viewsContainers?.activitybar?.[0]?.title;
  const command = contributes.commands?.find(({ title }) => /dashboard/i.test(title));
  if (container === undefined || command === undefined) {
    throw new Error('package.json contributes no activity bar container or no command for the dashboard. Add it under `contributes`.');
  }
  return { container, dashboard: command.category === undefined ? command.title : `${command.category}: ${command.title}` };
}
