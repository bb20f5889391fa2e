/** `#rrggbb` */
export type Color = string
/** The two colours of the gradient, from start to end. */
export type BrandColors = readonly [Color, Color]

/** Those of src/theme/tokens.ts, in which the console is built. */
export const builtColors: BrandColors = ['#1d64d8', '#0a7c83']

/** The least contrast of text. Source: WCAG 2.2, 1.4.3. */
export const textContrast = 4.5
/** What is drawn over the dark mode's surfaces stays readable at arm's length. */
const darkContrast = 6

const white = '#ffffff'
const black = '#000000'
/** The lightest ground of dark mode and the darkest of light mode on which coloured text stands, and its darkest ground. */
const darkSurface = '#212a31'
const lightSurface = '#edf0f2'
const darkGround = '#0e1316'
/** The faintest text on a selected row, in light and in dark mode. */
const faint = { light: '#55616b', dark: '#8996a0' }

const channels = (color: Color) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))

/** Relative luminance. Source: WCAG 2.2. */
function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = channels(color)
    .map(value => value / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The contrast of white text on the lighter colour of a gradient, which is its least: mixtures are never lighter than
 * their lighter end, as luminance is convex in each channel.
 */
export const whiteOn = (colors: BrandColors): number =>
  Math.min(...colors.map(color => contrast(white, color)))

/** `share` (0 to 1) of `other` in `color`, in sRGB, as CSS mixes the colours of a gradient. */
export function mix(color: Color, other: Color, share: number): Color {
  const into = channels(other)
  const mixed = channels(color).map((value, at) => Math.round(value + (into[at]! - value) * share))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** The first mixture, from `share` on in steps of `step`, that `holds`; the last if none does. */
function firstMixture(
  color: Color,
  other: Color,
  { from, step }: { from: number; step: number },
  holds: (mixture: Color) => boolean,
): Color {
  for (let share = from; share > 0 && share < 1; share += step) {
    const mixture = mix(color, other, share)
    if (holds(mixture)) return mixture
  }
  return step > 0 ? other : color
}

const readable = (ground: Color, least: number) => (text: Color) => contrast(text, ground) >= least

/**
 * The shades of a colour on which white text is readable, by their names in src/theme/tokens.ts: coloured text and the
 * tinted grounds keep 4.5 : 1 with all that stands on them, in both modes.
 */
export function shadesOf(color: Color): Record<'50' | '300' | '500' | '600' | '950', Color> {
  const tint = firstMixture(white, color, { from: 0.09, step: -0.01 }, readable(faint.light, textContrast))
  const shade = firstMixture(
    darkGround,
    color,
    { from: 0.2, step: -0.02 },
    readable(faint.dark, textContrast),
  )
  const dark = firstMixture(
    color,
    black,
    { from: 0.12, step: 0.02 },
    text => readable(lightSurface, textContrast)(text) && readable(tint, textContrast)(text),
  )
  const light = firstMixture(
    color,
    white,
    { from: 0.4, step: 0.02 },
    text => readable(darkSurface, darkContrast)(text) && readable(shade, textContrast)(text),
  )
  return { 50: tint, 300: light, 500: color, 600: dark, 950: shade }
}

/** A style sheet that gives the theme these colours; empty for those of the build. */
export function colorsCss(colors: BrandColors): string {
  if (colors.join() === builtColors.join()) return ''
  const [first, second] = [shadesOf(colors[0]), shadesOf(colors[1])]
  const { 300: light, 500: normal, 600: dark } = second
  const tokens = { blue: first, teal: { 300: light, 500: normal, 600: dark } }
  const lines = Object.entries(tokens).flatMap(([name, shades]) =>
    Object.entries(shades).map(([step, value]) => `--kho-colors-${name}-${step}:${value}`),
  )
  return `html{${lines.join(';')}}`
}

/** A picture in the colours of the build, such as `public/favicon.svg`, in these. */
export const inColors = (svg: string, colors: BrandColors): string =>
  builtColors.reduce((picture, color, at) => picture.replaceAll(color, colors[at]!), svg)
