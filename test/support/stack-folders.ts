import fs from 'node:fs';
import path from 'node:path';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import type { RoutedStack } from '../../src/engine/stack/messages/route.ts';
import { StackStore } from '../../src/engine/stack/store.ts';
import { temporaryFolder } from './folders.ts';

/** Writes files below a folder, which are made with the folders on the way to them. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

/** A stack with these files, in a folder that is gone after the test. */
export function stackWith(files: Readonly<Record<string, string>>, name = 'bob'): RoutedStack {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return { name, store: new StackStore(nodeRuntime({}), folder) };
}

/** A message as a file has it; a field that is empty is left out. */
export function messageText(fields: Readonly<Record<string, string>>, content = 'text'): string {
  const lines = Object.entries({ From: 'ann', Type: 'task', Time: '2026-01-19T10:30:00Z', ...fields }).filter(([, value]) => value !== '');
  return `---\n${lines.map(([key, value]) => `${key}: ${value}\n`).join('')}---\n${content}\n\n`;
}
