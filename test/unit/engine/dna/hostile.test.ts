import { describe, expect, test } from 'vitest';
import { xmlElements } from '../../../../src/engine/text/xml-scan.ts';
import { cortexFile, runProcess } from '../../../support/cortex-cli.ts';
import { detect, plant } from './tree.ts';

const bomb = (levels: number) =>
  `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: levels }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`).join('\n')}\npackages: *a${levels}\n`;
const nested = (open: string, close: string, levels: number) => `packages: ${open.repeat(levels)}x${close.repeat(levels)}`;

describe('unreadable manifests', () => {
  test.each([
    ['package.json', '{', /^Expected property name/],
    ['package.json', '\u0000', /^Unexpected token/],
    ['composer.json', '', /^Unexpected end of JSON input/],
    ['Cargo.toml', 'a = ', /^Invalid TOML/],
    ['Cargo.toml', `a = ${'['.repeat(200)}`, /^Invalid TOML document/],
    ['pnpm-workspace.yaml', 'a: [', /^Flow sequence in block collection must be/],
    ['pnpm-workspace.yaml', bomb(30), /^it has more than 100 aliases$/],
    ['pnpm-workspace.yaml', nested('[', ']', 300), /^it is nested too deeply$/],
    ['pnpm-workspace.yaml', nested('{a: ', '}', 300), /^it is nested too deeply$/],
    ['pnpm-workspace.yaml', '- '.repeat(8_000), /^it is nested too deeply$/],
    ['compose.yaml', `#${' '.repeat(65_536)}`, /^it has more than 65536 characters$/],
  ])('%s is reported in one line, and the rest is used', (name, text, reason) => {
    const { notes, complete, stack } = detect({ [name]: text, 'go.mod': 'module x' });
    expect(notes).toHaveLength(1);
    const [note = ''] = notes;
    const start = `${name} was skipped, because it cannot be read: `;
    expect(note.slice(0, start.length)).toBe(start);
    expect(note.slice(start.length)).toMatch(reason);
    expect(note).not.toContain('\n');
    expect(complete).toBe(false);
    expect(stack.languages).toContain('Go');
  });

  test('normal nesting is read', () => {
    expect(detect({ 'pnpm-workspace.yaml': `${nested('[', ']', 50)}\n` }).notes).toEqual([]);
    expect(detect({ 'compose.yaml': bomb(1) }).notes).toEqual([]);
  });

  test('Kubernetes files are not parsed, so that a bomb in them is harmless', () => {
    const { stack, notes } = detect({ 'k8s/bomb.yaml': `apiVersion: v1\nkind: Secret\n${'[{? '.repeat(16_000)}` });
    expect([stack.infrastructure, notes]).toEqual([['Kubernetes'], []]);
  });

  test('the total size of YAML is limited', () => {
    const workflows = Array.from({ length: 10 }, (_, n) => [`.github/workflows/${n}.yml`, `# ${'x'.repeat(60_000)}\n`]);
    const { notes } = detect(Object.fromEntries(workflows));
    expect(notes).toEqual(
      [8, 9].map((n) => expect.stringMatching(`^\\.github/workflows/${n}\\.yml was skipped.* 524288 characters of YAML$`)),
    );
  });

  test('a process survives nesting that would overflow its stack', async () => {
    const files = Object.fromEntries(['- ', '[', '? ', '{a: '].map((part, n) => [`p${n}/compose.yaml`, part.repeat(65_536 / part.length)]));
    const root = plant({ ...files, '.cortex/.gitignore': '' });
    const { code, err } = await runProcess([cortexFile, 'dna', 'detect', '--dry-run', '--root', root]);
    expect(err.match(/it is nested too deeply/g)).toHaveLength(4);
    expect(code).toBe(0);
  });
});

describe('XML', () => {
  test('is parsed to elements with path, attributes and text', () => {
    const text = `\ufeff<?xml version="1.0"?><!DOCTYPE a><a x="1 &lt; 2" y='"'>one<!-- <no/> --><b/> two <c>&amp;amp;</c></a>`;
    expect(xmlElements(text)).toEqual([
      { name: 'b', attributes: {}, path: ['a'], text: '' },
      { name: 'c', attributes: {}, path: ['a'], text: '&amp;' },
      { name: 'a', attributes: { x: '1 < 2', y: '"' }, path: [], text: 'one two' },
    ]);
  });

  test.each(['', '<', '</', '</a>', '<a', '<a b="', '<!--', '<?', '<a></b></c>', '<>'])(
    'parsing terminates for invalid input: %j',
    (text) => {
      expect(xmlElements(text).length).toBeLessThanOrEqual(1);
    },
  );

  test('is limited in depth and number of elements', () => {
    expect(xmlElements('<a/>'.repeat(30_000))).toHaveLength(20_000);
    expect(xmlElements(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)).toHaveLength(64);
  });
});
