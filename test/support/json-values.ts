import fc from 'fast-check';

/** Values as they are read from JSON, which has one zero: what is written as -0 is read as 0 (RFC 8785). */
export function jsonValues(constraints: fc.JsonSharedConstraints = {}): fc.Arbitrary<unknown> {
  return fc.jsonValue(constraints).map((value): unknown => JSON.parse(JSON.stringify(value)));
}
