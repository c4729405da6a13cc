import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { nodeFileSystem } from '../../src/engine/platform/file-system.ts';
import { OWN_ZONE } from '../../src/engine/platform/zoned-time.ts';
import { calendarDay, daysBetween, parseDay } from '../../src/engine/vault/calendar.ts';
import { findVault } from '../../src/engine/vault/config/config.ts';
import { newNoteId, toSlug } from '../../src/engine/vault/notes/slug.ts';
import { bundle } from '../support/bundle.ts';
import { temporaryFolder } from '../support/folders.ts';

const instant = fc.integer({ min: Date.UTC(1600, 0, 1), max: Date.UTC(2400, 0, 1) });
const ZONES = ['UTC', 'Europe/Paris', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'];
const zone = fc.constantFrom(...ZONES);
const DAY = 86_400_000;
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe('days', () => {
  it('in UTC are the dates of the ISO times', () => {
    fc.assert(fc.property(instant, (ms) => void expect(calendarDay(ms, 'UTC')).toBe(isoDay(ms))));
  });

  it.each(ZONES)('on a machine in %s match that zone, across clock changes and long ago', async (timeZone) => {
    const calendar = await bundle(fromRoot('src', 'engine', 'vault', 'calendar.ts'), temporaryFolder());
    // Another process, because a process reads its zone at the start.
    const program = `
      const { calendarDay } = await import(${JSON.stringify(pathToFileURL(calendar).href)});
      const hour = 3_600_000;
      const wrong = [];
      for (let ms = Date.UTC(1890, 0, 1); ms < Date.UTC(2060, 0, 1); ms += 11 * hour + 977_123) {
        const own = calendarDay(ms, ${JSON.stringify(OWN_ZONE)});
        if (own !== calendarDay(ms, ${JSON.stringify(timeZone)})) wrong.push([new Date(ms).toISOString(), own]);
      }
      console.log(JSON.stringify(wrong.slice(0, 5)));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, TZ: timeZone },
      encoding: 'utf8',
    });
    expect([stdout.trim(), stderr]).toEqual(['[]', '']);
  });

  it('differ by the number of days added', () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: -9_999, max: 9_999 }),
        (ms, days) => void expect(daysBetween(isoDay(ms), isoDay(ms + days * DAY))).toBe(days),
      ),
    );
  });

  it('of a time with an offset are those of the instant, in any zone', () => {
    fc.assert(
      fc.property(instant, zone, fc.integer({ min: -14 * 60, max: 14 * 60 }), (ms, timeZone, offset) => {
        const local = new Date(ms + offset * 60_000).toISOString().slice(0, -1);
        const minutes = Math.abs(offset);
        const suffix = `${offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
        expect(parseDay(`${local}${suffix}`, timeZone)).toBe(calendarDay(ms, timeZone));
        expect(parseDay(local, timeZone)).toBe(local.slice(0, 10));
      }),
    );
  });
});

describe('ids', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'aZ9_ -éßŁİ日') }));

  it('contain only valid characters and respect the maximum length', () => {
    fc.assert(
      fc.property(name, (text) => {
        if (!/[a-z0-9]/i.test(text)) return;
        expect(toSlug(text)).toMatch(/^[a-z0-9](?:[a-z0-9_]{0,58}[a-z0-9])?$/);
        expect(toSlug(toSlug(text))).toBe(toSlug(text));
      }),
    );
  });

  it('are unique', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'A', 'a 2', 'a_2', 'á', 'b'), { maxLength: 12 }), (names) => {
        const ids = new Set<string>();
        for (const each of names) ids.add(newNoteId(each, '2026-04-12', (id) => ids.has(id)));
        expect(ids.size).toBe(names.length);
      }),
    );
  });
});

it('any cortex.toml is read, or refused with a position', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'cortex.toml');
  const line = fc.constantFrom(
    '[vault]',
    '[layers]',
    '[tags]',
    '[[tags]]',
    '[directories]',
    'hot = 1',
    'warm = "x"',
    'a = ["b", ""]',
    'layers.hot = 2',
    'layers = {hot = -1}',
    '"a.b" = "c"',
    'path = "."',
    'timezone = "UTC"',
    'timezone = 3',
    '__proto__ = "x"',
    'x = """',
    '# é',
    '=',
    '',
  );
  const toml = fc.array(fc.oneof({ weight: 9, arbitrary: line }, fc.string())).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(toml, (text) => {
      fs.writeFileSync(file, text);
      try {
        expect(findVault({ fs: nodeFileSystem }, { cwd: folder, env: {} }).hot).toBeGreaterThanOrEqual(0);
      } catch (error) {
        if (!(error instanceof CortexError)) throw error;
        const { line: at = 0, column = 0 } = error.data;
        expect([error.code, at >= 1, at <= text.split('\n').length, column >= 1]).toEqual(['broken-file', true, true, true]);
      }
    }),
    { numRuns: 500 },
  );
});
