import { expect, test } from 'vitest';
import { linesOf, parseSource } from '../../../../support/parse-source.ts';

const read = async (text: string) => linesOf(await parseSource('java', text));

test('the package, imports, and what is declared', async () => {
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
    '5-10 type Users; out as Users; extends Base; implements Named, core.Sized; uses Base, Cache, Named, Service, Store, String, User, title',
    '11-11 type Named; out as Named; extends Readable, Comparable; uses Comparable, Readable',
    '12-12 type User; out as User; implements Named; uses Named, String',
    '13-13 type State; out as State; implements Named; uses Named, OPEN',
    '14-14 type Marked; out as Marked',
  ]);
});

test('routes of Spring, with what stands at the class', async () => {
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

test('tests are told by their annotations', async () => {
  const hasTests = async (text: string) => (await parseSource('java', text)).hasTests;
  expect(await hasTests('class A { @Test void a() {} }')).toBe(true);
  expect(await hasTests('class A { @org.junit.jupiter.params.ParameterizedTest(name = "x") void a() {} }')).toBe(true);
  expect(await hasTests('class A { /* @Test */ @Tested void a() {} }')).toBe(false);
});
