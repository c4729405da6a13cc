import { expect, test } from 'vitest';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const base = 'src/main/java';
const annotation = (name: string, of: string) => `package ${of};\npublic @interface ${name} { Class<?> of() default Object.class; }\n`;

test('annotations of a package are uses, of its own names, imported and qualified ones', async () => {
  const texts = {
    [`${base}/y/Own.java`]: annotation('Own', 'y'),
    [`${base}/y/Given.java`]: 'package y;\npublic class Given {}\n',
    [`${base}/x/All.java`]: annotation('All', 'x'),
    [`${base}/x/Unused.java`]: annotation('Unused', 'x'),
    [`${base}/z/Named.java`]: annotation('Named', 'z'),
    [`${base}/q/Full.java`]: annotation('Full', 'q'),
    [`${base}/y/package-info.java`]:
      '@Own(of = Given.class)\n@All\n@Named\n@q.Full\n@Deprecated\npackage y;\nimport x.*;\nimport z.Named;\n',
  };
  const structure = await structureOfTexts(texts);
  const targets = ['q/Full', 'x/All', 'y/Given', 'y/Own', 'z/Named'].map((each) => `${base}/y/package-info.java → ${base}/${each}.java`);
  expect(edgesBetween(structure, texts).sort()).toEqual(targets);
  expect(linesOf(structure.unresolved)).toEqual([]);
});

test('a package that a module exports and that is not there is unresolved', async () => {
  const texts = {
    [`${base}/a/b/A.java`]: 'package a.b;\npublic class A {}\n',
    [`${base}/module-info.java`]:
      'module m {\n  exports a.b;\n  exports a.gone to n;\n  exports lost;\n  exports a.k;\n  exports a.big;\n}\n',
  };
  const unread = ['src/main/kotlin/a/k/K.kt', `${base}/a/big/Big.java`];
  const structure = await structureOfTexts(texts, unread);
  const file = `${base}/module-info.java`;
  expect(linesOf(structure.unresolved)).toEqual([`${file}:3  a.gone`, `${file}:4  lost`]);
  expect(edgesBetween(structure, texts)).toEqual([]);
});

test('a package that a module opens needs any file', async () => {
  const file = `${base}/module-info.java`;
  const texts = { [`${base}/a/A.java`]: 'package a;\n', [file]: 'open module m {\n  opens a;\n  opens i18n;\n  opens gone to n;\n}\n' };
  const structure = await structureOfTexts(texts, ['src/main/resources/i18n/en.properties', 'src/main/resources/gone/below/en.properties']);
  expect(linesOf(structure.unresolved)).toEqual([`${file}:4  gone`]);
});
