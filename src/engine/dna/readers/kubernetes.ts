import type { ManifestFacts } from '../facts.ts';
import { imageName } from './containers.ts';

const KIND =
  /^kind:[ \t]*["']?(?:ConfigMap|CronJob|DaemonSet|Deployment|HorizontalPodAutoscaler|Ingress|Job|Namespace|PersistentVolumeClaim|Pod|ReplicaSet|Secret|Service|ServiceAccount|StatefulSet)["']?[ \t\r]*(?:#.*)?$/m;

/** Whether a text describes Kubernetes objects. Uses no YAML parser: templates are not valid YAML, and hostile YAML is slow to parse. */
export function isKubernetes(text: string): boolean {
  return text.split(/^---/m).some((document) => /^apiVersion:[ \t]*\S/m.test(document) && KIND.test(document));
}

/** Scans a file for which `isKubernetes` holds. */
export function readKubernetes(text: string): ManifestFacts {
  const images = [...text.matchAll(/^[ \t]*(?:-[ \t]+)?image:[ \t]*["']?([^\s"'{}]{1,300})/gm)].map(([, image = '']) => imageName(image));
  return { ecosystem: 'images', dependencies: images, stack: { infrastructure: ['Kubernetes'] } };
}
