import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { nodeRuntime, type Runtime } from '../../src/engine/platform/runtime.ts';
import { Stacks } from '../../src/engine/stack/stacks.ts';
import { temporaryFolder } from './folders.ts';

/** Real files, with a fixed time. */
export const stackRuntime: Runtime = nodeRuntime({ CORTEX_NOW: '2026-01-19T10:30:20Z' });

/** Creates a folder with files, given by path; a path that ends with `/` is a folder. Returns its real path. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    fs.mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
    if (!name.endsWith('/')) fs.writeFileSync(file, text);
  }
  return root;
}

/** Opens the stacks of a folder for the test. */
export function openStacks(from: string, options?: { exact?: boolean }): Stacks {
  const stacks = Stacks.open(stackRuntime, from, options);
  onTestFinished(() => stacks.whenIdle());
  return stacks;
}

/** Two agents, as in seed 4. */
export const TEAM = `# Agents

## agent-backend
- Role: API and backend development
- Stack: ./backend/.cstack/

## agent-frontend
- Role: UI and client development
- Stack: ./frontend/.cstack/
`;
