import fs from 'node:fs';
import path from 'node:path';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import type { RoutedStack } from '../../src/engine/stack/messages/route.ts';
import { StackStore } from '../../src/engine/stack/store.ts';
import { temporaryFolder } from './folders.ts';

/** Writes files below a folder, and creates their folders. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

/** Returns a stack with these files, in a temporary folder. */
export function stackWith(files: Readonly<Record<string, string>>, name = 'bob'): RoutedStack {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return { name, store: new StackStore(nodeRuntime({}), folder) };
}

/** Returns a message as in a file. Empty fields are omitted. */
export function messageText(fields: Readonly<Record<string, string>>, content = 'text'): string {
  const lines = Object.entries({ From: 'ann', Type: 'task', Time: '2026-01-19T10:30:00Z', ...fields }).filter(([, value]) => value !== '');
  return `---\n${lines.map(([key, value]) => `${key}: ${value}\n`).join('')}---\n${content}\n\n`;
}
