import { posix } from 'node:path';
import { xmlElements } from '../../text/xml-scan.ts';
import { findQuoted, type ManifestFacts } from '../facts.ts';

const LANGUAGES: Readonly<Record<string, string>> = { '.csproj': 'C#', '.fsproj': 'F#', '.vbproj': 'Visual Basic' };
const REFERENCES = new Set(['PackageReference', 'PackageVersion', 'GlobalPackageReference', 'FrameworkReference']);

const withSlashes = (file: string) => file.replaceAll('\\', '/');
const stem = (file: string) => posix.basename(file, posix.extname(file));
const isProject = (file: string) => Object.hasOwn(LANGUAGES, posix.extname(file));

/** Parses `*.csproj`, `*.fsproj`, `*.vbproj` and `Directory.Packages.props`. Other projects refer to a project by its file name. */
export function readDotnetProject(text: string, file: string): ManifestFacts {
  const elements = xmlElements(text);
  const packages = elements
    .filter(({ name }) => REFERENCES.has(name))
    .map(({ attributes }) => attributes.Include ?? attributes.Update ?? '');
  const sdks = elements.filter(({ name }) => name === 'Project').map(({ attributes }) => attributes.Sdk?.split('/')[0] ?? '');
  const projects = elements
    .filter(({ name }) => name === 'ProjectReference')
    .map(({ attributes }) => stem(withSlashes(attributes.Include ?? '')));
  const language = LANGUAGES[posix.extname(file)];
  return {
    ecosystem: 'dotnet',
    name: language === undefined ? undefined : stem(file),
    purpose: elements.find(({ name }) => name === 'Description')?.text,
    dependencies: [...[...packages, ...sdks].map((name) => name.toLowerCase()), ...projects],
    stack: { languages: language === undefined ? [] : [language], buildTools: ['.NET SDK'] },
  };
}

/** Parses `*.sln`: `Project("{…}") = "Name", "src\Name\Name.csproj", "{…}"` */
export function readSolution(text: string): ManifestFacts {
  const projects = text.split('\n').filter((line) => line.startsWith('Project('));
  const files = projects.flatMap(findQuoted).map(withSlashes).filter(isProject);
  return { ecosystem: 'dotnet', members: files.map((file) => posix.dirname(file)) };
}

/** Parses `*.slnx`. */
export function readXmlSolution(text: string): ManifestFacts {
  const files = xmlElements(text)
    .filter(({ name }) => name === 'Project')
    .map(({ attributes }) => withSlashes(attributes.Path ?? ''));
  return { ecosystem: 'dotnet', members: files.filter(isProject).map((file) => posix.dirname(file)) };
}
