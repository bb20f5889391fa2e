import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { changedSince, mergeBase } from './changed.ts'

/**
 * What the tests in Chromium reach: for each the sources of which its page ran a function, or which hold data alone and
 * were loaded. `npm run test:reach` records it.
 */
export type Reach = {
  /** The commit that was walked. */
  commit: string
  sources: string[]
  /** By `keyOf`: a bit for each source, in base64. */
  tests: Record<string, string>
}

export const reachFile = 'tests/reach.json'

/** What `npm test` runs of tests/browser whatever has changed. */
export const coreFiles = [
  ...['back', 'bundle', 'console', 'keyboard', 'main-job', 'people', 'permissions', 'previews', 'uploads'],
].map(name => `tests/browser/${name}.test.ts`)

/** How many of the affected a run takes at most: `most`, or all while they are recorded. */
export const ceilingOf = (most: number): number => (process.env.TEST_REACH ? Number.POSITIVE_INFINITY : most)

/** A test, as it is recorded: an action in all ways, a screen in all looks, else the file. */
export function keyOf(file: string, name: string): string {
  if (file.startsWith('tests/browser/ways-')) return `action ${name.replace(/, by [a-z-]+$/, '')}`
  if (file.startsWith('tests/screens/')) return `screen ${name.replace('nothing is wrong on ', '')}`
  return file
}

export function packReach(commit: string, reached: ReadonlyMap<string, ReadonlySet<string>>): Reach {
  const sources = [...new Set([...reached.values()].flatMap(each => [...each]))].sort()
  const pack = (each: ReadonlySet<string>) => {
    const bits = Buffer.alloc(Math.ceil(sources.length / 8))
    for (const [at, source] of sources.entries()) if (each.has(source)) bits[at >> 3]! |= 1 << (at & 7)
    return bits.toString('base64')
  }
  const keys = [...reached.keys()].sort()
  return { commit, sources, tests: Object.fromEntries(keys.map(key => [key, pack(reached.get(key)!)])) }
}

export function unpackReach({ sources, tests }: Reach): Map<string, Set<string>> {
  const unpack = (text: string) => {
    const bits = Buffer.from(text, 'base64')
    return new Set(sources.filter((_, at) => ((bits[at >> 3] ?? 0) >> (at & 7)) & 1))
  }
  return new Map(Object.entries(tests).map(([key, text]) => [key, unpack(text)]))
}

export const readReach = (): Reach => JSON.parse(readFileSync(reachFile, 'utf8'))

/** What the browser gets. */
const shipped = /^(src|machines|domain|languages)\/.*\.tsx?$/
/** A change of these can show anywhere, as of those that vite.config.ts names. */
const everywhere = /^(package-lock\.json|vite\.config\.ts|index\.html|public\/.*)$/

/** What a file imports beside or below it, as paths of the project. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(?|URL\() ?'(\.[^']+)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path!)),
  )

/** A file of tests, and what it imports beside it. */
export const ownFiles = (file: string): string[] => [
  file,
  ...importsOf(file).filter(each => /^(flows\/kit|tests\/(browser|flows))\//.test(each)),
]

/** What is recorded in its place: pages are walked in English, and frames of previews are documents of their own. */
const recordedAs = (file: string) =>
  file
    .replace(/^languages\/vi\//, 'languages/en/')
    .replace(/^src\/files\/preview\/frame\/.*/, 'src/files/preview/frame-view.tsx')

/** The recorded sources through which a file reaches the page that the record does not have: those that import it. */
function through(unknown: string, recorded: ReadonlySet<string>): string[] {
  const pairs = globSync('{src,machines,domain,languages}/**/*.{ts,tsx}').flatMap(from =>
    importsOf(from).map(to => [from, to] as const),
  )
  const importers = Map.groupBy(pairs, ([, to]) => to)
  const seen = new Set([unknown])
  for (const each of seen)
    if (!recorded.has(each)) for (const [from] of importers.get(each) ?? []) seen.add(from)
  return [...seen].filter(each => recorded.has(each))
}

/** Whether a change of these files can change what a test of `key` sees; `own`: the files that the test is in. */
export type Affects = (key: string, own?: readonly string[]) => boolean

export function affectedBy(changed: readonly string[], reach: Reach): Affects {
  const recorded = new Set(reach.sources)
  const differ = new Set([
    ...[...changed, ...changed.map(recordedAs)].flatMap(file =>
      shipped.test(file) && !recorded.has(file) ? [file, ...through(file, recorded)] : [file],
    ),
    // Renamed since, maybe before `changed` begins.
    ...reach.sources.filter(file => !existsSync(file)),
  ])
  const building = readFileSync('vite.config.ts', 'utf8')
  if (changed.some(file => everywhere.test(file) || (/^build\//.test(file) && building.includes(file))))
    return () => true
  const reached = unpackReach(reach)
  return (key, own = []) => {
    const sources = reached.get(key)
    return !sources?.size || own.some(file => differ.has(file)) || [...differ].some(file => sources.has(file))
  }
}

let affects: Affects | undefined

/**
 * Whether a test is affected by what has changed since the record was made; `TEST_SINCE`: since that commit. One that the
 * record does not have, or that loads another page than the console, always is; without git, each is.
 */
export const isAffected: Affects = (key, own) => {
  affects ??= affectedNow()
  return affects(key, own)
}

function affectedNow(): Affects {
  // The record itself is made of all.
  if (process.env.TEST_REACH) return () => true
  const reach = readReach()
  const changed = changedSince(process.env.TEST_SINCE ?? reach.commit) ?? changedSince(mergeBase())
  return changed === null ? () => true : affectedBy(changed, reach)
}
