import { describe, expect, test } from 'vitest';
import { findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import { reasonInWords } from '../../../../src/engine/crtx/graph/unresolved-reason.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const base = 'src/main/java';
const user = `${base}/y/User.java`;

/** Returns the unresolved and the unchecked names of a file with these imports, by the classes of package `x`. */
async function gapsOf(classes: Readonly<Record<string, string>>, imports: readonly string[], others: readonly string[] = []) {
  const texts = Object.entries(classes).map(([name, text]) => [`${base}/x/${name}.java`, `package x;\n${text}\n`] as const);
  const all = {
    ...Object.fromEntries(texts),
    [user]: ['package y;', ...imports.map((each) => `import ${each};`), 'class User {}\n'].join('\n'),
  };
  const { unresolved, uncertain } = await structureOfTexts(all, others);
  return {
    missing: unresolved.map(({ specifier, line, reason, candidates }) =>
      `${line} ${specifier} ${reason} ${candidates?.join() ?? ''}`.trim(),
    ),
    unchecked: uncertain.map(({ specifier, line, names, definer }) => `${line} ${specifier} ${names.join()} ${definer}`),
  };
}

const definer = `${base}/x/U.java`;

test('members that a class lacks are unresolved', async () => {
  const classes = {
    U: `public class U<T> extends Base<T> implements Named, Comparable<U<T>> {
  public static final int A = 1, B[] = {};
  int field; void method() {}
  public static class Inner<X> extends Up { public static void deep() {} interface Last { int END = 1; } }
  public record Point(int px) { static final Point ZERO = null; }
  public enum Kind { ONE { void f() {} }, TWO; static int count; }
  @interface Mark { int DEFAULT = 1; int value(); }
  public static <Z> Z made() { return null; }
  static class Up { static int high; }
}`,
    Base: 'class Base<T> extends other.Far { protected static void based() {} static class InBase { static int low; } }',
    Named: 'interface Named extends Runnable { String NAME = ""; static int of() { return 1; } }',
  };
  const far = { [`${base}/other/Far.java`]: 'package other;\npublic class Far extends Exception { public static int FAR; }\n' };
  const present = [
    ...['A', 'B', 'made', 'based', 'NAME', 'of', 'FAR', 'Inner.deep', 'Inner.Last.END', 'Inner.high', 'InBase', 'Point.ZERO'],
    ...['Kind.ONE', 'Kind.TWO', 'Kind.count', 'Kind.valueOf', 'Kind.values', 'Mark.DEFAULT', 'Inner.*', '*'],
  ].map((name) => `static x.U.${name}`);
  const types = ['x.U', 'x.U.Inner', 'x.U.Inner.Last', 'x.Base.InBase', 'x.U.Kind', 'x.U.Point', 'x.U.Mark', 'x.U.*', 'x.*'];
  const absent = ['static x.U.gone', 'x.U.Gone', 'static x.U.Gone.*', 'static x.U.Inner.gone', 'static x.U.field', 'static x.U.Kind.THREE'];
  const texts = Object.entries(classes).map(([name, text]) => [`${base}/x/${name}.java`, `package x;\n${text}\n`] as const);
  const imports = [...present, ...types, ...absent].map((each) => `import ${each};`);
  const all = { ...Object.fromEntries(texts), ...far, [user]: [...imports, 'class User {}\n'].join('\n') };
  const structure = await structureOfTexts({ ...all, [user]: `package y; ${all[user]}` });
  const from = present.length + types.length + 1;
  expect(linesOf(structure.unresolved)).toEqual(
    absent.map((each, n) => `${user}:${from + n}  ${each.replace(/^static /, '').replace('.*', '')}`),
  );
  expect(new Set(structure.unresolved.map(({ reason, candidates }) => `${reason} ${candidates?.join()}`))).toEqual(
    new Set([`not exported ${definer}`]),
  );
  expect(structure.uncertain).toEqual([]);
  expect(structure.unresolved.slice(0, 1).map(reasonInWords)).toEqual([`gone is not declared in ${definer}`]);
  const gaps = { imports: structure.unresolved, files: [], commits: 0, fixes: 0 };
  expect(findDoubts(gaps, [definer]).concerning[0]).toMatchObject({ specifier: 'x.U.gone', reason: 'gone is not declared' });
  expect(edgesBetween(structure, all)).toContain(`${user} → ${definer}`);
});

test('members that a supertype or a library may add are counted as not checked', async () => {
  const gone = ['static x.U.gone', 'static x.U.HERE'];
  const own = '{ static int HERE; }';
  const unchecked = { missing: [], unchecked: [`2 x.U.gone gone ${definer}`] };
  const missing = { missing: [`2 x.U.gone not exported ${definer}`], unchecked: [] };
  for (const text of [
    `public class U extends com.lib.Far ${own}`,
    `import com.lib.*;\npublic class U implements Far ${own}`,
    `import com.lib.Function;\npublic class U implements Function ${own}`,
    `import lombok.*;\n@UtilityClass public class U ${own}`,
    `@lombok.Builder public class U ${own}`,
    `public class U extends Written ${own}`,
    `public class U ${own} class Other { void broken( }`,
  ]) {
    expect([text, await gapsOf({ U: text }, gone, ['src/main/kotlin/x/Written.kt'])]).toEqual([text, unchecked]);
  }
  const through = { U: `public class U extends Mid ${own}`, Mid: 'class Mid extends com.lib.Far {}' };
  expect(await gapsOf(through, gone)).toEqual(unchecked);
  const circle = { U: `public class U extends Mid ${own}`, Mid: 'class Mid extends U {}' };
  expect(await gapsOf(circle, gone)).toEqual(missing);
  const known = `import java.util.function.Function;\npublic class U extends Thing implements Function, java.io.Serializable ${own}`;
  expect(await gapsOf({ U: known, Thing: 'class Thing extends RuntimeException {}' }, gone)).toEqual(missing);
});

test('only a static import takes a member by the name of a class that inherits it', async () => {
  const classes = {
    U: 'public class U extends Base { static class Own extends Base.Nested {} }',
    Base: 'public class Base extends com.lib.Far { public static class Nested { public static int X; public static class Deep {} } }',
  };
  const present = [
    'static x.U.Nested',
    'static x.U.*',
    'x.U.*',
    'x.Base.Nested',
    'x.Base.Nested.Deep',
    'static x.Base.Nested.X',
    'static x.U.Own.X',
  ];
  const absent = [
    'x.U.Nested',
    'x.U.Nested.*',
    'static x.U.Nested.X',
    'static x.U.Nested.*',
    'x.U.Nested.Deep',
    'x.U.Own.Deep',
    'x.Base.FromFar',
  ];
  const files = absent.map((each) => (each.includes('Base') ? `${base}/x/Base.java` : definer));
  expect(await gapsOf(classes, [...present, ...absent])).toEqual({
    missing: absent.map((each, n) => `${n + 2 + present.length} ${each.replace(/^static |\.\*/g, '')} not exported ${files[n]}`),
    unchecked: [],
  });
});

test('a class that several source sets declare has the members of each', async () => {
  const [one, other] = ['java', 'java9'].map((set) => `src/main/${set}/x/U.java`);
  const texts = {
    [`${one}`]: 'package x;\npublic class U { static int a; }\n',
    [`${other}`]: 'package x;\npublic class U { static int b; }\n',
    [user]: 'package y;\nimport static x.U.a;\nimport static x.U.b;\nimport static x.U.c;\nclass User {}\n',
  };
  expect(linesOf((await structureOfTexts({ ...texts, 'pom.xml': '<project/>' })).unresolved)).toEqual([`${user}:4  x.U.c`]);
});

describe('names that a file takes from all members of a class', () => {
  const classes = {
    U: 'public class U extends Base { public static int MAX; public static void own() {} public static class Nested { public static void deep() {} } }',
    Base: 'class Base { public static void based() {} public static class InBase {} }',
  };

  /** Returns the unresolved and the unchecked names of a class with these imports and this body. */
  async function namesIn(imports: readonly string[], body: string, type = 'class User', more: Readonly<Record<string, string>> = {}) {
    const all = { ...classes, ...more };
    const texts = Object.entries(all).map(([name, text]) => [`${base}/x/${name}.java`, `package x;\n${text}\n`] as const);
    const head = imports.map((each) => `import ${each};`).join(' ');
    const { unresolved, uncertain } = await structureOfTexts({
      ...Object.fromEntries(texts),
      [`${base}/y/Beside.java`]: 'package y;\nclass Beside {}\n',
      [user]: `package y;\n${head}\n${type} {\n${body}\n}\n`,
    });
    return {
      missing: linesOf(unresolved).map((each) => each.replace(`${user}:`, '')),
      unchecked: uncertain.map(({ line, names, definer }) => `${line} ${names.join()} ${definer.replace(`${base}/`, '')}`),
    };
  }
  const wide = ['static x.U.*'];

  test('are unresolved if the class lacks them, and nothing else can bring them', async () => {
    const body = `void f(int given) {
  own(); based(); int a = MAX + given; Nested n; new InBase(); String s = "x"; Beside b;
  gone(1); this.other(); s.third(); f(GONE); java.util.List<Fourth[]> l = java.util.List.of(); Runnable r = U::fifth;
  for (int i = 0; ; i++) { outer: while (true) break outer; }
}
@Override @SuppressWarnings(value = "a") public String toString() { return hashCode() + gone(2) + gone3.x; }`;
    expect(await namesIn(wide, body)).toEqual({
      missing: ['6  x.U.gone', '6  x.U.GONE', '9  x.U.gone3'],
      unchecked: ['6 Fourth x/U.java', '6 U x/U.java'],
    });
    const namesakes = 'int gone = gone(), third; void other() { third(other); }';
    expect((await namesIn(wide, namesakes)).missing).toEqual(['4  x.U.gone', '4  x.U.third', '4  x.U.other']);
    const two = [...wide, 'static x.U.Nested.*', 'x.U', 'java.util.*'];
    const lacking = { missing: ['4  x.U.gone', '4  x.U.Nested.gone'], unchecked: [] };
    expect(await namesIn(two, 'int a = gone() + deep() + U.own(); List<Unknown> l;')).toEqual(lacking);
  });

  test('are counted as not checked if another type may bring them', async () => {
    const body = 'int a = gone(); int own = own();';
    const unchecked = { missing: [], unchecked: ['4 gone x/U.java'] };
    expect(await namesIn([...wide, 'static org.junit.Assert.*'], body)).toEqual(unchecked);
    for (const type of ['class User extends Other', 'class User implements Other', 'enum User { A;', 'record User(int x)']) {
      const [head = '', constants = ''] = type.split('{');
      const found = await namesIn([...wide, 'z.Other'], `${constants}${body}`, head);
      expect([type, found]).toEqual([type, unchecked]);
    }
    expect(await namesIn([...wide, 'z.Other'], 'Object o = new Other() { int a = gone(); };')).toEqual(unchecked);
    expect(await namesIn(wide, body, 'class User', { Base: 'class Base extends com.lib.Far {}' })).toEqual(unchecked);
    expect(await namesIn(['x.U.*'], 'Nested a; Gone b; int c = gone();')).toEqual({ missing: [], unchecked: ['4 Gone x/U.java'] });
  });

  test('are known if a type of the file inherits them from one of the project', async () => {
    const above = {
      Top: 'public abstract class Top { protected String desc() { return ""; } protected int count; static int ALL; }',
      Middle: 'public class Middle extends Top implements java.io.Serializable { protected void run() {} }',
    };
    const body = 'void f() { desc(); run(); count++; ALL++; own(); gone(); }';
    const unchecked = ['4 gone x/U.java'];
    expect(await namesIn([...wide, 'x.Middle'], body, 'class User extends Middle', above)).toEqual({ missing: [], unchecked });
    const inner = `class In extends Middle { ${body} }`;
    expect(await namesIn([...wide, 'x.Middle'], inner, 'class User', above)).toEqual({ missing: [], unchecked });
    // A member that needs an object cannot be imported.
    const lost = await namesIn(['static x.Top.*', 'static x.Top.desc'], 'int a = count + ALL;', 'class User', above);
    expect(lost).toEqual({ missing: ['2  x.Top.desc', '4  x.Top.count'], unchecked: [] });
  });

  test('are known if the file declares them', async () => {
    const declared = `int field; <T> void method(T param) { int local = 1; for (int each : all()) { each++; }
  try (var res = open()) { res.x(); local++; } catch (Exception error) { error.x(); }
  java.util.function.Function<T, T> g = one -> one; h((two, three) -> two + three); if (param instanceof String text) text.x();
  switch (param) { case Point(int px, var py) -> px(py); case String str -> str.x(); case ONE: break; default: }
}
int all() { return field; } void open() {} void h(Object o) {} void px(Object o) {} record Point(int px, int py) {}`;
    const { missing, unchecked } = await namesIn(wide, declared);
    expect([missing, unchecked]).toEqual([[], []]);
  });
});
