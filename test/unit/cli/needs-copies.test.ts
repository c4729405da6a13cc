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
