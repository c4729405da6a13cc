import fs from 'node:fs';
import path from 'node:path';
import { nodeFileSystem } from '../../../src/engine/platform/file-system.ts';

// Makes the folders `<root>/<n>/a/b` for all n below `count`, as fast as it can.
const [root = '', count = '0'] = process.argv.slice(2);
const say = (event: object) => fs.writeSync(1, `${JSON.stringify(event)}\n`);

say({ kind: 'ready' });
fs.readSync(0, Buffer.alloc(1));
for (let n = 0; n < Number(count); n += 1) nodeFileSystem.mkdirSync(path.join(root, String(n), 'a', 'b'), { recursive: true });
say({ kind: 'made' });
