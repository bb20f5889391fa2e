/** Compares keys as S3 lists them: by UTF-8 bytes, that is by code points, not by UTF-16 units. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left === right) continue
    const leftIsSurrogate = left >= 0xd800 && left <= 0xdfff
    const rightIsSurrogate = right >= 0xd800 && right <= 0xdfff
    return leftIsSurrogate === rightIsSurrogate ? left - right : leftIsSurrogate ? 1 : -1
  }
  return a.length - b.length
}
