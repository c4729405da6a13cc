import fs from 'node:fs';
import path from 'node:path';

/** Declared in each file, besides the file itself. */
const FUNCTIONS = 9;
/** In a folder. */
const FILES = 40;
/** From how many other files a file imports. */
const IMPORTS = 4;
const CALLS = 4;

/** A number below `below`, always the same for the same n: mixed well enough that nothing lines up. */
const mixed = (n: number, below: number): number => (Math.imul(n + 1, 0x9e3779b1) >>> 8) % below;

const fileOf = (n: number): string => `src/part${Math.floor(n / FILES)}/file${n}.ts`;

/** From its own folder, from any other, and from the few that everybody uses. */
function importsOf(n: number, files: number): readonly number[] {
  const first = Math.floor(n / FILES) * FILES;
  const near = Array.from({ length: IMPORTS - 2 }, (_, k) => first + mixed(n * IMPORTS + k, FILES));
  const all = [...near, mixed(n, files), mixed(n * 7, Math.max(1, Math.floor(files / 100)))];
  return [...new Set(all)].filter((other) => other !== n && other < files);
}

function textOf(n: number, files: number): string {
  const others = importsOf(n, files);
  const imports = others.map((other) => `import * as file${other} from '../part${Math.floor(other / FILES)}/file${other}.ts';\n`);
  const callOf = (k: number, m: number): string => {
    const other = others[m % others.length];
    return other === undefined ? String(m) : `file${other}.does${(k * 2 + m) % FUNCTIONS}(count)`;
  };
  const functions = Array.from({ length: FUNCTIONS }, (_, k) => {
    const calls = Array.from({ length: CALLS }, (_, m) => callOf(k, m)).join(' + ');
    return `export function does${k}(count: number): number {\n  return ${calls};\n}\n`;
  });
  return [...imports, ...functions].join('\n');
}

/** Nobody uses what it declares. */
export const LAST_FILE = 'src/index.ts';

/** Makes a project of so many nodes, and a little more than four times as many edges, always the same: files and the functions in them. */
export function makeCodeProject(folder: string, size: number): void {
  const files = Math.floor(size / (FUNCTIONS + 1));
  for (let n = 0; n < files; n += 1) {
    const file = path.join(folder, fileOf(n));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, textOf(n, files));
  }
  const last = "import { does0 } from './part0/file0.ts';\nexport const begin = (): number => does0(1);\n";
  fs.writeFileSync(path.join(folder, LAST_FILE), last);
}
