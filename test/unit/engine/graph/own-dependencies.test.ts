import { describe, expect, test } from 'vitest';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { computeBlastRadius } from '../../../../src/engine/graph/questions/blast-radius.ts';
import { edgeOf, graphOf } from '../../../support/graphs.ts';

const onWay = (pair: string) => ({
  ...edgeOf(pair, 'depends', 0.3),
  description: `${pair.replace(' > ', ' imports x, which runs ')} first (line 1, indirectly)`,
});
const coupled = (pair: string, weight = 0.4) => edgeOf(pair, 'breaks_if_changed', weight);

const blast = (edges: Parameters<typeof graphOf>[0], ...changed: string[]) => {
  const model = new GraphModel(graphOf(edges, { 'url.test.ts': { type: 'test' } }));
  const { files, alongside } = computeBlastRadius(model, changed);
  return {
    files: files.map(({ path, likelihood }) => `${path} ${likelihood}`),
    alongside: alongside.map(({ path, together }) => `${path} ${together}`),
  };
};

describe('common history of a file and its own dependencies', () => {
  const source = [edgeOf('url.test.ts > index', 'tests', 0.6), edgeOf('index > urls'), edgeOf('urls > parse')];

  test('does not say that a test may break what it tests indirectly', () => {
    expect(blast([...source, coupled('url.test.ts > parse'), coupled('parse > urls', 0.2)], 'url.test.ts')).toEqual({
      files: [],
      alongside: ['parse 0.4', 'index 0'],
    });
  });

  test('counts from the dependency to its dependents', () => {
    expect(blast([...source, coupled('parse > urls', 0.5), coupled('urls > parse', 0.5)], 'parse').files).toEqual([
      'urls 0.8',
      'index 0.36',
    ]);
    expect(blast([...source, coupled('parse > urls', 0.5), coupled('urls > parse', 0.5)], 'urls')).toEqual({
      files: ['index 0.6'],
      alongside: ['parse 0.5'],
    });
  });

  test('does not lead to a dependency through another file either', () => {
    const edges = [...source, coupled('urls > page', 0.5), coupled('page > parse', 0.5)];
    expect(blast(edges, 'urls')).toEqual({ files: ['index 0.6', 'page 0.5'], alongside: ['parse 0.25'] });
    // Of two changed files, only one depends on it.
    expect(blast([...edges, coupled('other > parse', 0.2)], 'urls', 'other').files).toEqual(['index 0.6', 'page 0.5', 'parse 0.25']);
    // A step from a file to its own dependency.
    expect(blast([edgeOf('page > parse'), coupled('a > page', 0.5), coupled('page > parse', 0.5)], 'a').files).toEqual(['page 0.5']);
  });

  test('counts between files that depend on each other', () => {
    const edges = [edgeOf('a > b'), edgeOf('b > c'), edgeOf('c > a'), coupled('a > b', 0.5)];
    expect(blast(edges, 'a').files).toEqual(['b 0.68', 'c 0.6']);
  });

  test('counts between files that only an __init__.py connects, but not for tests', () => {
    const edges = [onWay('auth > init'), edgeOf('init > auth'), edgeOf('init > multipart'), coupled('auth > multipart')];
    expect(blast(edges, 'auth').files).toContain('multipart 0.4');
    const ofTest = [onWay('url.test.ts > init'), edgeOf('init > multipart'), coupled('url.test.ts > multipart')];
    expect(blast(ofTest, 'url.test.ts').files).toEqual([]);
  });
});
