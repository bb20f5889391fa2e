import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { draw } from '../../build/picture.ts'

const documents = [
  ...['docs/architecture.md', 'CONTRIBUTING.md', 'README.md', 'docs/decisions.md'],
  ...['flows/README.md', 'tests/flows/README.md'],
]

test.each(documents)('every file that %s names exists', document => {
  const named = [...readFileSync(document, 'utf8').matchAll(/`((?:[\w.{},-]+\/)+[\w.{},/-]*|[\w-]+\.ts)`/g)]
  const paths = named.flatMap(([, path]) => spelledOut(path!.replace(/^\{en,vi\}/, 'languages/$&')))
  const ours = paths.filter(path =>
    /^(build|docs|domain|flows|languages|machines|openapi|server|src|tests)\/|\.ts$/.test(path),
  )
  expect(ours.length).toBeGreaterThan(0)
  const exists = (path: string) => existsSync(path) || existsSync(join(dirname(document), path))
  expect(ours.filter(path => !exists(path) && !exempt.includes(path))).toEqual([])
})

/** `a/{b,c}.ts` → `a/b.ts`, `a/c.ts` */
function spelledOut(path: string): string[] {
  const [braces, names] = /\{(.*?)\}/.exec(path) ?? []
  return braces ? names!.split(',').flatMap(name => spelledOut(path.replace(braces, name))) : [path]
}

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
