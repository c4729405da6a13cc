import { describe, expect, it } from 'vitest';
import {
  findJsonProblem,
  formatJsonPath,
  isNestedTooDeeply,
  lineAndColumn,
  locateJsonPath,
  MAX_JSON_DEPTH,
} from '../../../../src/engine/text/json/json-position.ts';

describe('findJsonProblem', () => {
  it.each<[string, string, number, string]>([
    ['a trailing comma', '{"a": 1,}', 8, 'is not JSON: "}" where a key in double quotes should be'],
    ['a trailing comma in a list', '[1,]', 3, 'is not JSON: "]" where a value should be'],
    ['a missing comma', '{"a": 1 "b": 2}', 8, 'is not JSON: "\\"" where "," or "}" should be'],
    ['a missing colon', '{"a" 1}', 5, 'is not JSON: "1" where ":" should be'],
    ['single quotes', "{'a': 1}", 1, 'is not JSON: "\'" where a key in double quotes or "}" should be'],
    ['a comment', '// hello\n{}', 0, 'is not JSON: "/" where a value should be'],
    ['a merge conflict', '{\n<<<<<<< HEAD\n', 2, 'is not JSON: "<" where a key in double quotes or "}" should be'],
    ['text after the end', '{} {}', 3, 'is not JSON: "{" where nothing more should be'],
    ['a number with a leading zero', '[01]', 2, 'is not JSON: "1" where "," or "]" should be'],
    ['NaN', '[NaN]', 1, 'is not JSON: "N" where a value should be'],
    ['a wrong escape', '["a\\x"]', 3, 'is not JSON: "\\\\" where an escape such as \\n, \\" or \\u00e9 should be'],
    [
      'a line break in a string',
      '["a\n"]',
      3,
      'is not JSON: "\\n" where a closing double quote; line breaks and control characters are written as escapes should be',
    ],
    ['zero bytes', '\0\0', 0, 'is not JSON: a byte that is not text where a value should be'],
    ['nothing', '', 0, 'is empty'],
    ['white space', ' \n', 2, 'is empty'],
    ['a cut list', '{"data": [{"id": 1}, {"id"', 26, 'truncated in data[1].id'],
    ['a cut object', '{"a": {', 7, 'truncated in a'],
    ['a cut string', '["abc', 5, 'truncated in [0]'],
    ['a cut escape', '["\\u00', 6, 'truncated in [0]'],
    ['a cut word', '{"a": tr', 8, 'truncated in a'],
    ['a cut number', '[-', 2, 'truncated in [0]'],
    ['a cut fraction', '[12.', 4, 'truncated in [0]'],
    ['a cut exponent', '[1.5e-', 6, 'truncated in [0]'],
    ['a cut beginning', '{', 1, 'truncated'],
  ])('%s', (_, text, offset, message) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonProblem(text)).toMatchObject({ offset, message });
  });

  it('returns null for valid JSON up to the maximum depth', () => {
    expect(findJsonProblem('{"a": [1, -0.5e+3, "\\u00e9\\n", true, false, null, {}, []]}')).toBeNull();
    expect(findJsonProblem(`${'['.repeat(MAX_JSON_DEPTH + 1)}${']'.repeat(MAX_JSON_DEPTH + 1)}`)).toBeNull();
  });

  it.each(['[', '{"a":'])('stops at the depth limit in a text of many %s', (opening) => {
    const text = opening.repeat(200_000);
    expect(findJsonProblem(text)?.offset).toBe((MAX_JSON_DEPTH + 1) * opening.length);
    expect(findJsonProblem(text)?.message).toMatch(/^is nested deeper than 2500 levels \(at .{20,250}\)$/u);
    expect(isNestedTooDeeply(text)).toBe(true);
  });

  it('ignores brackets in strings and closed ones', () => {
    expect(isNestedTooDeeply(`["${'\\"['.repeat(3_000)}", ${'[{}],'.repeat(3_000)}${'['.repeat(MAX_JSON_DEPTH)}`)).toBe(false);
    expect(isNestedTooDeeply('['.repeat(MAX_JSON_DEPTH + 2))).toBe(true);
  });

  it('shortens a long path', () => {
    const problem = findJsonProblem('{"abcdefghij":'.repeat(1_000));
    expect(problem?.message.length).toBeLessThan(300);
  });
});

describe('locateJsonPath', () => {
  const text = '{\n  "a": [1, {"b": "x"}],\n  "c": {"d": 2},\n  "a.b": 3\n}';

  it.each<[readonly (string | number)[], string]>([
    [[], '{\n  "a"'],
    [['a'], '[1,'],
    [['a', 0], '1,'],
    [['a', 1, 'b'], '"x"'],
    [['c', 'd'], '2}'],
    [['a.b'], '3\n'],
  ])('finds %j', (path, start) => {
    expect(text.slice(locateJsonPath(text, path)).startsWith(start)).toBe(true);
  });

  it('returns the innermost existing value for a missing path', () => {
    expect(locateJsonPath(text, ['c', 'missing', 'deep'])).toBe(text.indexOf('{"d"'));
    expect(locateJsonPath(text, ['missing'])).toBe(0);
  });

  it('returns the last of two equal keys, like JSON.parse', () => {
    expect(locateJsonPath('{"a": 1, "a": 2}', ['a'])).toBe(14);
  });

  it('decodes escapes in keys', () => {
    expect(locateJsonPath('{"\\u0061": 1}', ['a'])).toBe(11);
  });
});

describe('lineAndColumn', () => {
  it.each([
    ['', 0, 1, 1],
    ['abc', 2, 1, 3],
    ['a\nb', 2, 2, 1],
    ['a\r\nb', 3, 2, 1],
    ['a\rb', 2, 2, 1],
    ['a\n\r\n\nb', 5, 4, 1],
    ['😀x', 2, 1, 3],
  ])('%j at %i is %i:%i', (text, offset, line, column) => {
    expect(lineAndColumn(text, offset)).toEqual({ line, column });
  });
});

describe('formatJsonPath', () => {
  it('formats keys and indices', () => {
    expect(formatJsonPath(['data', 'agents', 3, 'odd key', 'x', '__proto__'])).toBe('data.agents[3]["odd key"].x.__proto__');
    expect(formatJsonPath([0, 'a'])).toBe('[0].a');
    expect(formatJsonPath(['1'])).toBe('["1"]');
  });
});
