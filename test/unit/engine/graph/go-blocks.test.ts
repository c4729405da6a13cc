import { describe, expect, it } from 'vitest';
import { readConfigs } from '../../../../src/engine/graph/structure/configs.ts';

const problemsOf = (path: string, text: string) => readConfigs(new Map([[path, text]])).problems;

describe('blocks of go.mod and go.work', () => {
  it('reports a block that is not closed, with its line', () => {
    const [problem] = problemsOf('go.work', 'go 1.22\n\nuse (\n\t./app\n');
    expect(problem).toEqual({ path: 'go.work', message: 'was read only in part: the block that starts in line 3 is never closed' });
    expect(problemsOf('sub/go.mod', 'module a\nrequire (\n\tb v1.0.0\nreplace (\n\tb => ../b\n)\n')[0]?.message).toContain('line 2');
  });

  it('reports nothing for closed blocks, comments and other files', () => {
    expect(problemsOf('go.work', 'go 1.22\r\nuse ( // all (\r\n\t./app // (\r\n)\r\nuse ./lib\r\n')).toEqual([]);
    expect(problemsOf('notes.txt', 'use (\n')).toEqual([]);
  });

  it('keeps the lines of a file with an open block', () => {
    const text = 'module acme.dev/app\nreplace (\n\tb => ../b\n';
    expect(readConfigs(new Map([['go.mod', text]])).configs.get('go.mod')).toBe(text);
  });
});
