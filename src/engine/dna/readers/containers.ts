import { entriesOf, valueAt } from '../../text/foreign-data.ts';
import { parseYaml } from '../../text/yaml.ts';
import { type ManifestFacts, splitLines } from '../facts.ts';

/** Returns the name of an image without registry, owner, tag and digest. */
export function imageName(reference: string): string {
  const [path = ''] = reference.split('@', 1);
  const [name = ''] = (path.split('/').at(-1) ?? '').split(':', 1);
  return name.toLowerCase();
}

/** Parses `Dockerfile` and similar files. */
export function readDockerfile(text: string): ManifestFacts {
  const images = splitLines(text, '#')
    .map((line) => line.split(/\s+/))
    .filter(([instruction = '']) => instruction.toUpperCase() === 'FROM')
    .map(([, ...words]) => words.find((word) => !word.startsWith('--')) ?? '');
  return { ecosystem: 'images', dependencies: images.map(imageName), services: ['.'] };
}

/** Parses `compose.yaml` and similar files. */
export function readCompose(text: string): ManifestFacts {
  const services = entriesOf(valueAt(parseYaml(text), 'services')).map(([, service]) => service);
  const images = services.map((service) => valueAt(service, 'image')).filter((image) => typeof image === 'string');
  const built = services
    .map((service) => valueAt(service, 'build'))
    .map((build) => (typeof build === 'string' ? build : valueAt(build, 'context')));
  return { ecosystem: 'images', dependencies: images.map(imageName), services: built.filter((folder) => typeof folder === 'string') };
}

/** Yields every object of a document once, even if it is referenced many times. */
function* valuesIn(document: unknown): Iterable<object> {
  const seen = new Set<unknown>();
  const open = [document];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    yield value;
    for (const inner of Object.values(value)) open.push(inner);
  }
}

/** Finds the services of a pipeline, such as a database for tests: an `image` at any place. */
export function readPipeline(text: string): ManifestFacts {
  const images = [...valuesIn(parseYaml(text))].map((value) => valueAt(value, 'image')).filter((image) => typeof image === 'string');
  return { ecosystem: 'images', dependencies: images.map(imageName) };
}
