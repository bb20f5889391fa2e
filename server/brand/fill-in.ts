/** A text of `languages/`, with the product's name in its places. */
export const fillIn = (text: string, name: string): string => text.replaceAll('{brand}', () => name)

/** For an element or an attribute of HTML; what it returns has no place for `fillIn`. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'{]/g, letter => `&#${letter.charCodeAt(0)};`)
