export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  array: Array.isArray,
  object: isObject,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
};

interface Place {
  readonly wanted: unknown;
  readonly value: unknown;
  /** The schema that contains the keyword. */
  readonly schema: Json;
  /** The whole document, for references. */
  readonly top: Json;
}

function definition({ wanted, top }: Place): unknown {
  const found = isObject(top.definitions) ? top.definitions[String(wanted).replace('#/definitions/', '')] : undefined;
  if (found === undefined) throw new Error(`${wanted} leads nowhere`);
  return found;
}

/** Keywords without a check of their own. */
const SILENT = new Set(['propertyNames', 'then', '$schema', 'title', 'description', 'examples', 'definitions']);

/** Checks of the keywords that the generated schemas use. */
const WORDS: Readonly<Record<string, (place: Place) => boolean>> = {
  $ref: (place) => validates(definition(place), place.value, place.top),
  type: ({ wanted, value }) => TYPES[String(wanted)]?.(value) === true,
  const: ({ wanted, value }) => value === wanted,
  enum: ({ wanted, value }) => list(wanted).includes(value),
  minimum: ({ wanted, value }) => typeof value !== 'number' || value >= Number(wanted),
  maximum: ({ wanted, value }) => typeof value !== 'number' || value <= Number(wanted),
  items: ({ wanted, value, top }) => list(value).every((item) => validates(wanted, item, top)),
  required: ({ wanted, value }) => !isObject(value) || list(wanted).every((key) => Object.hasOwn(value, String(key))),
  properties: ({ wanted, value, top }) =>
    Object.entries(wanted ?? {}).every(
      ([key, inner]) => !isObject(value) || !Object.hasOwn(value, key) || validates(inner, value[key], top),
    ),
  additionalProperties: ({ wanted }) => wanted !== false,
  allOf: ({ wanted, value, top }) => list(wanted).every((inner) => validates(inner, value, top)),
  if: ({ wanted, value, schema, top }) => !validates(wanted, value, top) || validates(schema.then, value, top),
};

/** Returns true if a value is valid. @throws for an unknown keyword, so that none is ignored */
export function validates(schema: unknown, value: unknown, top: Json): boolean {
  if (!isObject(schema)) return schema !== false;
  return Object.entries(schema).every(([word, wanted]) => {
    if (SILENT.has(word)) return true;
    const check = WORDS[word];
    if (check === undefined) throw new Error(`${word} is not checked here`);
    return check({ wanted, value, schema, top });
  });
}
