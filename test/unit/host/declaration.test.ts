import { expect, test } from 'vitest';
import { findDeclaration } from '../../../src/host/model/declaration.ts';
import { expectLinear } from '../../support/processor-time.ts';

test.each([
  ['TypeScript', "import { total } from './a';\ntotal();\nexport async function total<T>() {}\n", 'total', '3:23'],
  ['a generator', 'use(all);\nfunction* all() {}\n', 'all', '2:11'],
  ['the outer one of two', 'function other() {\n  const sum = 1;\n}\nexport const sum = () => 2;\n', 'sum', '4:14'],
  ['a part of a longer name is none', 'const subtotal = 1;\nconst $total = 1;\nlet total = 2;\n', 'total', '3:5'],
  ['Python', 'x = Session\nclass Session:\n  def close(self): pass\n', 'Session', '2:7'],
  ['Go, with a receiver', 'package a\n\nfunc (s *Store) Save() {}\n', 'Save', '3:17'],
  ['Rust', 'pub(crate) fn run() {}\n', 'run', '1:15'],
  ['Java', 'package a;\r\n\r\npublic final class Login {}\r\n', 'Login', '3:20'],
  ['what is declared in another way', '// nothing\nexports.go = () => 1;\n', 'go', '2:9'],
  ['what is gone', 'const a = 1;\n', 'b', '1:1'],
  ['no name', 'const a = 1;\n', '', '1:1'],
  ['a pattern is only a name', 'const a = 1;\n', '.*', '1:1'],
])('finds where a name is declared: %s', (_, text, name, place) => {
  const { line, column } = findDeclaration(text, name);
  expect(`${line}:${column}`).toBe(place);
});

test('a long text is searched in linear time', () => {
  expectLinear((count) => {
    const text = `${'a'.repeat(4 * count)}\n${'a a\n'.repeat(count)}`;
    return () => expect(findDeclaration(text, 'b')).toEqual({ line: 1, column: 1 });
  }, 20_000);
});
