const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** 32-bit hash of a text (FNV-1a over its UTF-16 code units). Hashes may collide, so callers must compare the texts. */
export function hash32(text: string): number {
  let hash = OFFSET_BASIS;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  return hash >>> 0;
}

/** 16-bit variant of `hash32`. */
export function hash16(text: string): number {
  const hash = hash32(text);
  return (hash ^ (hash >>> 16)) & 0xffff;
}
