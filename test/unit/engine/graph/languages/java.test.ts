import { expect, test } from 'vitest';
import { linesOf, parseSource } from '../../../../support/parse-source.ts';

const read = async (text: string) => linesOf(await parseSource('java', text));

test('reads the package, imports and declarations', async () => {
  const text = `package com.shop.users;
import com.shop.store.Store;
import com.shop.core.*;
import static com.shop.core.Names.title;
@Service
public class Users<T> extends Base<T> implements Named, core.Sized {
  private final Store store;
  Users(Store store) { this.store = store; }
  User find(String Id) { for (User user : all()) if (title(user)) return Cache.get(Id); return null; }
}
interface Named extends Readable, Comparable<Named> {}
record User(String name) implements Named {}
enum State implements Named { OPEN }
@interface Marked {}
`;
  expect((await parseSource('java', text)).packageName).toBe('com.shop.users');
  expect(await read(text)).toEqual([
    '2 import com.shop.store: Store',
    '3 import com.shop.core: *',
    '4 import com.shop.core.Names: title',
    '6 import core: Sized as core.Sized',
    '5-10 type Users; out as Users; extends Base; implements Named, core.Sized; uses Base, Cache, Named, Service, Store, String, User, core.Sized, title',
    '11-11 type Named; out as Named; extends Readable, Comparable; uses Comparable, Readable',
    '12-12 type User; out as User; implements Named; uses Named, String',
    '13-13 type State; out as State; implements Named; uses Named',
    '14-14 type Marked; out as Marked',
  ]);
});

test('reads fully qualified class names, and classes loaded by name', async () => {
  const text = `package com.shop;
import java.util.List;
class Users {
  /** {@link com.shop.doc.Never} */
  private com.shop.store.Store store = com.shop.store.Stores.open("com.shop.text.Never");
  java.util.Map.Entry<String, com.shop.core.User> entry = this.field.VALUE;
  Object load(String name) throws Exception {
    Class.forName("com.shop.plugin.Plugin$Inner");
    Class.forName("com.shop." + name);
    return Class.forName(name, true, loader);
  }
}
`;
  const lines = await read(text);
  expect(lines.slice(0, -1)).toEqual([
    '2 import java.util: List',
    '5 import com.shop.store: Store as com.shop.store.Store',
    '5 import com.shop.store: Stores as com.shop.store.Stores',
    '6 import java.util: Map as java.util.Map',
    '6 import com.shop.core: User as com.shop.core.User',
    '8 dynamic com.shop.plugin: Plugin as ',
    '9 computed "com.shop." + name',
    '10 computed name',
  ]);
  expect(lines.at(-1)).toContain(
    'uses Class, Exception, Object, String, com.shop.core.User, com.shop.store.Store, com.shop.store.Stores, java.util.Map',
  );
});

test('reads fully qualified annotations and services', async () => {
  const text = `@com.shop.marks.Checked package com.shop;
@com.shop.marks.Table(com.shop.core.User.class)
class Users {
  @com.shop.marks.Inject @com.shop.marks.Sized(max = 3) String name;
  void add(@com.shop.marks.Checked String name) {}
}
`;
  expect(await read(text)).toEqual([
    '1 import com.shop.marks: Checked as com.shop.marks.Checked',
    '2 import com.shop.marks: Table as com.shop.marks.Table',
    '2 import com.shop.core: User as com.shop.core.User',
    '4 import com.shop.marks: Inject as com.shop.marks.Inject',
    '4 import com.shop.marks: Sized as com.shop.marks.Sized',
    '2-6 type Users; out as Users; uses String, com.shop.core.User, com.shop.marks.Checked, com.shop.marks.Inject, com.shop.marks.Sized, com.shop.marks.Table',
  ]);
  const module =
    'module com.shop {\n  exports com.shop.api;\n  uses com.shop.api.Tax;\n  provides com.shop.api.Tax with com.shop.tax.Flat;\n}\n';
  expect(await read(module)).toEqual([
    '3 import com.shop.api: Tax as com.shop.api.Tax',
    '4 import com.shop.tax: Flat as com.shop.tax.Flat',
    '2 import com.shop.api',
  ]);
});

test('does not read nested types of a class as uses of classes of the package', async () => {
  const text = `package a;
class Order {
  static class Line { Line next; Item item; }
  enum Kind { Item2, Gift }
  Line first() { return new Line(); }
  Kind kind() { return Kind.Gift; }
  @Size(Max = 3) Gift gift;
}
`;
  expect((await read(text)).at(-1)).toBe('2-8 type Order; out as Order; uses Gift, Item, Size');
});

test('reads routes of Spring, with the prefix of the class', async () => {
  const text = `package a;
@RestController
@RequestMapping("/api/users")
class Users {
  @GetMapping
  List<User> all() {}
  @PostMapping("/{id}")
  void add() {}
  @RequestMapping(value = {"/a", "/b"}, method = {RequestMethod.GET, RequestMethod.PUT})
  void both() {}
}
class Plain {
  @DeleteMapping(path = "/gone")
  void gone() {}
  @RequestMapping("/any")
  void any() {}
  @Mapping("/none")
  void none() {}
}
`;
  expect((await read(text)).filter((line) => line.includes('→'))).toEqual([
    '5 GET /api/users → Users',
    '7 POST /api/users/{id} → Users',
    '9 GET /api/users/a → Users',
    '9 PUT /api/users/a → Users',
    '9 GET /api/users/b → Users',
    '9 PUT /api/users/b → Users',
    '13 DELETE /gone → Plain',
    '15 ANY /any → Plain',
  ]);
});

test('detects tests by their annotations', async () => {
  const hasTests = async (text: string) => (await parseSource('java', text)).hasTests;
  expect(await hasTests('class A { @Test void a() {} }')).toBe(true);
  expect(await hasTests('class A { @org.junit.jupiter.params.ParameterizedTest(name = "x") void a() {} }')).toBe(true);
  expect(await hasTests('class A { /* @Test */ @Tested void a() {} }')).toBe(false);
});
