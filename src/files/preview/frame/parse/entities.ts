/** The names of U+00A0 to U+00FF. Source: HTML 4, 24.2.1. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'
const others =
  'amp& lt< gt> quot" apos\' ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ bull• hellip… prime′ Prime″ euro€ ' +
  'trade™ larr← uarr↑ rarr→ darr↓ harr↔ rArr⇒ hArr⇔ minus− le≤ ge≥ ne≠ asymp≈ infin∞ sum∑ radic√ check✓ cross✗ star☆ ' +
  'alphaα betaβ gammaγ deltaδ lambdaλ muμ piπ sigmaσ omegaω DeltaΔ OmegaΩ ensp\u2002 emsp\u2003 thinsp\u2009 zwj\u200d zwnj\u200c'

const characters = new Map([
  ...latin.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...others.split(' ').map((entry): [string, string] => [entry.slice(0, -1), entry.slice(-1)]),
])

/** A text with its entities decoded; rare ones stay unchanged. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+\d*));/gi,
    (entity, decimal, hexadecimal, name) => {
      if (name) return characters.get(name) ?? entity
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}
