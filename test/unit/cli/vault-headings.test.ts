import { expect, test } from 'vitest';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';

useExampleDay();

const TARGET = `---
name: Target
---
# Top heading

## [[other|The label]] and *emphasis* \`code()\` ##

### Part one: "what, why" & C# tips

Underlined heading
of two lines
---

A paragraph. ^para

- an item ^item-1
  - [ ] a task ^Task

> ## Quoted heading

| a |
|---|

^table

## With an id {#own-id}
## Closing ^head
<a id="anchor"></a>
<h2>As HTML</h2>

## Part one

\`\`\`
# In code
\`\`\`
`;

async function findings(body: string): Promise<string[]> {
  const vault = new CliVault();
  vault.write('cortex.toml', '');
  vault.write('other.md', '---\nname: Other\n---\n');
  vault.write('target.md', TARGET);
  vault.write('a.md', `---\nname: A\n---\n${body}\n`);
  const found = Object(await vault.json('doctor')).findings.filter(({ code }: { code: string }) => code === 'dead-heading');
  return found.map(({ path, line, message }: { path: string; line: number; message: string }) => `${path}:${line}: ${message}`);
}

test('doctor reports links to missing headings and blocks', async () => {
  const links = ['[[target#No such]]', '![[target#^nope|x]]', '[x](target.md#no-such)', '[[#Nope]]', '[[target#In code]]'];
  const paths = ['[[target#Part one#Top heading]]', '[[target#Top heading#^nope]]', '`[[target#Code]]`', '[[gone#Dead]]'];
  expect(await findings(['# Here', ...links, ...paths].join('\n\n'))).toEqual([
    'a.md:6: no such heading in "target.md": "No such"',
    'a.md:8: no such block in "target.md": ^nope',
    'a.md:10: no such heading in "target.md": "no-such"',
    'a.md:12: no such heading in this note: "Nope"',
    'a.md:14: no such heading in "target.md": "In code"',
    'a.md:16: no such heading in "target.md": "Part one#Top heading"',
    'a.md:18: no such block in "target.md": ^nope',
  ]);
});

test('doctor accepts links to existing ones in the notations of Obsidian and GitHub', async () => {
  const links = [
    ...['[[target#Top heading]]', '[[target#top HEADING]]', '[[target#Top heading#Part one]]', '[[target#The label and emphasis code()]]'],
    ...[
      '[[target#other The label and *emphasis* `code()`]]',
      '[[target#Part one what, why & C tips|x]]',
      '[[target#Part one: "what, why" & C# tips]]',
    ],
    ...['[[target#Underlined heading of two lines]]', '[[target#of two lines]]', '[[target#Quoted heading]]', '[[target#With an id]]'],
    ...['[[target#^para]]', '![[target#^item-1]]', '[[target#^task]]', '[[target#^table]]', '[[target#^head]]', '[[target#Closing]]'],
    ...['[[#Here & there]]', '[[a#Here there]]', '[[#^mine]]', '[[target#As HTML]]', '[[target#🎉]]', '[[target#]]'],
    ...[
      '[x](target.md#top-heading)',
      '[x](target.md#Top%20heading)',
      '[x](target.md#part-one-1)',
      '[x](target.md#own-id)',
      '[x](target#anchor)',
    ],
    ...['[x](target.md#L12)', '[x](target.md#part-one-what-why--c-tips)', '[[picture.png#x]]', '[[target]]'],
  ];
  expect(await findings(`# Here & there\n\nMine. ^mine\n\n${links.join('\n')}`)).toEqual([]);
});

test('cached links have the same findings as read ones', async () => {
  const vault = new CliVault();
  vault.write('cortex.toml', '');
  vault.write('a.md', '---\nname: A\nabout: "[[b#Gone]]"\n---\n[[b#^x]] [[#Y]]\n');
  vault.write('b.md', '---\nname: B\n---\n');
  const first = await vault.json('doctor');
  await vault.run('index');
  expect(await vault.json('doctor')).toEqual(first);
  expect(Object(first).findings.filter(({ code }: { code: string }) => code === 'dead-heading')).toHaveLength(3);
});
