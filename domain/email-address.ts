/**
 * An unquoted mailbox: a dot-atom, and letters, marks and digits of any script behind it, none of which mean anything else in a
 * URL. No encoded word (RFC 2047), which mail programs might decode to another address.
 */
const mailbox = /^(?!.*=\?)([\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)@([\p{L}\p{M}\p{N}.-]+)$/u
const domain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--(?:[a-z\d-]{0,58}[a-z\d]))$/

function parsed(text: string): string | null {
  const [, name = '', host = ''] = mailbox.exec(text) ?? []
  if (!URL.canParse(`http://${host}`)) return null
  const { hostname } = new URL(`http://${host}`)
  const address = `${name.toLowerCase()}@${hostname}`
  return domain.test(hostname) && address.length <= 254 ? address : null
}

/** An email address of at most 254 characters (RFC 5321, 4.5.3.1.3), without spaces around it. Its domain may be Unicode. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && parsed(text) !== null
}

/**
 * The canonical form in which an address is stored, compared and mailed to: trimmed, lowercase, its domain in Punycode
 * (RFC 5891). Text that is not an address is only trimmed and lowercased.
 */
export function canonicalEmail(text: string): string {
  const typed = text.trim()
  return (isEmail(typed) && parsed(typed)) || typed.toLowerCase()
}
