import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectDnaSchema } from '../../src/engine/crtx/schema/dna.ts';
import { detectFiles } from '../../src/engine/dna/detection.ts';
import { createDna } from '../../src/engine/dna/new-dna.ts';
import { findRiskZones } from '../../src/engine/dna/risk-zones.ts';
import { parseHistory } from '../../src/engine/platform/git/git-history.ts';
import { detectBreak } from '../../src/engine/text/break-words.ts';
import { time } from './dna-arbitraries.ts';

const MANIFESTS = [
  'package.json',
  'pnpm-workspace.yaml',
  'lerna.json',
  'pyproject.toml',
  'requirements.txt',
  'Pipfile',
  'setup.py',
  'go.mod',
  'go.work',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'settings.gradle',
  'gradle/libs.versions.toml',
  'Gemfile',
  'x.gemspec',
  'composer.json',
  'x.csproj',
  'x.sln',
  'x.slnx',
  'Dockerfile',
  'compose.yaml',
  '.gitlab-ci.yml',
  '.github/workflows/x.yml',
];

/** Parts of manifests, in wrong places. */
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ':',
      ',',
      '\n',
      '<',
      '>',
      '</',
      '/>',
      '<!--',
      '=',
      '\\',
      '&a',
      '*a',
      '- ',
      '#',
      '//',
      '!',
      '..',
      '**',
    ],
    ...['"workspaces":', '"dependencies":', 'members = [', 'require (', 'use (', 'include ', '<project>', '<modules>', '<module>', 'FROM '],
    ...['services:', 'image: ', 'gem "', '__proto__', 'constructor', 'Project(', '.csproj"', 'null', '1', '\0', '\ufeff', '\ud800'],
  ),
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.json({ maxDepth: 4 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
);
const name = fc.constantFrom(...MANIFESTS, ...MANIFESTS.map((each) => `a/${each}`), 'src/x/__init__.py', 'main.go');

test("detection never throws for any manifests, and its result matches the seed's schema", () => {
  fc.assert(
    fc.property(fc.dictionary(name, text, { maxKeys: 6 }), (tree) => {
      const texts = new Map(Object.entries(tree));
      const found = detectFiles({ files: [...texts.keys()], repositories: [], texts, notes: [] });
      const dna = {
        ...createDna({ id: 'x', name: 'x', purpose: found.purpose ?? '' }, 1),
        stack: found.stack,
        architecture: found.architecture,
      };
      expect(projectDnaSchema().safeParse(dna).error).toBeUndefined();
      for (const { paths } of found.architecture.boundaries) for (const each of paths) expect(each).not.toMatch(/^\/|(?:^|\/)\.\.(?:\/|$)/);
      for (const file of found.architecture.entryPoints) expect(texts.has(file)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const HUGE = 1_048_576;
const filled = (part: string) => part.repeat(HUGE / part.length);
const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  'package.json': [filled('['), filled('{"a":'), `{"dependencies":{${filled('"a":1,')}"b":1}}`],
  'pnpm-workspace.yaml': [
    ...['- ', '[', '{a: ', '? ', 'a: ', '-\n', '[- {? a: '].map((part) => part.repeat(65_536 / part.length)),
    filled('- '),
    filled('['),
    filled('{a: '),
    `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`).join('\n')}\npackages: *a30\n`,
    'a: &a [*a]\npackages: *a',
    Array.from({ length: 5_000 }, (_, n) => `k${n}: v`).join('\n'),
  ],
  'pyproject.toml': [
    filled('['),
    `a = ${filled('[')}`,
    `a${filled('.a')} = 1`,
    `a = ${filled('{b=')}`,
    Array.from({ length: 60_000 }, (_, n) => `[t${n}]`).join('\n'),
  ],
  'pom.xml': [
    filled('<a>'),
    filled('<a b="'),
    filled('<!--'),
    filled('<'),
    filled('<a/>'),
    `<a ${filled('b=')}>`,
    filled('&amp;'),
    `<a ${'x'.repeat(HUGE)}`,
  ],
  'build.gradle': [filled('"'), filled('\'"'), filled('":')],
  'x.sln': [`Project(${filled('"')}`, filled('Project(\n')],
  Gemfile: [filled('gem "'), filled('gem \n')],
  'requirements.txt': [filled('a-._'), filled('#')],
  'go.mod': [filled('require (\n'), `require${' '.repeat(HUGE)}x`, filled('require\t')],
  Dockerfile: [filled('FROM '), filled('FROM --x ')],
  'compose.yaml': [`services:\n${Array.from({ length: 3_000 }, (_, n) => ` s${n}: {image: x}`).join('\n')}`],
};

test.each(Object.entries(HOSTILE))('detection of hostile texts in %s terminates', (file, texts) => {
  for (const hostile of texts) {
    const found = detectFiles({ files: [file], repositories: [], texts: new Map([[file, hostile]]), notes: [] });
    expect(found.notes.length).toBeLessThanOrEqual(5_001);
  }
});

test('any history gives risk zones with frequencies from 0 to 1 and no break after now', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }).map((said) => said.replaceAll('x', '\0\x005 a b\0fix\0\0\n')),
      time,
      (said, now) => {
        for (const { breakFrequency, lastBroken } of findRiskZones(parseHistory(said), () => true, now)) {
          expect(breakFrequency).toBeGreaterThan(0);
          expect(breakFrequency).toBeLessThanOrEqual(1);
          expect(lastBroken).toBeLessThanOrEqual(Math.max(0, now));
        }
      },
    ),
  );
});

test('no commit subject takes long to judge', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (part) => void detectBreak(part.repeat(50_000))));
});
