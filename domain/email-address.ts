const address = /^[\w+-]+(?:\.[\w+-]+)*@[\da-zA-Z]+(?:[.-][\da-zA-Z]+)*\.[a-zA-Z]{2,}$/

/** An email address of at most 254 characters (RFC 5321, 4.5.3.1.3), without spaces around it. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && address.test(text)
}
