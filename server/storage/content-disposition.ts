/**
 * `attachment` with a file name: `filename` in ASCII for old clients, `filename*` in UTF-8.
 * Source: RFC 6266, appendix D; RFC 8187.
 */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const utf8 = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
