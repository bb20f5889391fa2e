import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { draw, importGraph, pictureFile } from '../../build/picture.ts'

test.each(['docs/architecture.md', 'CONTRIBUTING.md', 'README.md', 'docs/decisions.md'])(
  'every file that %s names exists',
  document => {
    const named = [...readFileSync(document, 'utf8').matchAll(/`((?:\.?[\w-]+\/)+[\w./-]*|[\w-]+\.ts)`/g)]
    const paths = named.map(match => match[1]!)
    const ours = paths.filter(path =>
      /^(build|docs|domain|languages|machines|openapi|server|src|tests)\/|\.ts$/.test(path),
    )
    expect(ours.length).toBeGreaterThan(0)
    expect(ours.filter(path => !existsSync(path) && !exempt.includes(path))).toEqual([])
  },
)

/** Named as the files of any flow. */
const exempt = ['machine.ts', 'types.ts', 'selectors.ts', 'flow.ts']

test('the picture of the imports is that of today (else: npm run picture)', () => {
  expect(readFileSync(pictureFile, 'utf8') === draw(importGraph())).toBe(true)
})
