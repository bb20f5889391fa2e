import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { draw } from '../../build/picture.ts'

test.each(['docs/architecture.md', 'CONTRIBUTING.md', 'README.md', 'docs/decisions.md'])(
  'every file that %s names exists',
  document => {
    const named = [...readFileSync(document, 'utf8').matchAll(/`((?:\.?[\w-]+\/)+[\w./-]*|[\w-]+\.ts)`/g)]
    const paths = named.map(match => match[1]!)
    const ours = paths.filter(path =>
      /^(build|docs|domain|flows|languages|machines|openapi|server|src|tests)\/|\.ts$/.test(path),
    )
    expect(ours.length).toBeGreaterThan(0)
    expect(ours.filter(path => !existsSync(path) && !exempt.includes(path))).toEqual([])
  },
)

/** Named as the files of any flow. */
const exempt = ['machine.ts', 'types.ts', 'selectors.ts', 'flow.ts']

describe('the picture of the imports', () => {
  const drawn = (...imports: [string, string[]][]) => {
    const picture = draw(new Map(imports.map(([folder, to]) => [folder, new Set(to)])))
    const colours = [...picture.matchAll(/stroke="(.+?)"/g)].map(([, colour]) => colour)
    const boxes = [...picture.matchAll(/y="(\d+)" width="140".*?>([\w/]+)<\/text>/g)]
    return { colours, boxes: boxes.map(([, y, folder]) => [folder, Number(y)]) }
  }

  test('has each folder above those that it imports, and no import that others imply', () => {
    expect(drawn(['src/app', ['src/ui', 'domain']], ['src/ui', ['domain']], ['domain', []])).toEqual({
      colours: ['#8a979e', '#8a979e'],
      boxes: [
        ['src/app', 10],
        ['src/ui', 72],
        ['domain', 134],
      ],
    })
  })

  test('marks the imports of a cycle', () => {
    expect(drawn(['src/app', ['src/ui']], ['src/ui', ['src/app']])).toEqual({
      colours: ['#d33', '#d33'],
      boxes: [
        ['src/app', 10],
        ['src/ui', 10],
      ],
    })
  })
})
