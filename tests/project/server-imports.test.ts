import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/**
 * The floors of the server, the lowest first: a folder, or a file of server/, imports from floors below its own only,
 * types too. Places on one floor do not know each other.
 */
const floors = [
  [
    'background',
    'disk.ts',
    'in-turns.ts',
    'sealing.ts',
    'thread-pool.ts',
    's3',
    'errors',
    'config.ts',
    'places',
    'zip',
  ],
  ['data-lock.ts', 'slots.ts', 'secret.ts', 'log.ts', 'store', 'engine/protocol'],
  ['engine/access'],
  ['audit', 'check-secret.ts', 'storage', 'engine/store'],
  ['auth', 'engine/signature', 'engine/lifecycle'],
  ['mail', 'engine/request'],
  ['engine/operations', 'engine/sns'],
  ['engine'],
  ['storage-admin'],
  ['events', 'expiry'],
  ['services'],
  ['jobs', 'maintenance'],
  ['contract'],
  ['handlers', 'http'],
  ['demo', 'first-user.ts', 'storage-backend.ts'],
  ['kho.ts'],
  ['main.ts'],
]

const root = join(import.meta.dirname, '../../server')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'))
/** Folders below a folder belong to it, but for those of the engine, which are places of their own. */
const placeOf = (path: string): string => {
  const [first = '', second] = path.split('/')
  return first === 'engine' && path.split('/').length > 2 ? `${first}/${second}` : first
}
const floorOf = (place: string): number => floors.findIndex(places => places.includes(place))

const importsOf = (path: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(root, path), 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => relative(root, join(root, dirname(path), fileName)))
    .filter(target => !target.startsWith('..'))

test('every place of the server has a floor', () => {
  const places = [...new Set(files.map(placeOf))]
  expect(places.filter(place => floorOf(place) === -1)).toEqual([])
  expect(floors.flat().filter(place => !places.includes(place))).toEqual([])
})

test('no import between places of the server runs upward, or in a circle', () => {
  const wrong = files.flatMap(path => {
    const from = placeOf(path)
    return importsOf(path)
      .filter(target => placeOf(target) !== from && floorOf(placeOf(target)) >= floorOf(from))
      .map(target => `${path} imports ${target}`)
  })
  expect(wrong).toEqual([])
})

test('transactions begin below the handlers', () => {
  const handlers = files.filter(path => ['handlers', 'http'].includes(placeOf(path)))
  const wrong = handlers.filter(path =>
    /\.transaction\(|withLockedUser/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(wrong).toEqual([])
})
