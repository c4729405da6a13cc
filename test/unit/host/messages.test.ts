import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';

const ASKS = /\bshow(?:(?:Information|Warning|Error)Message|QuickPick|InputBox)\b|\bcreate(?:QuickPick|InputBox)\b/;
const MESSAGE = /\bshow(?:Information|Warning|Error)Message\b/g;

const sources = readdirSync(fromRoot('src', 'host'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((name) => ({
    name: name.replaceAll('\\', '/'),
    text: readFileSync(fromRoot('src', 'host', name), 'utf8'),
  }));

test('only notifications.ts and ask.ts show messages and questions, in which the editor renders links', () => {
  expect(sources.filter(({ text }) => ASKS.test(text)).map(({ name }) => name)).toEqual(['commands/ask.ts', 'commands/notifications.ts']);
});

test('every message is escaped by messageText in the call that shows it', () => {
  const calls = sources.flatMap(({ text }) => [...text.matchAll(MESSAGE)].map(({ index }) => text.slice(index)));
  expect(calls.length).toBeGreaterThan(3);
  for (const call of calls) expect(call).toMatch(/^show\w+\(\s*messageText\(/);
});

test('progress titles with inserted values are escaped by messageText', () => {
  const titles = sources.flatMap(({ text }) => (text.includes('withProgress(') ? [...text.matchAll(/\btitle: (?=[^,}]*\$\{)(.*)/g)] : []));
  expect(titles.length).toBeGreaterThan(0);
  for (const [, title] of titles) expect(title).toMatch(/^messageText\(/);
});
