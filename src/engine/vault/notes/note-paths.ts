/** Folders that hold no notes, at any depth; and so do those that begin with a dot. */
const LEFT_OUT = new Set(['node_modules', 'engine', 'cortex', 'index', 'layers', '__pycache__']);

/** Whether a folder of this name holds no notes (RULINGS, vault 3). */
export function isFolderLeftOut(name: string): boolean {
  return name.startsWith('.') || LEFT_OUT.has(name);
}

/** Whether a file of this name would be a note, wherever it is. */
export function isNoteName(name: string): boolean {
  return name.endsWith('.md') && name !== 'MEMORY.md';
}

/** Whether a file of this path would be a note (RULINGS, vault 3). @param file from the vault's folder, `/`-separated */
export function isNotePath(file: string): boolean {
  const [name = '', ...folders] = file.split('/').reverse();
  return isNoteName(name) && !folders.some(isFolderLeftOut);
}
