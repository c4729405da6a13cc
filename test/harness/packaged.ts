import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { packageForTests } from './package-extension.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The extension as people install it: a `.vsix` file, relative to the top of the project. */
    readonly vsix: string;
  }
}

/** Packages the extension once for all end-to-end tests of a run. @returns what removes it when the last one has ended */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const vsix = await packageForTests(fromRoot());
  project.provide('vsix', path.relative(fromRoot(), vsix));
  return () => rm(path.dirname(vsix), { recursive: true, force: true });
}
