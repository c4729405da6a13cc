/** Folders without notes, at any depth, in addition to all folders whose names start with a dot. */
const LEFT_OUT = new Set(['node_modules', 'engine', 'cortex', 'index', 'layers', '__pycache__']);

/** Reports whether a folder of this name is ignored (RULINGS, vault 3). */
export function isFolderLeftOut(name: string): boolean {
  return name.startsWith('.') || LEFT_OUT.has(name);
}

/** Reports whether a file of this name would be a note, in any folder. */
export function isNoteName(name: string): boolean {
  return name.endsWith('.md') && name !== 'MEMORY.md';
}

/** Reports whether a file at this path would be a note (RULINGS, vault 3). @param file relative to the vault's root, `/`-separated */
export function isNotePath(file: string): boolean {
  const [name = '', ...folders] = file.split('/').reverse();
  return isNoteName(name) && !folders.some(isFolderLeftOut);
}
