import fs from 'node:fs';
import { protocols } from './protocols.ts';

// Says `count` words in a protocol, one after the other, when it is told to begin.
const [name = '', root = '', prefix = '', count = ''] = process.argv.slice(2);
const protocol = protocols.find((each) => each.name === name);
if (protocol === undefined) throw new Error(`There is no protocol ${name}.`);
const session = await protocol.open(root);
fs.writeSync(1, '{"kind":"ready"}\n');
fs.readSync(0, Buffer.alloc(1));
for (let n = 0; n < Number(count); n += 1) await session.say(`${prefix}-${n}`);
await session.close();
