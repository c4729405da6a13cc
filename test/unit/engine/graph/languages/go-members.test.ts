import { expect, test } from 'vitest';
import { readGoMembers } from '../../../../../src/engine/graph/languages/go/go-members.ts';

const declared = (text: string) => readGoMembers(`package p\n${text}\n`).declared.map(([name, is]) => `${name}: ${is}`);
const used = (text: string) => readGoMembers(`package p\n${text}\n`).used.map(({ is, line }) => `${line} ${is}`);

test('reads the types of functions, methods, fields, embedded types, variables and constants', () => {
  const text = `
type Command struct {
	parent *Command
	a, b   []cli.Flag \`json:"a"\`
	*Base
	run func(c *Command) (int, error)
}
type (
	Runner interface {
		fmt.Stringer
		Run(ctx context.Context, args ...string) (*Result, error)
	}
	Commands []*Command
	Set[T any] map[string]T
)
func New[T any](first T, names map[string]*Command) *Command { return nil }
func (c *Command) Find(name string) (found *Command, err error) { return }
func (s *Set[T]) First() T { panic(0) }
var root, other = New(1, nil), &Command{}
const (
	Low Level = iota
	High
)`;
  expect(declared(text)).toEqual([
    'Command: ',
    'Command.parent: Command',
    'Command.a: []cli.Flag',
    'Command.b: []cli.Flag',
    'Command.Base: Base',
    'Command.run: (int,error)',
    'Command<: (Base)',
    'Runner: ',
    'Runner.Stringer: fmt.Stringer',
    'Runner.Run: (Result,error)',
    'Runner<: (fmt.Stringer)',
    'Commands: []Command',
    'Set: []?',
    'New: (Command)',
    'Command.Find: (Command,error)',
    'Set.First: (?)',
    'root: New()',
    'other: Command',
    'Low: Level',
    'High: Level',
  ]);
});

test('reads uses by type of parameters, results, elements, cases and closures, without local names', () => {
  const text = `
func run(c *Command, all []cli.Flag) error {
	c.Validate()
	found, err := c.Find("x").Parent()
	found.Run()
	for i, flag := range all {
		flag.Set(i, Limit)
	}
	switch v := any(c).(type) {
	case *Sub:
		v.Special()
	case error, string:
		v.Other()
	}
	help := func(h Helper) *Topic { return h.Topic() }
	help(nil).Show()
	(&Command{Name: Default, Run: start}).Mark()
	table := map[Kind]string{KindA: "a"}
	make(Commands, 0)[0].Last()
	return err
}`;
  expect(used(text)).toEqual([
    '3 Command',
    '3 cli',
    '3 cli.Flag',
    '3 error',
    '4 Command.Validate',
    '5 Command.Find',
    '5 Command.Find().Parent',
    '6 Command.Find().Parent().Run',
    '8 cli.Flag.Set',
    '8 Limit',
    '10 any',
    '11 Sub',
    '12 Sub.Special',
    '13 string',
    '14 ?.Other',
    '16 Helper',
    '16 Topic',
    '16 Helper.Topic',
    '17 Topic.Show',
    '18 Command.Mark',
    '18 Default',
    '18 start',
    '19 Kind',
    '19 KindA',
    '20 make',
    '20 Commands[].Last',
    '20 Commands',
  ]);
});

test('constants behind a comma of a case are used', () => {
  expect(used('func f() {\nswitch x {\ncase A, B:\nC()\n}\nswitch y.(type) {\ncase D,\nE:\n}\n}').slice(1)).toEqual([
    '4 A',
    '4 B',
    '5 C',
    '7 y',
    '8 D',
    '9 E',
  ]);
});

test('reads hostile text in linear time', () => {
  for (const text of [
    '(',
    '[',
    'func(',
    'x := ',
    'a.',
    'a, ',
    '{',
    '[]',
    'struct {',
    '"\\"',
    '/*',
    '&',
    'type T ',
    'var (',
    'map[',
    'x.(',
    '`',
    "'",
    'if []',
    'if x := ',
    'for range []T{',
    'switch x := y.(type) {',
    'if x { } else ',
    'case x: y := ',
  ]) {
    expect(readGoMembers(`package p\nfunc f() {\n${text.repeat(20_000)}`).declared.length).toBeGreaterThanOrEqual(0);
  }
});
