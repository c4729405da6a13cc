import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentAt, SLIDER_STEPS, sliderPosition } from '../../../webview/swarm/history-slider.ts';

test('the last step is now, the first is the first record, and every step converts to a moment and back', () => {
  const spans = fc.tuple(fc.nat(2 ** 45), fc.integer({ min: SLIDER_STEPS, max: 2 ** 45 }));
  const leadsBack = fc.property(spans, fc.integer({ min: 0, max: SLIDER_STEPS }), ([from, length], place) => {
    const span = { from, to: from + length };
    const at = momentAt(place, span);
    expect(sliderPosition(at, span)).toBe(place);
    if (place === SLIDER_STEPS) expect(at).toBeNull();
    else expect(at).toBeGreaterThanOrEqual(from);
    if (place === 0) expect(at).toBe(from);
  });
  return fc.assert(leadsBack);
});

test('a moment outside the history is at the nearest end, never at now', () => {
  expect(sliderPosition(5, { from: 10, to: 20 })).toBe(0);
  expect(sliderPosition(25, { from: 10, to: 20 })).toBe(SLIDER_STEPS - 1);
  expect(sliderPosition(10, { from: 10, to: 10 })).toBe(SLIDER_STEPS);
});
