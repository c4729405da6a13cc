import { expect, test } from 'vitest';
import { edgesAndGaps } from './sources-of.ts';

const TEXTS = {
  'settings.gradle': 'rootProject.name = "r"\n',
  'core/a/build.gradle': 'plugins { id "java-library" }\n',
  'core/a/src/main/java/io/x/auto/Base.java': 'package io.x.auto;\npublic class Base {}\n',
  'core/a/src/main/java/io/x/fb/Deco.java': 'package io.x.fb;\npublic class Deco {}\n',
  'b/src/main/java/io/x/auto/Scoped.java': 'package io.x.auto;\npublic class Scoped { Base base = new Base(); }\n',
  'b/src/main/java/io/x/fb/auto/Conf.java': 'package io.x.fb.auto;\nimport io.x.fb.*;\npublic class Conf { Deco d; }\n',
  'b/src/test/java/io/x/fb/RunTest.java': 'package io.x.fb;\nclass RunTest {}\n',
};
const IMPORTED = 'b/src/main/java/io/x/fb/auto/Conf.java → core/a/src/main/java/io/x/fb/Deco.java';
const BESIDE = 'b/src/main/java/io/x/auto/Scoped.java → core/a/src/main/java/io/x/auto/Base.java';
const withBuild = (build: string): Promise<string[]> => edgesAndGaps({ ...TEXTS, 'b/build.gradle': build });

test('a Gradle project that no settings include is found at its usual place', async () => {
  expect(await withBuild('dependencies { api project(":core:a") }\n')).toEqual([BESIDE, IMPORTED]);
  expect(await withBuild('dependencies { api project(path: ":core:a") }\n')).toEqual([BESIDE, IMPORTED]);
});

test('a package of a single module is found, although tests of the own module have it, too', async () => {
  expect(await withBuild('dependencies { api project(":core:gone") }\n')).toEqual([IMPORTED]);
  expect(await withBuild('dependencies { api project(":") }\n')).toEqual([IMPORTED]);
});
