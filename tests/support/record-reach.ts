import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, relative, resolve } from 'node:path/posix'
import type { BrowserContext, CDPSession, Page } from 'playwright'
import { onContext } from './chromium.ts'
import { keyOf } from './reach.ts'

// For `npm run test:reach`: appends to the file `TEST_REACH`, for each test, the sources of the functions that V8 has run in
// its pages. `TEST_PAGES` is built with source maps.

const assets = join(process.env.TEST_PAGES ?? '', 'assets')

type Script = { url: string; functions: { ranges: { startOffset: number; count: number }[] }[] }
type Chunk = { sources: string[]; sourceAt(offset: number): string | null }

const chunks = new Map<string, Chunk>()
const root = resolve(import.meta.dirname, '../..')
/** A source of a map, as a path of the project; null: of a package, or made by the build. */
function ours(source: string): string | null {
  const path = relative(root, resolve(assets, source)).split('?')[0]!
  return /^(src|machines|domain|languages)\//.test(path) ? path : null
}

function chunkOf(name: string): Chunk {
  const known = chunks.get(name)
  if (known) return known
  // The bundler's own code has no map.
  if (!existsSync(join(assets, `${name}.map`))) return { sources: [], sourceAt: () => null }
  const code = readFileSync(join(assets, name), 'utf8')
  const payload = JSON.parse(readFileSync(join(assets, `${name}.map`), 'utf8'))
  const map = new SourceMap(payload)
  const lines = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const chunk: Chunk = {
    sources: payload.sources.map(ours).filter(Boolean),
    sourceAt(offset) {
      const line = lines.findLastIndex(begin => begin <= offset)
      // Where the build wrote the code itself, the entry has no source.
      const entry: { originalSource?: string } = map.findEntry(line, offset - lines[line]!)
      return entry.originalSource ? ours(entry.originalSource) : null
    },
  }
  chunks.set(name, chunk)
  return chunk
}

const reached = new Set<string>()
const watched = new Map<Page, CDPSession>()

const begin = (session: CDPSession) =>
  session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

async function watch(page: Page): Promise<void> {
  if (watched.has(page)) return
  const session = await page.context().newCDPSession(page)
  watched.set(page, session)
  session.once('close', () => watched.delete(page))
  await session.send('Profiler.enable')
  await begin(session)
  // What the page does when idle is no part of what is tested.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
}

async function take(page: Page): Promise<void> {
  const session = watched.get(page)
  if (!session || page.isClosed()) return
  const { result } = (await session.send('Profiler.takePreciseCoverage')) as { result: Script[] }
  for (const { url, functions } of result) {
    const name = /\/assets\/([^/?]+\.js)$/.exec(url)?.[1]
    if (!name) continue
    const { sources, sourceAt } = chunkOf(name)
    // The first is the script itself, and the functions that it has not run are listed with no count.
    const found = functions
      .slice(1)
      .map(({ ranges: [range] }) => [sourceAt(range!.startOffset), range!.count] as const)
    const withFunctions = new Set(found.map(([source]) => source))
    for (const [source, count] of found) if (source && count > 0) reached.add(source)
    for (const source of sources) if (!withFunctions.has(source)) reached.add(source)
  }
}

function before<T extends object>(object: T, name: keyof T, act: () => Promise<unknown>): void {
  const call = object[name] as (...values: unknown[]) => unknown
  Object.assign(object, {
    [name]: async (...values: unknown[]) => {
      await act()
      return call.apply(object, values)
    },
  })
}

onContext.push((context: BrowserContext) => {
  const { newPage } = context
  context.newPage = async () => {
    const page = await newPage.call(context)
    await watch(page)
    before(page, 'close', () => take(page))
    return page
  }
  before(context, 'close', () => Promise.all(context.pages().map(take)))
})

/** Writes what the pages of this process have run since the test before. */
export async function recordTest(file: string, name: string): Promise<void> {
  // A page can go while it is asked.
  const asked = [...watched].map(async ([page, session]) => {
    await take(page)
    // While it counts, V8 keeps the functions of all pages before.
    await session.send('Profiler.stopPreciseCoverage')
    await begin(session)
  })
  const answers = await Promise.allSettled(asked)
  for (const answer of answers)
    if (answer.status === 'rejected' && !/closed/.test(String(answer.reason))) throw answer.reason
  appendFileSync(
    process.env.TEST_REACH!,
    `${JSON.stringify({ key: keyOf(file, name), sources: [...reached] })}\n`,
  )
  reached.clear()
}
