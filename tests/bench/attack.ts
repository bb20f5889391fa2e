import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { inTurns } from '../../server/limits/in-turns.ts'
import { makeClient } from '../../server/storage/client.ts'
import { type Api, signInApi } from '../support/api.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { withMethods } from '../support/s3.ts'
import type { Attack, Knowledge } from './attacker.ts'
import { median } from './median.ts'

const KiB = 1024
const MiB = 1024 * KiB
const aims = { stall: 100, growth: 300 * MiB }
const bucket = 'attacked'
/** A folder of so many empty objects, whose keys are nearly as long as they may be. */
const names = { folder: 'names/', count: 20_000, length: 1000 }
/** A chunk of one byte is six bytes on the wire. */
const tiny = (cut: 'transfer' | 'aws-chunked', wire: number): Attack => ({
  kind: 'tiny chunks',
  cut,
  bytes: Math.floor(wire / 6),
})

const attacks: [string, Attack | null][] = [
  ['no attack', null],
  ['aws-chunked, one-byte chunks, 360 KB', tiny('aws-chunked', 360_000)],
  ['aws-chunked, one-byte chunks, 720 KB', tiny('aws-chunked', 720_000)],
  ['aws-chunked, one-byte chunks, 3 MB', tiny('aws-chunked', 3 * MiB)],
  ['chunked transfer of a signed PUT, 360 KB', tiny('transfer', 360_000)],
  ['chunked transfer of a signed PUT, 720 KB', tiny('transfer', 720_000)],
  ['chunked transfer of a signed PUT, 3 MB', tiny('transfer', 3 * MiB)],
  ['700 held bodies of 8 MB', { kind: 'held bodies', at: 'console', count: 700, bytes: 8 * MiB }],
  ['700 held DeleteObjects of 2 MB', { kind: 'held bodies', at: 'S3', count: 700, bytes: 2 * MiB }],
  ['4 MiB of <a/> to DeleteObjects', { kind: 'many elements', bytes: 4 * MiB, complete: false }],
  ['2 MiB of <a/> to DeleteObjects', { kind: 'many elements', bytes: 2 * MiB, complete: false }],
  ['4 MiB of <a/> to CompleteMultipartUpload', { kind: 'many elements', bytes: 4 * MiB, complete: true }],
  [
    '20 archives of 10,000 folders, left after 50 ms',
    { kind: 'archives', count: 20, folders: folders(10_000), leave: 50 },
  ],
  ['20 archives of 10,000 folders', { kind: 'archives', count: 20, folders: folders(10_000) }],
  [
    `10 archives of ${names.count} names of ${names.length} bytes`,
    { kind: 'archives', count: 10, folders: [names.folder] },
  ],
  ['50 searches of every name', { kind: 'searches', count: 50, query: '*' }],
  ['50 searches of 1,000 characters', { kind: 'searches', count: 50, query: '*x'.repeat(500) }],
  ['50 searches of 500 words', { kind: 'searches', count: 50, query: 'x '.repeat(500).trim() }],
]

function folders(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `f${at}/`)
}

function residentBytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) * KiB
}

/** Loads pages one after the other until told to stop; the longest wait for one, in ms, and how many there were. */
async function loadPages(
  kho: Console,
  api: Api,
  stop: AbortSignal,
): Promise<{ longest: number; loads: number }> {
  const addresses = ['/', '/api/user', `/api/objects/paginate?bucket=${bucket}`]
  let longest = 0
  let loads = 0
  while (!stop.aborted) {
    const address = addresses[loads++ % addresses.length]!
    const started = performance.now()
    const answer = await fetch(kho.url + address, { headers: { cookie: api.cookie } })
    await answer.arrayBuffer()
    longest = Math.max(longest, performance.now() - started)
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  }
  return { longest, loads }
}

async function carryOut(knowledge: Knowledge): Promise<string> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: knowledge })
  const exited = once(worker, 'exit')
  const [outcome] = await once(worker, 'message')
  await exited
  return String(outcome)
}

type Round = { longest: number; loads: number; growth: number; outcome: string }

async function attackOnce(
  kho: Console,
  api: Api,
  known: Omit<Knowledge, 'attack'>,
  attack: Attack | null,
): Promise<Round> {
  const before = residentBytes(kho.pid())
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, residentBytes(kho.pid()))
  }, 20)
  const stop = new AbortController()
  const watching = loadPages(kho, api, stop.signal)
  const outcome = attack ? await carryOut({ ...known, attack }) : await sleep(2000, 'pages alone')
  // What is left to do after the answer stalls as well.
  await sleep(500)
  stop.abort()
  const { longest, loads } = await watching
  clearInterval(sampling)
  return { longest, loads, growth: most - before, outcome }
}

/**
 * Attacks a console in a process of its own, from another thread, while pages are loaded: each attack `rounds` times.
 * Prints the longest stall of a page load in each round (its median counts, as a machine stalls by itself at times) and
 * the largest growth of the process; whether all are within the aims.
 */
export async function benchAttacks(rounds: number): Promise<boolean> {
  const kho = await startConsole()
  try {
    const api = await signInApi(kho.url, owner.email, owner.password)
    await api.call('POST', '/bucket', { bucket })
    const known = { url: kho.url, s3Url: kho.s3Url, cookie: api.cookie, keys: await kho.keys(), bucket }
    const client = withMethods(makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: known.keys }))
    const keys = Array.from({ length: names.count }, (_, at) =>
      `${names.folder}${at}`.padEnd(names.length, 'x'),
    )
    await inTurns(32, keys, Key => client.putObject({ Bucket: bucket, Key, Body: Buffer.alloc(0) }))
    client.destroy()
    console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`)
    let met = true
    for (const [name, attack] of attacks) {
      const all: Round[] = []
      for (let round = 0; round < rounds; round++) all.push(await attackOnce(kho, api, known, attack))
      const stall = median(all.map(({ longest }) => longest))
      const growth = Math.max(...all.map(round => round.growth))
      const good = stall <= aims.stall && growth <= aims.growth
      met &&= good
      const stalls = all.map(({ longest, loads }) => `${longest.toFixed(0)} ms of ${loads} loads`).join(', ')
      console.log(
        `${name}: longest stall ${stalls}; RSS + ${(growth / MiB).toFixed(0)} MB: ` +
          `${good ? 'met' : 'NOT MET'} (${all.at(-1)?.outcome})`,
      )
    }
    console.log(
      `aims: at most ${aims.stall} ms and ${aims.growth / MiB} MB, on an idle machine: ${met ? 'met' : 'NOT MET'}`,
    )
    return met
  } finally {
    await kho.stop()
  }
}
