import { expect, test } from 'vitest';
import { scriptLanguage } from '../../../../src/engine/text/shebang.ts';

test.each([
  ['#!/usr/bin/env node', 'javascript'],
  ['#! /usr/bin/nodejs --harmony', 'javascript'],
  ['#!/usr/bin/env -S node --no-warnings', 'javascript'],
  ['#!/usr/bin/env -S NODE_OPTIONS=--no-warnings node', 'javascript'],
  ['#!/usr/bin/env --split-string=node --test', 'javascript'],
  ['#!/usr/bin/python', 'python'],
  ['#!/usr/bin/env python3.11\r', 'python'],
  ['#!python', 'python'],
  ['#!/usr/bin/env pypy3', 'python'],
  ['#!/usr/bin/env -S uv run --script', 'python'],
  ['#!/usr/bin/env -S poetry run python', 'python'],
  ['#!C:\\Python\\python.exe', 'python'],
  ['#!/usr/bin/env -S deno run --allow-read', 'tsx'],
  ['#!/usr/bin/env bun', 'tsx'],
  ['#!/usr/bin/env tsx', 'tsx'],
  ['#!/usr/bin/env -S npx ts-node', 'tsx'],
  ['#! /usr/bin/env nix-shell\n#! nix-shell -i python3 -p python3', 'python'],
  ['#!/bin/sh\n\':\' //; exec "$(command -v nodejs || command -v node)" "$0" "$@"', 'javascript'],
  ['#!/bin/sh\n":" //# comment; exec /usr/bin/env node --harmony "$0" "$@"', 'javascript'],
  ["#!/bin/sh\n'''exec' \"/long path/bin/python3\" \"$0\" \"$@\"\n' '''", 'python'],
  ['#!/bin/sh\n"exec" "python" "$0" "$@"', 'python'],
])('%j is read as %s', (head, language) => expect(scriptLanguage(`${head}\n`)).toBe(language));

test.each([
  ...['#!/bin/sh\nexec node lib/main.js "$@"', '#!/bin/bash\npython - <<EOF', '#!/usr/bin/env bash\n"$DIR"/node "$0"', '#!/usr/bin/perl'],
  ...['#!/usr/bin/env ruby', '#!/usr/bin/env -S ruby node', '#!/usr/bin/env python3-config', '#![allow(dead_code)]', '# node', '', '#!'],
  ...[' #!/usr/bin/env node', '\u007fELF#!/usr/bin/env node', '#!/usr/bin/env', '#!/usr/bin/awk -f'],
])('%j is not read', (head) => expect(scriptLanguage(head)).toBeNull());

test('a hostile first line is read in bounded time', () => {
  for (const part of ['env ', ' -S', '"', "':' ", 'node ', ' -i ', '\n:']) {
    for (const start of ['#!/bin/sh\n', '#!', '#! nix-shell\n']) {
      const begun = performance.now();
      scriptLanguage(start + part.repeat(1_024 / part.length));
      expect(performance.now() - begun).toBeLessThan(500);
    }
  }
});
