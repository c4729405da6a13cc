import { describe, expect, test } from 'vitest';
import { edgesAndGaps } from './sources-of.ts';

describe('conditional exports and imports', () => {
  const files = ['by.node.ts', 'by.browser.ts', 'by.ts', 'in/x.node.ts', 'in/x.ts', 'deep/a.ts', 'deep/b.ts', 'deep/c.ts', 'worker.ts'];

  test('lead to the files of all conditions, also nested ones and patterns', async () => {
    const manifest = {
      name: 'p',
      exports: {
        './by': { node: './by.node.ts', browser: './by.browser.ts', default: './by.ts' },
        './deep': { node: { development: './deep/a.ts', default: './deep/b.ts' }, default: './deep/c.ts' },
        './list': [{ worker: './gone.ts' }, './worker.ts'],
      },
      imports: { '#in/*': { node: './in/*.node.ts', default: './in/*.ts' }, '#dep': { node: 'native-dep', default: './by.ts' } },
    };
    const main = "import 'p/by';\nimport '#in/x';\n";
    const other = "import 'p/deep';\nimport 'p/list';\n";
    const found = await edgesAndGaps({ 'package.json': manifest, 'main.ts': main, 'other.ts': other, 'dep.ts': "import '#dep';\n" }, files);
    expect(found).toEqual([
      'dep.ts → by.ts',
      'main.ts → by.browser.ts',
      'main.ts → by.node.ts',
      'main.ts → by.ts',
      'main.ts → in/x.node.ts',
      'main.ts → in/x.ts',
      'other.ts → deep/a.ts',
      'other.ts → deep/b.ts',
      'other.ts → deep/c.ts',
      'other.ts → worker.ts',
    ]);
  });

  test('after a condition that certainly applies are ignored, unless its file is missing', async () => {
    const exported = {
      './first': { default: './by.ts', node: './by.node.ts' },
      './custom': { own: './deep/a.ts', default: './deep/b.ts' },
      './side': { import: { node: './by.node.ts', default: './by.ts' }, require: './by.browser.ts' },
      './missing': { import: './gone.ts', default: './worker.ts' },
    };
    const config = { compilerOptions: { customConditions: ['own'] } };
    const texts = { 'package.json': { name: 'p', exports: exported }, 'tsconfig.json': config };
    const scripts = {
      'first.ts': "import 'p/first';\n",
      'custom.ts': "import 'p/custom';\n",
      'side.ts': "import 'p/side';\n",
      'missing.ts': "import 'p/missing';\n",
    };
    expect(await edgesAndGaps({ ...texts, ...scripts }, files)).toEqual([
      'custom.ts → deep/a.ts',
      'first.ts → by.ts',
      'missing.ts → worker.ts',
      'side.ts → by.node.ts',
      'side.ts → by.ts',
      'package.json:1  ./gone.ts',
    ]);
  });
});

describe('the fields browser and react-native of a manifest', () => {
  test('as text add the entry for these platforms', async () => {
    const manifest = { name: 'p', main: './main.js', module: './main.mjs', browser: './browser.js', 'react-native': './native.js' };
    const files = ['p/main.js', 'p/main.mjs', 'p/browser.js', 'p/native.js', 'p/index.js'];
    const found = await edgesAndGaps({ 'package.json': { workspaces: ['p'] }, 'p/package.json': manifest, 'a.js': "import 'p';\n" }, files);
    expect(found).toEqual(['a.js → p/browser.js', 'a.js → p/main.js', 'a.js → p/main.mjs', 'a.js → p/native.js']);
  });

  test('as a map add what replaces a file, a package or a built file, and `false` replaces nothing', async () => {
    const manifest = {
      name: 'p',
      dependencies: { ws: '1', other: '1' },
      browser: { './src/fs.js': './src/fs.browser.js', './net': false, ws: './src/ws.js', other: 'shim', './dist/built.js': './src/b.js' },
      'react-native': { './src/fs': './src/fs.rn.js' },
    };
    const scripts = {
      'src/main.js': "require('./fs');\nrequire('../net.js');\nrequire('ws');\nrequire('other');\nrequire('./built');\n",
      'src/fs.browser.js': "export * from './fs.js';\n",
      'lib/own.js': "require('ws');\nrequire('../src/fs');\n",
    };
    const inner = { 'lib/package.json': {} };
    const found = await edgesAndGaps({ 'package.json': manifest, ...scripts, ...inner }, [
      ...['src/fs.js', 'src/fs.rn.js', 'net.js', 'src/ws.js', 'src/b.js', 'src/built.ts'],
    ]);
    expect(found).toEqual([
      'lib/own.js → src/fs.browser.js',
      'lib/own.js → src/fs.js',
      'lib/own.js → src/fs.rn.js',
      'src/fs.browser.js → src/fs.js',
      'src/fs.browser.js → src/fs.rn.js',
      'src/main.js → net.js',
      'src/main.js → src/b.js',
      'src/main.js → src/built.ts',
      'src/main.js → src/fs.browser.js',
      'src/main.js → src/fs.js',
      'src/main.js → src/fs.rn.js',
      'src/main.js → src/ws.js',
    ]);
  });
});

describe('suffixes of platforms', () => {
  const files = ['Button.ios.tsx', 'Button.android.tsx', 'Card.tsx', 'Card.native.tsx', 'view/index.web.js', 'plain.vr.ts', 'made.ios.ts'];
  const main = "import './Button';\nimport './Card.js';\nimport './view';\nimport './plain';\n";

  test('of React Native lead to all variants', async () => {
    const native = { dependencies: { 'react-native': '1' } };
    const variants = [
      'src/a.tsx → src/Button.android.tsx',
      'src/a.tsx → src/Button.ios.tsx',
      'src/a.tsx → src/Card.native.tsx',
      'src/a.tsx → src/Card.tsx',
      'src/a.tsx → src/view/index.web.js',
      'src/a.tsx:4  ./plain',
    ];
    const own = files.map((each) => `src/${each}`);
    expect(await edgesAndGaps({ 'package.json': native, 'src/a.tsx': main }, own)).toEqual(variants);
    const above = { 'package.json': { devDependencies: { expo: '1' } }, 'src/package.json': {} };
    expect(await edgesAndGaps({ ...above, 'src/a.tsx': main }, own)).toEqual(variants);
    const without = await edgesAndGaps({ 'package.json': { dependencies: { react: '1' } }, 'src/a.tsx': main }, own);
    expect(without).toEqual(['src/a.tsx → src/Card.tsx', 'src/a.tsx:1  ./Button', 'src/a.tsx:3  ./view', 'src/a.tsx:4  ./plain']);
  });

  test('lead from the file of one platform neither to itself nor to another platform', async () => {
    const texts = {
      'package.json': { peerDependencies: { 'react-native': '*' } },
      'Card.ios.tsx': "export * from './Card';\nimport './Button';\n",
      'Card.web.tsx': "import './Card';\n",
    };
    expect(await edgesAndGaps(texts, files)).toEqual([
      'Card.ios.tsx → Button.ios.tsx',
      'Card.ios.tsx → Card.native.tsx',
      'Card.ios.tsx → Card.tsx',
      'Card.web.tsx → Card.tsx',
    ]);
  });

  test('of moduleSuffixes lead to the files that have one of them', async () => {
    const config = { extends: './base.json', include: ['src'] };
    const base = { compilerOptions: { moduleSuffixes: ['.vr', ''] } };
    const texts = { 'package.json': {}, 'tsconfig.json': config, 'base.json': base, 'src/a.tsx': main };
    const found = await edgesAndGaps(
      texts,
      files.map((each) => `src/${each}`),
    );
    expect(found).toEqual([
      ...['src/a.tsx → src/Card.tsx', 'src/a.tsx → src/plain.vr.ts', 'tsconfig.json → base.json'],
      ...['src/a.tsx:1  ./Button', 'src/a.tsx:3  ./view'],
    ]);
  });
});
