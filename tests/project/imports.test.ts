import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/**
 * The floors of both halves, the lowest first: a folder, or a file directly in `src/` or `server/`, imports from floors
 * below its own only, types too. Places on one floor do not know each other.
 */
const floors = {
  src: [
    ['site', 'theme'],
    ['i18n'],
    ['api'],
    ['shell'],
    ['ui'],
    ['forms'],
    ['session'],
    ['confirm'],
    ['jobs', 'picker', 'uploads'],
    ['people'],
    ['entry'],
    ['email-change', 'password-reset', 'sso'],
    ['audit', 'keys', 'notifications', 'sign-in'],
    ['buckets'],
    ['files'],
    ['dashboard', 'events', 'profile'],
    ['security'],
    ['finder'],
    ['frame'],
    ['app'],
    ['main.tsx'],
  ],
  server: [
    ['brand', 'crc32.ts', 'disk.ts', 'program.ts'],
    ['tracing'],
    ['background', 'thread-pool.ts', 's3', 'errors', 'config-files.ts', 'config-rules.ts', 'places', 'zip'],
    ['config-oidc.ts'],
    ['config.ts', 'limits'],
    ['data-lock.ts', 'log.ts', 'store', 'engine/protocol'],
    ['engine/access', 'vault'],
    ['audit', 'storage', 'engine/store'],
    ['auth', 'engine/signature', 'engine/lifecycle', 'upgrade.ts'],
    ['mail', 'engine/request'],
    ['engine/operations', 'engine/sns'],
    ['engine'],
    ['storage-admin', 'sso'],
    ['events', 'expiry'],
    ['jobs', 'shares'],
    ['contract'],
    ['operations', 'http'],
    ['demo', 'maintenance'],
    ['metrics'],
    ['start'],
    ['kho.ts'],
    ['cli.ts'],
    ['main.ts'],
  ],
}

const root = join(import.meta.dirname, '../..')
const sources = (house: string) => globSync(`${house}/**/*.{ts,tsx}`, { cwd: root })

/** Files below `house` that a file imports, as paths from the project's folder. */
function importsOf(path: string, house: string): string[] {
  return ts
    .preProcessFile(readFileSync(join(root, path), 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => relative(root, join(root, dirname(path), fileName)))
    .filter(target => target.startsWith(`${house}/`))
}

/** Folders below a folder belong to it, but for those of the engine, which are places of their own. */
function placeOf(path: string): string {
  const [, first = '', second] = path.split('/')
  return first === 'engine' && path.split('/').length > 3 ? `${first}/${second}` : first
}

describe.each(['src', 'server'] as const)('the places of %s', house => {
  const files = sources(house)
  const floorOf = (place: string): number => floors[house].findIndex(places => places.includes(place))

  test('have a floor each', () => {
    const places = [...new Set(files.map(placeOf))]
    expect(places.filter(place => floorOf(place) === -1)).toEqual([])
    expect(floors[house].flat().filter(place => !places.includes(place))).toEqual([])
  })

  test('import from floors below their own', () => {
    const wrong = files.flatMap(path => {
      const from = placeOf(path)
      return importsOf(path, house)
        .filter(target => placeOf(target) !== from && floorOf(placeOf(target)) >= floorOf(from))
        .map(target => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })
})

test('folders inside a folder of src import in no circle', () => {
  const folderOf = (file: string) => dirname(file).split('/').slice(0, 3).join('/')
  const graph = new Map<string, Set<string>>()
  for (const file of sources('src')) {
    const from = folderOf(file)
    const imports = graph.get(from) ?? new Set()
    graph.set(from, imports)
    for (const to of importsOf(file, 'src').map(folderOf)) {
      // A folder and those inside of it are one.
      if (!`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`)) imports.add(to)
    }
  }
  expect(circleIn(graph)).toBeUndefined()
})

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

test('transactions begin below http', () => {
  const wrong = sources('server')
    .filter(path => placeOf(path) === 'http')
    .filter(path => /\.transaction\(|withLockedUser/.test(readFileSync(join(root, path), 'utf8')))
  expect(wrong).toEqual([])
})
