import { describe, expect, test } from 'vitest';
import { xmlElements } from '../../../../src/engine/text/xml-scan.ts';
import { cortexFile, runProcess } from '../../../support/cortex-cli.ts';
import { detect, plant } from './tree.ts';

const bomb = (levels: number) =>
  `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: levels }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`).join('\n')}\npackages: *a${levels}\n`;
const nested = (open: string, close: string, levels: number) => `packages: ${open.repeat(levels)}x${close.repeat(levels)}`;

describe('manifests that cannot be read', () => {
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
  ])('%s: what is wrong is said in one line, and the rest counts', (name, text, reason) => {
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

  test('what people nest is read', () => {
    expect(detect({ 'pnpm-workspace.yaml': `${nested('[', ']', 50)}\n` }).notes).toEqual([]);
    expect(detect({ 'compose.yaml': bomb(1) }).notes).toEqual([]);
  });

  test('what describes Kubernetes is not parsed: a bomb in it says what its lines say', () => {
    const { stack, notes } = detect({ 'k8s/bomb.yaml': `apiVersion: v1\nkind: Secret\n${'[{? '.repeat(16_000)}` });
    expect([stack.infrastructure, notes]).toEqual([['Kubernetes'], []]);
  });

  test('no more YAML is read than people write', () => {
    const workflows = Array.from({ length: 10 }, (_, n) => [`.github/workflows/${n}.yml`, `# ${'x'.repeat(60_000)}\n`]);
    const { notes } = detect(Object.fromEntries(workflows));
    expect(notes).toEqual(
      [8, 9].map((n) => expect.stringMatching(`^\\.github/workflows/${n}\\.yml cannot be read.* 524288 characters of YAML$`)),
    );
  });

  test('a process survives what no catch can hold', async () => {
    const files = Object.fromEntries(['- ', '[', '? ', '{a: '].map((part, n) => [`p${n}/compose.yaml`, part.repeat(65_536 / part.length)]));
    const root = plant({ ...files, '.cortex/.gitignore': '' });
    const { code, err } = await runProcess([cortexFile, 'dna', 'detect', '--dry-run', '--root', root]);
    expect(err.match(/it is nested too deeply/g)).toHaveLength(4);
    expect(code).toBe(0);
  });
});

describe('XML', () => {
  test('gives its elements with their places, attributes and texts', () => {
    const text = `\ufeff<?xml version="1.0"?><!DOCTYPE a><a x="1 &lt; 2" y='"'>one<!-- <no/> --><b/> two <c>&amp;amp;</c></a>`;
    expect(xmlElements(text)).toEqual([
      { name: 'b', attributes: {}, path: ['a'], text: '' },
      { name: 'c', attributes: {}, path: ['a'], text: '&amp;' },
      { name: 'a', attributes: { x: '1 < 2', y: '"' }, path: [], text: 'one two' },
    ]);
  });

  test.each(['', '<', '</', '</a>', '<a', '<a b="', '<!--', '<?', '<a></b></c>', '<>'])('that is none comes to an end: %j', (text) => {
    expect(xmlElements(text).length).toBeLessThanOrEqual(1);
  });

  test('is looked at no deeper and no longer than anybody writes it', () => {
    expect(xmlElements('<a/>'.repeat(30_000))).toHaveLength(20_000);
    expect(xmlElements(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)).toHaveLength(64);
  });
});
