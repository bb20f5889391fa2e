/** The order in which S3 lists keys: by their bytes in UTF-8, which is by code points and not by UTF-16 units. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left === right) continue
    const leftIsHalf = left >= 0xd800 && left <= 0xdfff
    const rightIsHalf = right >= 0xd800 && right <= 0xdfff
    return leftIsHalf === rightIsHalf ? left - right : leftIsHalf ? 1 : -1
  }
  return a.length - b.length
}
