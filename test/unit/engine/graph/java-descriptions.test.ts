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
