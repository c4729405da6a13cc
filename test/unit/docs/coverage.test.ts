import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../..');
const FOLDER = path.join(ROOT, 'docs/protocols/coverage');

interface Row {
  readonly statement: string;
  readonly source: string;
  readonly code: string;
  readonly tests: string;
  readonly status: string;
}

/** Parses the rows of a page. A `|` after a backslash does not separate cells. */
function rowsOf(page: string): Row[] {
  const lines = fs.readFileSync(path.join(FOLDER, page), 'utf8').split('\n');
  return lines
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Statement |'))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      const [, statement = '', source = '', code = '', tests = '', status = ''] = cells;
      return { statement, source, code, tests, status };
    });
}

const filesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+\.(?:ts|tsx|mjs|md))`/g)].map(([, file = '']) => file);

describe.each(fs.readdirSync(FOLDER))('docs/protocols/coverage/%s', (page) => {
  const rows = rowsOf(page);

  test('each row has a statement, its source and a status', () => {
    const lacking = rows.filter(
      ({ statement, source, status }) => statement === '' || source === '' || !/^(?:yes|changed|no)\b/.test(status),
    );
    expect(lacking).toEqual([]);
  });

  test('an implemented statement names code and a test, and the named files exist', () => {
    const implemented = rows.filter(({ status }) => !status.startsWith('no'));
    expect(implemented.filter(({ code, tests }) => filesIn(code).length === 0 || filesIn(tests).length === 0)).toEqual([]);
    const named = rows.flatMap(({ code, tests }) => filesIn(`${code} ${tests}`));
    expect(named.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  test('a statement that is changed or not implemented gives a reason', () => {
    expect(rows.filter(({ status }) => /^(?:changed|no)\W*$/.test(status))).toEqual([]);
  });
});
