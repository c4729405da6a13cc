import { describe, expect, it } from 'vitest';
import { parseCortexFile } from '../../../../src/engine/crtx/format.ts';
import { INDENTED_LIMIT, renderCortexFile } from '../../../../src/engine/crtx/render.ts';
import type { CortexFileType } from '../../../../src/engine/crtx/schema.ts';
import { describeError } from '../../../../src/engine/platform/errors.ts';
import { sha256Checksum } from '../../../../src/engine/text/json/canonical-json.ts';
import { sampleDna, sampleEntry, sampleSwarm, samples, sampleTask } from './samples.ts';

const types: CortexFileType[] = ['dna', 'timeline', 'graph', 'swarm', 'reasoning'];
const TIMES = { created: 1_700_000_000_000, updated: 1_700_000_000_001 };

const timelineText = () => renderCortexFile('timeline', 'shop', samples().timeline, TIMES);

/** Returns the error of parsing a text. */
function refusal(text: string, expected?: CortexFileType) {
  const result = expected === undefined ? parseCortexFile(text, 'a.crtx') : parseCortexFile(text, 'a.crtx', expected);
  if (result.ok) throw new Error('it was read');
  return result.error;
}

/** Returns the value of parsing a text. */
function accepted<Type extends CortexFileType>(text: string, type: Type) {
  const result = parseCortexFile(text, 'a.crtx', type);
  if (!result.ok) throw result.error;
  return result;
}

it('reports a file with more problems than a call takes arguments', () => {
  const bad = Array<null>(150_000).fill(null);
  const text = (data: unknown, type: CortexFileType) =>
    JSON.stringify({ header: { cortex: 1, type, project: 'p', ...TIMES, checksum: '' }, data });
  expect(refusal(text(bad, 'timeline')).message).toMatch(/data\[0\].* more problems\)$/);
  const task = { ...sampleTask('t1'), children: [{ ...sampleTask('t2'), dependencies: bad }] };
  expect(refusal(text({ ...sampleSwarm(), decomposition: task }, 'swarm')).message).toMatch(/decomposition.* more problems\)$/);
});

describe('renderCortexFile', () => {
  it('writes the envelope of the seed in its order, data last, with two spaces and a newline', () => {
    const data = { nodes: [], edges: [], clusters: [] };
    expect(renderCortexFile('graph', 'shop', data, TIMES)).toBe(`{
  "header": {
    "cortex": 1,
    "type": "graph",
    "project": "shop",
    "created": 1700000000000,
    "updated": 1700000000001,
    "checksum": "${sha256Checksum(data)}"
  },
  "data": {
    "nodes": [],
    "edges": [],
    "clusters": []
  }
}
`);
  });

  it('computes the checksum over the canonical form, independent of the order of keys', () => {
    const header = (data: ReturnType<typeof sampleDna>) => accepted(renderCortexFile('dna', 'shop', data, TIMES), 'dna').value.header;
    const { version, ...rest } = sampleDna();
    expect(header({ ...rest, version }).checksum).toBe(header(sampleDna()).checksum);
  });

  it('indents up to exactly 1 MiB', () => {
    const of = (length: number) =>
      renderCortexFile('timeline', 'shop', [{ ...sampleEntry(), action: 'é'.repeat(1_000) + 'x'.repeat(length) }], TIMES);
    const most = INDENTED_LIMIT - Buffer.byteLength(of(0));
    expect(Buffer.byteLength(of(most))).toBe(INDENTED_LIMIT);
    expect(of(most)).toContain('\n      "id": "ent_1",\n');
    expect(of(most + 1)).toContain('\n    {"id":"ent_1",');
  });

  it('writes an entry per line above 1 MiB if data is a list', () => {
    const entries = Array.from({ length: 5_000 }, (_, index) => sampleEntry(`ent_${index}`));
    const text = renderCortexFile('timeline', 'shop', entries, TIMES);
    const lines = text.split('\n');
    expect(lines.slice(0, 3)).toEqual(['{', '  "header": {', '    "cortex": 1,']);
    expect(lines.slice(7, 10)).toEqual([`    "checksum": "${sha256Checksum(entries)}"`, '  },', '  "data": [']);
    expect(lines.slice(10, -4)).toEqual(entries.slice(0, -1).map((entry) => `    ${JSON.stringify(entry)},`));
    expect(lines.slice(-4)).toEqual([`    ${JSON.stringify(entries.at(-1))}`, '  ]', '}', '']);
    expect(accepted(text, 'timeline')).toMatchObject({ warnings: [], value: { data: entries } });
  });

  it('writes an entry per line above 1 MiB for lists directly in data', () => {
    const swarm = sampleSwarm();
    swarm.locks = Array.from({ length: 10_000 }, (_, index) => ({
      path: `src/${index}.ts`,
      agentId: 'bob',
      type: 'shared',
      acquiredAt: 1,
      expiresAt: 2,
      reason: '',
    }));
    swarm.agents = [];
    const text = renderCortexFile('swarm', 'shop', swarm, TIMES);
    const lines = text.split('\n');
    expect(lines).toContain('    "agents": [],');
    expect(lines).toContain('    "locks": [');
    expect(lines).toContain(`      ${JSON.stringify(swarm.locks[0])},`);
    expect(lines).toContain('    ],');
    expect(lines).toContain(`    "decomposition": ${JSON.stringify(swarm.decomposition)},`);
    expect(accepted(text, 'swarm')).toMatchObject({ warnings: [], value: { data: swarm } });
  });

  it('omits undefined members in both forms', () => {
    const swarm = { ...sampleSwarm(), note: undefined };
    expect(renderCortexFile('swarm', 'shop', swarm, TIMES)).not.toContain('note');
    swarm.task = 'x'.repeat(INDENTED_LIMIT);
    expect(renderCortexFile('swarm', 'shop', swarm, TIMES)).not.toContain('note');
  });

  it('keeps unknown keys of the present file between header and data', () => {
    const present = JSON.parse('{"$schema":"x","header":0,"__proto__":{"a":1},"data":0}');
    const text = renderCortexFile('timeline', 'shop', [], { ...TIMES, present });
    expect(Object.entries(JSON.parse(text)).map(([key]) => key)).toEqual(['header', '$schema', '__proto__', 'data']);
    const long = renderCortexFile('timeline', 'shop', [{ ...sampleEntry(), action: 'x'.repeat(INDENTED_LIMIT) }], { ...TIMES, present });
    expect(Object.entries(JSON.parse(long)).map(([key]) => key)).toEqual(['header', '$schema', '__proto__', 'data']);
  });

  it('rejects values that JSON cannot represent, with their path', () => {
    const entry = { ...sampleEntry(), context: { files: [], state: { when: new Date(0) } } };
    expect(() => renderCortexFile('timeline', 'shop', [entry], TIMES)).toThrow(
      expect.objectContaining({ code: 'invalid-input', message: 'data[0].context.state.when is not a JSON value' }),
    );
  });

  it('writes an empty checksum for a lone surrogate, and keeps the text', () => {
    const entry = { ...sampleEntry(), action: 'cut \ud83d' };
    const text = renderCortexFile('timeline', 'shop', [entry], TIMES);
    expect(text).toContain('"checksum": ""');
    expect(accepted(text, 'timeline')).toMatchObject({ warnings: [], value: { data: [entry] } });
  });

  it('writes trees of the maximum depth', () => {
    let task = sampleTask('leaf');
    for (let level = 1; level < 1_000; level += 1) task = sampleTask(`t${level}`, [task]);
    const swarm = { ...sampleSwarm(), decomposition: task };
    const text = renderCortexFile('swarm', 'shop', swarm, TIMES);
    expect(JSON.stringify(accepted(text, 'swarm').value.data)).toBe(JSON.stringify(swarm));
  });
});

describe('parseCortexFile', () => {
  it.each(types)('reads a %s, also without its type', (type) => {
    const data = samples()[type];
    const text = renderCortexFile(type, 'shop', data, TIMES);
    expect(parseCortexFile(text, 'a.crtx', type)).toMatchObject({
      ok: true,
      type,
      warnings: [],
      value: { data, header: { project: 'shop', ...TIMES } },
    });
    expect(parseCortexFile(text, 'a.crtx')).toMatchObject({ ok: true, type, value: { data } });
  });

  it('reads a byte order mark, CRLF and minified JSON', () => {
    const text = timelineText();
    for (const variant of [`\ufeff${text}`, text.replaceAll('\n', '\r\n'), JSON.stringify(JSON.parse(text))]) {
      const { value, warnings } = accepted(variant, 'timeline');
      expect(warnings).toEqual([]);
      expect(renderCortexFile('timeline', 'shop', value.data, TIMES)).toBe(text);
    }
  });

  it('keeps unknown keys on all levels', () => {
    const file = JSON.parse(timelineText());
    file.header.tool = 'x';
    file.data[0].extra = { deep: [1] };
    file.data[0].context.more = null;
    file.beside = true;
    file.header.checksum = '';
    expect(accepted(JSON.stringify(file), 'timeline').value).toEqual(file);
  });

  it('keeps keys named __proto__ as data without effect', () => {
    const text = timelineText().replace('"state": {', '"__proto__": {"polluted": 1}, "state": {"__proto__": {"polluted": 2},');
    const { value } = accepted(text, 'timeline');
    const context = value.data[0]?.context;
    expect(Object.keys(context ?? {})).toContain('__proto__');
    expect(context).not.toHaveProperty('polluted');
    expect(Object.getPrototypeOf(context?.state)).toBe(Object.prototype);
    expect(renderCortexFile('timeline', 'shop', value.data, TIMES)).toContain('"__proto__": {\n          "polluted": 1\n');
    expect({}).not.toHaveProperty('polluted');
  });

  it('does not take inherited properties for a header', () => {
    expect(refusal('{"__proto__": {"header": {"cortex": 1}}}').message).toContain('no header object');
  });

  describe('checksums', () => {
    const withChecksum = (checksum: string) => timelineText().replace(/"checksum": ".*"/, `"checksum": "${checksum}"`);

    it('warns about a mismatch with both values and the position, and returns the data', () => {
      const expected = sha256Checksum(samples().timeline);
      const { value, warnings } = accepted(withChecksum('sha256:00'), 'timeline');
      expect(value.data).toEqual(samples().timeline);
      expect(warnings).toEqual([
        {
          code: 'checksum-mismatch',
          message: `header.checksum does not match data: header sha256:00, data ${expected}`,
          file: 'a.crtx',
          line: 8,
          column: 17,
          found: 'sha256:00',
          expected,
          next: expect.stringContaining('the next write corrects it'),
        },
      ]);
    });

    it('detects any change of data', () => {
      const { warnings } = accepted(timelineText().replace('Chose', 'chose'), 'timeline');
      expect(warnings).toMatchObject([{ code: 'checksum-mismatch' }]);
    });

    it('skips an empty one', () => {
      expect(accepted(withChecksum(''), 'timeline').warnings).toEqual([]);
    });

    it('warns that a lone surrogate cannot be checked', () => {
      const { warnings } = accepted(timelineText().replace('Chose', '\\ud83d'), 'timeline');
      expect(warnings).toMatchObject([
        { code: 'checksum-impossible', expected: null, message: expect.stringContaining('data[0].action holds half') },
      ]);
    });
  });

  it('names the next step of each type for a merge conflict, also if only the text shows the type', () => {
    const steps = {
      dna: 'cortex settle',
      timeline: 'cortex settle',
      graph: 'graph build',
      swarm: 'git checkout',
      reasoning: 'cortex settle',
    };
    for (const type of types) {
      const line = '"updated": 1700000000001,';
      const text = renderCortexFile(type, 'shop', samples()[type], TIMES).replace(line, `${line}\n<<<<<<< HEAD\n=======\n>>>>>>> other\n`);
      for (const expected of [type, undefined]) {
        const said = refusal(text, expected);
        expect(said).toMatchObject({ code: 'broken-file', message: expect.stringContaining('merge conflict'), data: { line: 8 } });
        expect(said.data.next).toContain(steps[type]);
      }
    }
  });

  describe('broken files', () => {
    it.each<[string, (text: string) => string, string]>([
      ['empty', () => '', 'a.crtx:1:1: is empty. Correct it there'],
      ['cut', (text) => text.slice(0, text.indexOf('the queue')), 'a.crtx:16:24: truncated in data[0].action. Correct it there'],
      [
        'not JSON',
        (text) => text.replace('"data"', 'data'),
        'a.crtx:10:3: is not JSON: "d" where a key in double quotes should be. Correct',
      ],
      ['a list', () => '[]', 'a.crtx:1:1: is not a Cortex file: no header object (allowed: an object with header and data)'],
      ['no header', () => '{"data": []}', 'a.crtx:1:1: is not a Cortex file: no header object'],
      ['no data', (text) => `${text.slice(0, text.indexOf(',\n  "data"'))}}`, 'a.crtx:1:1: data is missing (allowed: a list)'],
      [
        'no type',
        (text) => text.replace('"type": "timeline",', ''),
        'a.crtx:2:13: header.type is missing (allowed: "dna", "timeline", "graph"',
      ],
      [
        'an unknown type',
        (text) => text.replace('"timeline"', '"diary"'),
        'a.crtx:4:13: header.type is not a known type (got "diary"; allowed: "dna"',
      ],
      [
        'an old version',
        (text) => text.replace('"cortex": 1', '"cortex": 0'),
        'a.crtx:3:15: header.cortex is not an allowed value (got 0; allowed: 1)',
      ],
      [
        'a version in words',
        (text) => text.replace('"cortex": 1', '"cortex": "1"'),
        'a.crtx:3:15: header.cortex is not an allowed value (got "1"; allowed: 1)',
      ],
      [
        'a missing field',
        (text) => text.replace('"confidence": 0.8,', ''),
        'a.crtx:11:5: data[0].confidence is missing (allowed: a finite number). Correct it there',
      ],
      [
        'a wrong value',
        (text) => text.replace('"success"', '7'),
        'a.crtx:40:18: data[0].outcome is not an allowed value (got 7; allowed: a string). Correct it there, or restore',
      ],
      [
        'two wrong values',
        (text) => text.replace('"success"', '7').replace('0.8', '2'),
        'a.crtx:18:21: data[0].confidence is not an allowed value (and 1 more problem) (got 2; allowed: at most 1)',
      ],
      [
        'a number too large for any reader',
        (text) => text.replace('2,', '1e999,'),
        'a.crtx:32:13: data[0].context.state.tried[1] is not a finite number',
      ],
    ])('%s', (_, damage, message) => {
      const error = refusal(damage(timelineText()));
      expect(error.code).toBe('broken-file');
      expect(describeError(error)).toContain(message);
      expect(error.data.next).toContain('restore the file from version control. It was not changed');
    });

    it('count columns without the byte order mark', () => {
      expect(refusal('\ufeff{"header": 5}').data).toMatchObject({ line: 1, column: 12 });
    });

    it('report the expected type', () => {
      expect(describeError(refusal(timelineText(), 'swarm'))).toContain(
        'a.crtx:4:13: header.type does not match this file (got "timeline"; allowed: "swarm")',
      );
    });

    it('with nesting too deep to be written again are rejected with the line', () => {
      const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
      const error = refusal(timelineText().replace('"state": {', `"state": {"deep": ${deep},`));
      expect(error).toMatchObject({ code: 'broken-file', data: { line: 29 } });
      expect(error.message).toContain('is nested deeper than 2500 levels');
    });
  });

  it.each([
    ['the protocol', 'dna', '"cortex": 1', '"cortex": 2', 'header.cortex is newer than this program', 3],
    ['the DNA', 'dna', '"version": 1', '"version": 7', 'data.version is newer than this program', 11],
  ] as const)('reports a newer version of %s as such', (_, type, from, to, message, line) => {
    const error = refusal(renderCortexFile(type, 'shop', samples()[type], TIMES).replace(from, to));
    expect(error).toMatchObject({
      code: 'newer-version',
      message,
      data: { line, file: 'a.crtx', next: expect.stringContaining('Update this program') },
    });
  });
});
