import { at, entriesOf } from '../../text/foreign-data.ts';
import { parseYaml } from '../../text/yaml.ts';
import { linesOf, type ManifestFacts } from '../facts.ts';

/** The name of an image without registry, owner, tag and digest. */
export function imageName(reference: string): string {
  const [path = ''] = reference.split('@', 1);
  const [name = ''] = (path.split('/').at(-1) ?? '').split(':', 1);
  return name.toLowerCase();
}

/** `Dockerfile` and its like */
export function readDockerfile(text: string): ManifestFacts {
  const images = linesOf(text, '#')
    .map((line) => line.split(/\s+/))
    .filter(([instruction = '']) => instruction.toUpperCase() === 'FROM')
    .map(([, ...words]) => words.find((word) => !word.startsWith('--')) ?? '');
  return { ecosystem: 'images', dependencies: images.map(imageName), services: ['.'] };
}

/** `compose.yaml` and its like */
export function readCompose(text: string): ManifestFacts {
  const services = entriesOf(at(parseYaml(text), 'services')).map(([, service]) => service);
  const images = services.map((service) => at(service, 'image')).filter((image) => typeof image === 'string');
  const built = services.map((service) => at(service, 'build')).map((build) => (typeof build === 'string' ? build : at(build, 'context')));
  return { ecosystem: 'images', dependencies: images.map(imageName), services: built.filter((folder) => typeof folder === 'string') };
}

/** Visits every value of a document, which may hold the same one many times, once. */
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

/** What runs beside the steps of a pipeline: a database for tests has an `image` wherever it stands. */
export function readPipeline(text: string): ManifestFacts {
  const images = [...valuesIn(parseYaml(text))].map((value) => at(value, 'image')).filter((image) => typeof image === 'string');
  return { ecosystem: 'images', dependencies: images.map(imageName) };
}
