import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { nameWords } from '../../domain/name-search.ts'
import { type Engine, openEngine } from '../../server/engine/engine.ts'
import type { FoundPage } from '../../server/s3/search.ts'
import { seeded, until } from '../engine/support.ts'
import { keyMaker, seedNames } from './find-names.ts'
import { scanOnRgw } from './find-scan.ts'
import { requestBytes, sendAll } from './kept-connections.ts'
import { median } from './median.ts'
import { call, closeConnections, processorTicks, root, startEngine, stopEngine } from './s3-server.ts'

const secret = new Uint8Array(32).fill(7)
const keys = { accessKey: 'BENCHENGINE', secretKey: 'of the bench alone' }
const buckets = Array.from({ length: 50 }, (_, n) => `bench-${n}`)
const sender = { address: '127.0.0.1', secure: true }
const SEARCHES = 200
const PUTS = 2000

function row(name: string, value: string, aim?: { text: string; met: boolean }): boolean {
  const verdict = aim ? ` (aim ${aim.text}): ${aim.met ? 'met' : 'NOT MET'}` : ''
  console.log(`${name.padEnd(44)} ${value}${verdict}`)
  return aim?.met ?? true
}

const ms = (value: number) => `${value.toFixed(1)} ms`
const atMost = (value: number, aim: number, unit: string) => ({ text: `≤ ${aim}${unit}`, met: value <= aim })
const part = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!

/** The longest that the event loop was held while `work` ran, ms, and what the work returned. */
async function watched<T>(work: () => Promise<T>): Promise<{ held: number; value: T }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const value = await work()
  delay.disable()
  return { held: delay.max / 1e6, value }
}

const heldBeside = (held: number, idle: number) => `${ms(held)}, of an idle loop ${ms(idle)}`

const search = (engine: Engine, query: string, how: { bucket?: string; order?: 'best' | 'newest' } = {}) =>
  engine.search!(keys, sender, {
    ...{ words: nameWords(query), bucket: how.bucket, order: how.order ?? 'best', limit: 50, at: null },
    reaches: () => true,
  })

/** An engine on the folder, with buckets; `names`: with the index of names. */
async function open(dir: string, names: boolean): Promise<Engine> {
  const engine = await openEngine({ dir, region: 'kho-1', secret, names, scrub: false, lifecycle: false })
  engine.admin.putUser({ uid: 'owner', displayName: 'Owner' })
  engine.admin.putKey('owner', null, 'full', keys)
  return engine
}

async function makeBuckets(dir: string): Promise<void> {
  const engine = await startEngine(root, dir)
  for (const bucket of buckets) await call(engine, 'PUT', `/${bucket}`)
  await stopEngine(engine)
}

/** Queries of one to three parts of names that are there. */
function queriesOf(pages: FoundPage[], random: () => number): string[] {
  const names = pages.flatMap(({ rows }) => rows.map(({ key }) => key))
  return Array.from({ length: SEARCHES }, () => {
    const parts = names[Math.floor(random() * names.length)]!.split(/[ /_.]/).filter(
      ({ length }) => length > 2,
    )
    return Array.from(
      { length: 1 + Math.floor(random() * 3) },
      () => parts[Math.floor(random() * parts.length)],
    ).join(' ')
  })
}

const everything = ['*', '.', 'a', 'o a', '*a*a*', '*.pdf']

async function measureSearches(dir: string, count: number): Promise<boolean> {
  const random = seeded(20261130)
  await makeBuckets(dir)
  seedNames(dir, buckets, count, keyMaker(random))
  const engine = await open(dir, true)
  // What this machine holds a loop for that has nothing to do.
  const { held: idle } = await watched(() => sleep(3000))
  const began = performance.now()
  const built = await watched(() => until(() => engine.measures().names.waiting === 0))
  const met = [
    row(
      'index of names built, names a second',
      String(Math.round(count / ((performance.now() - began) / 1000))),
    ),
    row(
      'event loop held while it is built',
      heldBeside(built.held, idle),
      atMost(built.held - idle, 50, ' ms'),
    ),
  ]
  const samples = await Promise.all(buckets.slice(0, 8).map(bucket => search(engine, '', { bucket })))
  const times = { all: [] as number[], bucket: [] as number[], every: [] as number[] }
  const timed = async (list: number[], work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    list.push(performance.now() - start)
  }
  const { held } = await watched(async () => {
    for (const query of queriesOf(samples, random)) {
      await timed(times.all, () => search(engine, query))
      await timed(times.bucket, () => search(engine, query, { bucket: buckets[7]! }))
    }
    for (const query of everything) {
      await timed(times.every, () => search(engine, query))
      await timed(times.every, () => search(engine, query, { order: 'newest' }))
    }
  })
  const aim = count > 1_000_000 ? 150 : 50
  const p95 = part(times.all, 0.95)
  met.push(
    row(
      `search in all buckets, of ${count} names, p95`,
      `${ms(p95)}, median ${ms(median(times.all))}`,
      atMost(p95, aim, ' ms'),
    ),
    row(
      'the same in one of 50 buckets, p95',
      `${ms(part(times.bucket, 0.95))}, median ${ms(median(times.bucket))}`,
    ),
    row('patterns that match everything, at most', ms(Math.max(...times.every))),
    row('event loop held by searches', heldBeside(held, idle), atMost(held - idle, 50, ' ms')),
  )
  await engine.close()
  const bytes = statSync(join(dir, 'names.sqlite')).size / count
  met.push(row('bytes a name', bytes.toFixed(1), atMost(bytes, 150, '')))
  return met.every(Boolean)
}

/** Engines with and without the index of names in turn, so that the machine is as busy for one as for the other. */
async function measurePuts(dir: string, rounds: number): Promise<boolean> {
  const key = keyMaker(seeded(1))
  const engines = await Promise.all(
    [true, false].map(names => startEngine(root, join(dir, `puts-${names}`), { names })),
  )
  const run = async (which: number) => {
    const engine = engines[which]!
    const body = Buffer.alloc(4096, 'x')
    const requests = Array.from({ length: PUTS }, () =>
      requestBytes(engine, 'PUT', `/bench/${encodeURI(key())}`, body),
    )
    const ticks = processorTicks(engine)
    const { ms } = await sendAll(engine, requests, 16)
    return { ms, ticks: processorTicks(engine) - ticks }
  }
  try {
    for (const engine of engines) await call(engine, 'PUT', '/bench')
    const ratios: { ms: number; ticks: number }[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const first = round % 2
      const one = await run(first)
      const other = await run(1 - first)
      const [names, bare] = first === 0 ? [one, other] : [other, one]
      // The first round warms up.
      if (round > 0) ratios.push({ ms: names.ms / bare.ms, ticks: names.ticks / bare.ticks })
    }
    const time = median(ratios.map(ratio => ratio.ms))
    row('PUT 4 KiB × 16: processor, of without', median(ratios.map(({ ticks }) => ticks)).toFixed(3))
    return row('PUT 4 KiB × 16: time, of without', time.toFixed(3), atMost(time, 1.05, ''))
  } finally {
    closeConnections()
    await Promise.all(engines.map(stopEngine))
  }
}

/** How many times faster Ceph RGW is searched than listed page by page. */
async function measureScan(count: number, rounds: number): Promise<boolean> {
  const scan = await scanOnRgw(count, rounds)
  const name = `search of ${count} keys on Ceph RGW`
  if ('missing' in scan) return row(name, scan.missing)
  const speed = median(scan.ratios)
  return row(name, `${speed.toFixed(1)} × a listing`, { text: '≥ 4', met: speed >= 4 })
}

/**
 * `find [names] [rounds] [keys on RGW]`: an index of so many names is built and searched, small PUTs run beside those of an
 * engine without one, and Ceph RGW is searched by listing. Whether times, bytes and the event loop are within the aims.
 */
export async function benchFind(count: number, rounds: number, onRgw: number): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-bench-find-'))
  try {
    const found = await measureSearches(join(dir, 'names'), count)
    const puts = await measurePuts(dir, rounds)
    return (await measureScan(onRgw, rounds)) && puts && found
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
