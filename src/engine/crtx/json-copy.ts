/** Copies a JSON value of any depth. `structuredClone` would overflow the stack. */
export function copyJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
