import { expect, test } from 'vitest';
import { linesOf, parseSource } from '../../../../support/parse-source.ts';

const read = async (text: string) => linesOf(await parseSource('rust', text));

test('reads modules and imports, with nested lists expanded', async () => {
  const text = `mod login;
pub mod users;
use crate::login::{self, Session as S, deep::{A, B}};
pub use super::shared::*;
use std::fmt;
use serde;
pub mod inner {
    use super::helper;
    use super::super::Outer;
    pub fn visible() {}
}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() { super::helper(); }
}
fn helper() { crate::users::find(1); crate::users::User::new(); super::up(); }
`;
  expect(await read(text)).toEqual([
    '1 import self::login: * as login',
    '2 import self::users: * as users',
    '3 import crate::login: * as login, Session as S',
    '3 import crate::login::deep: A, B',
    '4 re-export super::shared: *',
    '5 import std: fmt',
    '6 import serde: * as serde',
    '9 import super: Outer',
    '18 import crate::users: find as crate.users.find',
    '18 import crate::users: User as crate.users.User',
    '18 import super: up as super.up',
    '10-10 function visible; out as visible',
    '18-18 function helper; out as helper; uses crate.users.User, crate.users.find, super.up',
  ]);
});

test('reads paths after `in` and after the dots of a range or of a struct', async () => {
  const text = `fn main() {
    for each in kit::a::list() { each.kit::b; }
    for n in 0..kit::c::MAX {}
    for n in 0..=kit::d::MAX {}
    let all = All { first: 1, ..kit::e::usual() };
    let f = 1.0.max(2.);
}
pub(in crate::f) fn seen() {}
`;
  expect((await read(text)).slice(0, -2)).toEqual([
    '2 import kit::a: list as kit.a.list',
    '3 import kit::c: MAX as kit.c.MAX',
    '4 import kit::d: MAX as kit.d.MAX',
    '5 import kit::e: usual as kit.e.usual',
  ]);
});

test('reads declarations, implemented traits and uses', async () => {
  const text = `use crate::store::{Store, open};
use std::fmt;
pub struct Shop<T> { store: Store, name: String }
enum State { Open, Closed(Store) }
trait Sells: Named + fmt::Debug { fn sell(&self); }
type Alias = Shop<Store>;
macro_rules! shop { () => {} }
impl<T> fmt::Display for Shop<T> { fn fmt(&self) { open(self.store); } }
impl Sells for Shop<u8> { fn sell(&self) { let open = 1; open; } }
impl Elsewhere { fn go(&self) -> State { State::Open } }
fn main() {
    if let Some(open) = find() { open; }
    let f = |open| open;
    println!("{}", open(1));
}
`;
  expect((await read(text)).slice(2)).toEqual([
    '3-3 type Shop; out as Shop; implements fmt.Display, Sells; uses Sells, Store, fmt, fmt.Display, open',
    '4-4 type State; out as State; uses Store',
    '5-5 type Sells; out as Sells; extends Named, fmt.Debug; uses fmt, fmt.Debug',
    '6-6 type Alias; out as Alias; uses Shop, Store',
    '7-7 function shop; out as shop, shop!',
    '11-15 function main; out as main; uses open',
    '10-10 function Elsewhere.go; out as Elsewhere.go; uses Elsewhere, State',
  ]);
});

test('reads routes of axum and actix', async () => {
  const text = `fn routes() -> Router {
    Router::new().route("/users", get(list).post(users::add)).route("/", axum::routing::get(|| async {}))
}
#[get("/login")]
async fn login() {}
#[derive(Debug)]
struct S;
`;
  expect((await read(text)).filter((line) => line.includes('→'))).toEqual([
    '2 GET /users → list',
    '2 POST /users → users.add',
    '2 GET / → ?',
    '4 GET /login → login',
  ]);
});

test('reads no routes of its tests', async () => {
  const text = `fn app() { r.route("/a", get(a)) }
#[cfg(test)]
mod tests {
  fn server() { r.route("/b", get(b)) }
  #[get("/c")]
  fn c() {}
}
#[test]
fn works() { r.route("/d", get(d)); }
`;
  expect((await parseSource('rust', text)).apis.map(({ route }) => route)).toEqual(['/a']);
});

test('detects tests by their attributes', async () => {
  const hasTests = async (text: string) => (await parseSource('rust', text)).hasTests;
  expect(await hasTests('#[cfg(test)]\nmod tests {}\n')).toBe(true);
  expect(await hasTests('#[tokio::test]\nasync fn works() {}\n')).toBe(true);
  expect(await hasTests('#[cfg(testing)]\nmod tests {}\n#[inline]\nfn test() {}\n')).toBe(false);
});
