import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderCortexFile } from '../../../../src/engine/crtx/render.ts';
import type { CortexFileType } from '../../../../src/engine/crtx/schema.ts';
import { samples } from './samples.ts';
import { isObject, type Json, validates } from './tiny-json-schema.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const types: CortexFileType[] = ['dna', 'timeline', 'graph', 'swarm', 'reasoning'];

function load(name: string): Json {
  const schema: unknown = JSON.parse(fs.readFileSync(path.join(root, 'media', 'schemas', `${name}.schema.json`), 'utf8'));
  if (!isObject(schema)) throw new Error('not a schema');
  return schema;
}

const sampleFile = (type: CortexFileType) => renderCortexFile(type, 'shop', samples()[type], { created: 1, updated: 2 });
const accepts = (name: string, text: string) => validates(load(name), JSON.parse(text), load(name));

describe('the published JSON Schemas', () => {
  it('match the schemas of the engine', () => {
    expect(() =>
      execFileSync(process.execPath, [path.join(root, 'scripts', 'generate-schemas.mjs'), '--check'], { stdio: 'pipe' }),
    ).not.toThrow();
  });

  it.each(types)('accept a %s file by its own schema and the common one, and by no other', (type) => {
    const text = sampleFile(type);
    expect(accepts('crtx', text)).toBe(true);
    for (const name of types) expect(accepts(name, text), name).toBe(name === type);
  });

  it('accept unknown keys', () => {
    const text = sampleFile('timeline')
      .replace('"id": "ent_1"', '"id": "ent_1", "x": {"y": 1}')
      .replace('"header"', '"$schema": "s", "header"');
    expect(accepts('timeline', text)).toBe(true);
    expect(accepts('crtx', text)).toBe(true);
  });

  it.each(['timeline', 'reasoning'] as const)('suggest the values of the seed in a %s file, and accept others', (type) => {
    const text = sampleFile(type).replace('"type": "decision"', '"type": "hunch"').replace('"success"', '"partial"');
    expect(text).not.toBe(sampleFile(type));
    expect(accepts(type, text)).toBe(true);
    const { definitions } = load(type);
    expect(definitions).toMatchObject({
      TimelineEntry: {
        properties: {
          type: { examples: expect.arrayContaining(['decision', 'conflict']) },
          outcome: { examples: ['success', 'failure', 'pending', 'abandoned'] },
        },
      },
    });
  });

  it.each<[CortexFileType, string, string]>([
    ['dna', '"version": 1', '"version": 2'],
    ['dna', '"severity": "must"', '"severity": "may"'],
    ['timeline', '"confidence": 0.8', '"confidence": 1.1'],
    ['timeline', '"timestamp": 1700000000000', '"timestamp": 1.5'],
    ['timeline', '"agentId": "ada",', ''],
    ['reasoning', '"outcome": "success"', '"outcome": 1'],
    ['graph', '"weight": 0.75', '"weight": "0.75"'],
    ['graph', '"type": "tests"', '"type": "checks"'],
    ['swarm', '"id": "t1"', '"id": 1'],
    ['swarm', '"spent": {', '"spent": null, "was": {'],
    ['swarm', '"cortex": 1', '"cortex": 2'],
    ['swarm', '"type": "swarm"', '"type": "swarms"'],
    ['swarm', '"checksum"', '"check"'],
  ])('reject in a %s file: %s as %s', (type, from, to) => {
    const text = sampleFile(type).replace(from, to);
    expect(text).not.toBe(sampleFile(type));
    expect(accepts(type, text)).toBe(false);
    expect(accepts('crtx', text)).toBe(false);
  });

  it('have a title or description for every field', () => {
    const { definitions = {}, ...file } = load('crtx');
    const objects = [file, ...Object.values(isObject(definitions) ? definitions : {})].filter(isObject);
    const bare = objects.flatMap((schema) =>
      Object.entries(schema.properties ?? {}).filter(([, field]) => !field.description && !field.$ref),
    );
    expect(objects.filter(({ title, description }) => !title || !description)).toEqual([]);
    expect(objects.length).toBeGreaterThan(20);
    expect(bare).toEqual([]);
  });
});
