import fc from 'fast-check';

/** Generates values as read from JSON, which has one zero: -0 is read as 0 (RFC 8785). */
export function jsonValues(constraints: fc.JsonSharedConstraints = {}): fc.Arbitrary<unknown> {
  return fc.jsonValue(constraints).map((value): unknown => JSON.parse(JSON.stringify(value)));
}
