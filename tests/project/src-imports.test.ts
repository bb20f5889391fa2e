import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const src = join(import.meta.dirname, '..', '..', 'src')
const folderOf = (file: string, depth: number): string =>
  relative(src, dirname(file)).split(sep).slice(0, depth).join('/')

/** The folders below src/, and those that each imports from, types too. */
function importsOfFolders(depth: number): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of globSync(join(src, '**/*.{ts,tsx}'))) {
    const from = folderOf(file, depth)
    if (from === '') continue
    const imports = graph.get(from) ?? new Set()
    graph.set(from, imports)
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      const target = join(dirname(file), fileName)
      if (!fileName.startsWith('.') || !target.startsWith(src + sep)) continue
      const to = folderOf(target, depth)
      // A folder and those inside of it are one.
      if (!`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`)) imports.add(to)
    }
  }
  return graph
}

/** A circle of imports, or undefined. */
function circleIn(graph: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>()
  function visit(folder: string, path: string[]): string[] | undefined {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (done.has(folder)) return undefined
    for (const next of graph.get(folder) ?? []) {
      const circle = visit(next, [...path, folder])
      if (circle) return circle
    }
    done.add(folder)
    return undefined
  }
  for (const folder of graph.keys()) {
    const circle = visit(folder, [])
    if (circle) return circle
  }
  return undefined
}

describe('imports between the folders of src/', () => {
  test.each([1, 2])('run in no circle, %i folders deep', depth => {
    expect(circleIn(importsOfFolders(depth))).toBeUndefined()
  })

  test('have a rule in biome.src.json for each folder', () => {
    const rules: { overrides: { includes: string[] }[] } = JSON.parse(
      readFileSync(join(src, '..', 'biome.src.json'), 'utf8'),
    )
    const ruled = rules.overrides.flatMap(({ includes }) => includes)
    expect(ruled.toSorted()).toEqual(
      [...importsOfFolders(1).keys()].map(folder => `src/${folder}/**`).toSorted(),
    )
  })
})
