/**
 * A picture of the operator's, and its size in the console in px. `wide`: a wordmark, more than twice as wide as high,
 * which has the name in it.
 */
export type Logo = {
  file: 'logo.svg' | 'logo.png'
  type: string
  bytes: Buffer
  width: number
  height: number
  wide: boolean
}

/** The height of the mark, and the width of the drawer's head, in px. */
const most = { height: 28, width: 160 }

export const largestLogo = 100_000

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** Width and height in the header of a PNG. Source: PNG (third edition), 5.2 and 11.2.1. */
function pngSize(bytes: Buffer): [number, number] | null {
  if (bytes.length < 24 || !bytes.subarray(0, pngStart.length).equals(pngStart)) return null
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

/** Width and height of an SVG in one unit, by its root's attributes, else by its view box. Source: SVG 2, 8.2 and 8.6. */
function svgSize(text: string): [number, number] | null {
  const root = /^\ufeff?(?:\s|<\?[^>]*>|<!--.*?-->|<!DOCTYPE[^>[]*>)*<svg(\s[^>]*)>/s.exec(text)
  const attributes = new Map(
    [...(root?.[1] ?? '').matchAll(/\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, name = '', double, single = '']) => [name, (double ?? single).trim()],
    ),
  )
  if (attributes.get('xmlns') !== 'http://www.w3.org/2000/svg') return null
  const length = (name: string) => /^([\d.]+)([a-z]*)$/.exec(attributes.get(name) ?? '')
  const [width, height] = [length('width'), length('height')]
  if (width && height && width[2] === height[2]) return [Number(width[1]), Number(height[1])]
  const [, , wide = 0, high = 0] = (attributes.get('viewBox') ?? '').split(/[\s,]+/).map(Number)
  return [wide, high]
}

/** The logo in the bytes of an SVG or PNG file, or what is wrong with them. */
export function readLogo(bytes: Buffer): Logo | string {
  if (bytes.length > largestLogo)
    return `names a file of ${bytes.length} bytes; at most ${largestLogo} are allowed.`
  const png = pngSize(bytes)
  const size = png ?? svgSize(bytes.toString('utf8'))
  if (size === null) return 'must name an SVG or PNG file.'
  const [width, height] = size
  if (!(width > 0 && height > 0)) return 'names a picture without a width and a height, or a viewBox.'
  const scale = Math.min(most.height / height, most.width / width)
  return {
    ...(png ? { file: 'logo.png', type: 'image/png' } : { file: 'logo.svg', type: 'image/svg+xml' }),
    bytes,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    wide: width > 2 * height,
  }
}
