// @ts-check
import { parseArgs } from 'node:util';
import { makeBundle } from './lib/build/bundle.mjs';
import { bundles } from './lib/build/bundles.mjs';
import { makeDeclarations } from './lib/build/declarations.mjs';
import { makeNotices } from './lib/build/notices.mjs';

const { production = false } = parseArgs({ options: { production: { type: 'boolean' } } }).values;
const started = performance.now();
const outcomes = await Promise.all([...bundles.map((bundle) => makeBundle(bundle, production)), makeDeclarations()]);
if (!outcomes.some(({ failed }) => failed)) outcomes.push(makeNotices());
for (const { name, text, failed } of outcomes) console.log(`${name.padEnd(8)} ${failed ? `FAILED ${text}` : text}`);
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
if (outcomes.some(({ failed }) => failed)) process.exitCode = 1;
