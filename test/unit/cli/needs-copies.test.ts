import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { NeedsPlace } from '../../support/needs.ts';

it('the copy of a broken graph is no item, because all its content is derived; that of a timeline is one', async () => {
  const place = new NeedsPlace();
  await place.cortex('init');
  place.write({ '.cortex/graph.crtx.corrupt-20260328T140000Z': '{' });
  expect(await place.needs()).toEqual([]);
  place.write({ '.cortex/timeline.crtx.corrupt-20260328T140000Z': '{' });
  expect(await place.only()).toMatchObject({ kind: 'kept' });
});

it('each warning about a copy with invalid entries is printed once', async () => {
  const place = new NeedsPlace();
  await place.cortex('init', 'timeline add --agent ann --type decision --action a --reasoning b');
  const file = '.cortex/timeline.crtx';
  const text = fs.readFileSync(path.join(place.root, file), 'utf8');
  place.write({ [file]: text.replace('"action": "a"', '"action": 7') });
  for (const command of ['needs-you', 'status']) {
    const warnings = (await place.project.printed(command)).err.split('\n').filter((line) => line !== '');
    expect(warnings.length).toBeGreaterThan(0);
    expect(new Set(warnings).size).toBe(warnings.length);
  }
});

it('names an error in a reasoning trace, and a copy of a trace, as verify does', async () => {
  const place = new NeedsPlace();
  await place.cortex('init', 'reasoning add t1 --agent ann --action a --reasoning b');
  const file = '.cortex/reasoning/t1.crtx';
  const text = fs.readFileSync(path.join(place.root, file), 'utf8');
  const isNamed = async (line: number) => {
    expect(await place.only()).toMatchObject({ kind: 'broken', place: { file: path.join(place.root, file), line } });
    expect((await place.project.printed('verify')).out).toContain(`${file}:${line}:`);
    expect((await place.project.printed('status')).out).toContain('t1.crtx');
  };
  place.write({ [file]: text.replace('"confidence": 0.8', '"confidence": 7') });
  await isNamed(18);
  place.write({ [file]: text.replace('"action": "a"', '"action": "other"') });
  await isNamed(16);
  place.write({ [file]: text.slice(0, -20) });
  expect((await place.only()).why).toContain('rewrites it from the log');
  await place.cortex('reasoning show t1');
  expect(await place.only()).toMatchObject({ kind: 'kept', title: expect.stringMatching(/^t1\.crtx\.corrupt-/) });
});
