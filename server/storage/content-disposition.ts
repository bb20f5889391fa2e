/** `inline` with a file name, like `attachment`. */
export const inline = (name: string) => disposition('inline', name)

/** The browser saves the file under this name. */
export const attachment = (name: string) => disposition('attachment', name)

/**
 * A disposition with a file name: `filename` in ASCII for old clients, `filename*` in UTF-8.
 * Source: RFC 6266, appendix D; RFC 8187.
 */
function disposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const utf8 = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
