import { nameOf } from '../paths.ts';
import type { NamedSource } from './html-scripts.ts';

/** Files that name classes to load, one on each line: services of `ServiceLoader`, auto-configurations of Spring. */
export const JAVA_SERVICES = /(?:^|\/)META-INF\/(?:services\/[\w.$-]+|spring\/[\w.]+\.imports)$/;
const SERVICE = /(?:^|\/)META-INF\/services\/[^/]+$/;
const CLASS = /^\s*([\w$]+(?:\.[\w$]+)+)\s*(?:#|$)/;

/** Returns the classes that such a file names, and the service itself, which is the name of the file. */
export function javaServices(path: string, text: string): NamedSource[] {
  const listed = text.split('\n').flatMap((line, n): NamedSource[] => {
    const name = CLASS.exec(line)?.[1];
    return name === undefined ? [] : [{ name, line: n + 1 }];
  });
  return SERVICE.test(path) && listed.length > 0 ? [...listed, { name: nameOf(path), line: 1 }] : listed;
}
