import { expect, test } from 'vitest';
import { linesOf, parseSource } from '../../../../support/parse-source.ts';

const read = async (text: string) => linesOf(await parseSource('go', text));

test('reads the package, imports and declarations', async () => {
  const text = `package server

import "fmt"
import (
	m "example.com/shop/models"
	"example.com/go-shop/v2"
	"gopkg.in/yaml.v3"
	_ "example.com/driver"
	. "example.com/dsl"
)

type Server struct {
	m.Base
	*Handler
	Name string
}

type Store interface {
	fmt.Stringer
	Load(id ID) error
}
type (
	ID    string
	Alias = m.User
)

func (s *Server[T]) Serve(x int) error { return load(s.Name, m.Limit) }
func (e Elsewhere) Run() { fmt.Println(e) }
func New[T any](a, b string, more ...int) *Server {
	user := m.User{Name: a}
	for i, id := range more {
		yaml.Marshal(user, i, id)
	}
	m := 1
	_ = m
	return nil
}
var hook = func() { New("", "") }
var limit, other = 1, func() {}
func init() { shop.Open() }
`;
  expect((await parseSource('go', text)).packageName).toBe('server');
  expect(await read(text)).toEqual([
    '3 import fmt: * as fmt',
    '5 import example.com/shop/models: * as m',
    '6 import example.com/go-shop/v2: * as shop',
    '7 import gopkg.in/yaml.v3: * as yaml',
    '8 import example.com/driver',
    '9 import example.com/dsl: *',
    '12-16 type Server; out as Server; extends m.Base, Handler; uses Handler, T, load, m.Base, m.Limit',
    '18-21 type Store; out as Store; extends fmt.Stringer; uses ID, fmt.Stringer',
    '23-23 type ID; out as ID',
    '24-24 type Alias; out as Alias; uses m.User',
    '29-37 function New; out as New; uses Server, yaml.Marshal',
    '38-38 function hook; out as hook; uses New',
    '40-40 function init; out as init; uses shop.Open',
    '28-28 function Elsewhere.Run; out as Elsewhere.Run; uses Elsewhere, fmt.Println',
  ]);
});

test('reads routes of net/http, chi and gin, but not similar calls', async () => {
  const text = `package main
func routes() {
	http.HandleFunc("/old", old)
	mux.HandleFunc("POST /login", s.login)
	mux.Handle("GET example.com/files/", http.FileServer(dir))
	r.Get("/users", users.List)
	r.POST("/users", auth, users.Add)
	r.GET("/inline", func(c *gin.Context) {})
	client.Get("/users", &list)
	client.Get("name", list)
	http.Get("/users")
}
`;
  expect((await read(text)).slice(1)).toEqual([
    '3 ANY /old → old',
    '4 POST /login → s.login',
    '5 GET /files/ → ?',
    '6 GET /users → users.List',
    '7 POST /users → users.Add',
    '8 GET /inline → ?',
  ]);
});

test('detects tests by their functions', async () => {
  const hasTests = async (text: string) => (await parseSource('go', `package x\n${text}\n`)).hasTests;
  expect(await hasTests('func TestLogin(t *testing.T) {}')).toBe(true);
  expect(await hasTests('func BenchmarkLogin(b *testing.B) {}')).toBe(true);
  expect(await hasTests('func ExampleLogin() {}')).toBe(true);
  expect(await hasTests('func TestLogin(name string) {}')).toBe(false);
  expect(await hasTests('func Testify(t *testing.T) {}')).toBe(false);
});

test.each([
  ...['new(1)', 'new("a")', 'new(-x)', 'new(!x)', 'new(uint64(1))', 'new(time.Now())', 'new(a.b.c())', 'new(x + y)', 'new(x == 1)'],
  ...['new(x[0])', 'new(f[int](1))', 'new(T{})', 'new(p.T{a: 1})', 'new([]int{1})', 'new(map[string]*T{})', 'new(v.(T))', 'new(<-c)'],
  ...['new(f(func() int { return 1 }))', 'new(T{A: new(1)})', 'new(x)', 'new(*x)'],
  ...[
    'new(T)',
    'new([]int)',
    'new(map[string][]T)',
    'new(struct{ a int })',
    'new(chan<- int)',
    'new(func(int) T)',
    'new(L[int])',
    'new(*T)',
  ],
])('reads a file with %s completely, together with a value of Go 1.26', async (value) => {
  const facts = await parseSource('go', `package n\n\nfunc F() {\n\ta := ${value}\n\tb := new(g(1))\n\tafter()\n}\n`);
  expect([facts.isBroken, facts.doubtAt]).toEqual([false, undefined]);
  expect(facts.symbols.flatMap(({ uses }) => uses)).toEqual(expect.arrayContaining(['after', 'g']));
  expect(facts.symbols.flatMap(({ uses }) => uses)).not.toContain('neW');
});
