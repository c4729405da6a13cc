import { expect, test } from 'vitest';
import { structureOfTexts } from './sources-of.ts';

const PACKAGE = {
  'pkg/__init__.py': '__all__ = ["sub", "deep"]\n',
  'pkg/sub.py': 'def f(): pass\ndef never(): pass\nclass Old: pass\n',
  'pkg/deep/__init__.py': 'from .in_it import g\n',
  'pkg/deep/in_it.py': 'def g(): pass\n',
};

async function edgesFrom(main: string): Promise<string[]> {
  const { edges } = await structureOfTexts({ ...PACKAGE, 'main.py': main });
  return edges.flatMap(({ from, to, description }) =>
    from.startsWith('main.py') && to.includes('#') ? [`${from} → ${to}: ${description}`] : [],
  );
}

test('members of a module that __all__ of a package lists are used through a star import', async () => {
  expect(await edgesFrom('from pkg import *\n\ndef run():\n    return sub.f() + deep.g()\n')).toEqual([
    'main.py#run → pkg/deep/in_it.py#g: run uses g (main.py, line 4)',
    'main.py#run → pkg/sub.py#f: run uses f (main.py, line 4)',
  ]);
  expect(await edgesFrom('from pkg import *\n\nclass New(sub.Old): pass\n')).toEqual([
    'main.py#New → pkg/sub.py#Old: New extends Old (main.py, line 3)',
  ]);
});

test('and so are those that are used at the top of a file', async () => {
  expect(await edgesFrom('from pkg import *\n\nVALUE = sub.f()\n')).toEqual([
    'main.py → pkg/sub.py#f: main.py uses f at its top level (line 3)',
  ]);
});

test('but not members of a variable of the same name', async () => {
  expect(await edgesFrom('from pkg import *\n\ndef run(sub):\n    deep = sub.f()\n    return deep.g()\n')).toEqual([]);
});
