import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BrandColors,
  builtColors,
  colorsCss,
  contrast,
  mix,
  whiteOn,
} from '../../server/brand/colors.ts'
import { semanticTokens } from '../../src/theme/semantic-tokens.ts'
import { tokens } from '../../src/theme/tokens.ts'

type Mode = '_light' | '_dark'
type Node = { [name: string]: Node } & { value?: string | Record<Mode, string> }

const at = (tree: unknown, path: string): Node =>
  path.split('.').reduce((node, name) => node[name]!, tree as Node)

/** The colour of a semantic token, where `css` overrides the theme. */
function colourIn(mode: Mode, token: string, css: string): string {
  const node = at(semanticTokens.colors, token)
  const { value } = 'DEFAULT' in node ? node.DEFAULT! : node
  const written = typeof value === 'string' ? value : value![mode]
  const name = /^\{colors\.(.+)\}$/.exec(written)?.[1]
  if (name === undefined) return written
  const given = new RegExp(`--kho-colors-${name.replace('.', '-')}:(#[0-9a-f]{6})`).exec(css)?.[1]
  return given ?? (at(tokens.colors, name).value as string)
}

const grounds = ['bg', 'bg.subtle', 'bg.panel', 'bg.raised', 'bg.hover', 'bg.muted'] as const
const tinted = ['bg.selected', 'accent.subtle'] as const
/** Text on its ground, wherever one of them has a colour of the brand. */
const texts = [
  ...[...grounds, ...tinted].map(ground => ['fg.accent', ground] as const),
  ...['fg', 'fg.muted', 'fg.danger', 'fg.warning', 'fg.success'].flatMap(text =>
    tinted.map(ground => [text, ground] as const),
  ),
  ['fg.inverted', 'accent'],
] as const
/** Edges, rings and bars beside what they stand on. Source: WCAG 2.2, 1.4.11. */
const shapes = ['accent', 'accent.teal', 'focus'].flatMap(shape =>
  [...grounds, ...tinted].map(ground => [shape, ground] as const),
)

/** Pairs of tokens below their contrast. */
function faint(css: string): string[] {
  const below = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs.flatMap(([one, other]) =>
      (['_light', '_dark'] as const).flatMap(mode => {
        const ratio = contrast(colourIn(mode, one, css), colourIn(mode, other, css))
        return ratio < least ? [`${one} on ${other} in ${mode}: ${ratio}`] : []
      }),
    )
  return [...below(texts, 4.5), ...below(shapes, 3)]
}

const color = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)
/** Colours that an operator may set: others are too light. */
const accepted = fc.tuple(color, color).filter(colors => whiteOn(colors) >= 4.5)

test('the ratio is that of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
})

test('the colours of the build are those of the theme, readable, and need no style sheet', () => {
  expect([at(tokens.colors, 'blue.500').value, at(tokens.colors, 'teal.500').value]).toEqual(builtColors)
  expect(semanticTokens.gradients!.main).toEqual({
    value: 'linear-gradient(90deg, {colors.blue.500} 0%, {colors.teal.500} 100%)',
  })
  expect([colorsCss(builtColors), faint('')]).toEqual(['', []])
})

test('with any accepted colours all text keeps 4.5 : 1, and all shapes 3 : 1, in both modes', () => {
  const edges: [BrandColors][] = ['#000000', '#ff0000', '#0000ff', '#767676', '#008800', '#8b6b00', '#c800c8']
    .filter(each => whiteOn([each, each]) >= 4.5)
    .map(each => [[each, '#000001']])
  expect(edges.length).toBeGreaterThan(4)
  fc.assert(
    fc.property(accepted, colors => {
      expect(faint(colorsCss(colors))).toEqual([])
    }),
    { numRuns: 500, examples: edges as [[string, string]][] },
  )
})

/** Mixtures have whole channels. */
const rounding = 0.05

test('white text on a gradient of accepted colours is readable all along, also under the pointer', () => {
  fc.assert(
    fc.property(accepted, fc.double({ min: 0, max: 1, noNaN: true }), ([from, to], share) => {
      const css = colorsCss([from, to])
      const hover = [/blue-600:(#\w+)/, /teal-600:(#\w+)/].map(each => each.exec(css)?.[1] ?? '#000000')
      for (const [start, end] of [[from, to] as const, hover as [string, string]])
        expect(contrast('#ffffff', mix(start, end, share))).toBeGreaterThanOrEqual(4.5 - rounding)
    }),
  )
})
