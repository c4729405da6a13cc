import fs from 'node:fs';
import path from 'node:path';
import { detectFiles } from '../../../../src/engine/dna/detection.ts';
import { viewProject } from '../../../../src/engine/dna/project-view.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { temporaryFolder } from '../../../support/folders.ts';

/** Files by path. An object is written as JSON. */
export type Tree = Readonly<Record<string, string | object>>;

export function writeTree(root: string, tree: Tree): void {
  for (const [name, content] of Object.entries(tree)) {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Creates a project of real files, removed after the test. */
export function plant(tree: Tree): string {
  const root = temporaryFolder();
  writeTree(root, tree);
  return root;
}

/** Returns what is detected in the files of a project. */
export function detectIn(root: string): ReturnType<typeof detectFiles> {
  return detectFiles(viewProject(nodeFileSystem, root));
}

export const detect = (tree: Tree) => detectIn(plant(tree));
