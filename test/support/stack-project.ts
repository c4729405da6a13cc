import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { nodeRuntime, type Runtime } from '../../src/engine/platform/runtime.ts';
import { Stacks } from '../../src/engine/stack/stacks.ts';
import { temporaryFolder } from './folders.ts';

/** Real files, and protocol times that stand still. */
export const stackRuntime: Runtime = nodeRuntime({ CORTEX_NOW: '2026-01-19T10:30:20Z' });

/** A new folder with files in it, by their paths; a path that ends with `/` is a folder. Its real path. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    fs.mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
    if (!name.endsWith('/')) fs.writeFileSync(file, text);
  }
  return root;
}

/** Opens the stacks of a folder until the test is over. */
export function openStacks(from: string, options?: { exact?: boolean }): Stacks {
  const stacks = Stacks.open(stackRuntime, from, options);
  onTestFinished(() => stacks.settled());
  return stacks;
}

/** Two agents, in the words of seed 4. */
export const TEAM = `# Agents

## agent-backend
- Role: API and backend development
- Stack: ./backend/.cstack/

## agent-frontend
- Role: UI and client development
- Stack: ./frontend/.cstack/
`;
