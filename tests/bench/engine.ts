import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ceph, freePorts, startCeph } from '../support/ceph.ts'
import { isInstalled, startNginx } from '../support/nginx.ts'
import {
  fillPages,
  makeBuckets,
  measureLarge,
  measurePages,
  measureSmall,
  median,
  pages,
  type Reached,
} from './engine-rows.ts'
import { getFile, md5AndWrite, writeLarge } from './large-file.ts'
import { FOLDERS, seedMillion } from './million-keys.ts'
import { closeConnections, root, startEngine, stopEngine } from './s3-server.ts'

const LARGE = 1024 ** 3
const FOLDERS_AT_CEPH = 2100
/** Its OSD has 4 GiB of memory, and keeps what was overwritten. */
const LARGE_AT_CEPH = LARGE / 4

/** What the engine's large files are compared with, ms; null where the program is not installed. */
type Beside = { md5: number; nginx: number | null }

/** Small requests a second with metering, as shares of those without. */
type Metered = { puts: number; gets: number }

/** Prints a row; whether it reaches its aim. */
function row(name: string, value: string, aim?: { text: string; met: boolean }): boolean {
  const verdict = aim ? ` (aim ${aim.text}): ${aim.met ? 'met' : 'NOT MET'}` : ''
  console.log(`${name.padEnd(38)} ${value}${verdict}`)
  return aim?.met ?? true
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`
const perSecond = (value: number) => `${value.toFixed(0)}/s`
const atLeast = (value: number, aim: number, unit = '') => ({ text: `≥ ${aim}${unit}`, met: value >= aim })
const atMost = (value: number, aim: number) => ({ text: `≤ ${aim} ms`, met: value <= aim })

function sayEngine(reached: Reached, beside: Beside): boolean {
  const ofMd5 = beside.md5 / reached.put
  const ofOne = (2 * reached.put) / reached.twoPuts
  const met = [
    row('PUT 1 GiB', `${ms(reached.put)}, ${ofMd5.toFixed(2)} of md5sum beside a write`, atLeast(ofMd5, 0.9)),
    row(
      'PUT 1 GiB, two at once',
      `${ms(reached.twoPuts)}, ${ofOne.toFixed(2)} × one's speed`,
      atLeast(ofOne, 1.6),
    ),
    row('HEAD beside a PUT of 1 GiB, p99', ms(reached.headBeside), atMost(reached.headBeside, 10)),
  ]
  if (beside.nginx === null) row('GET 1 GiB', `${ms(reached.get)}; nginx is not installed`)
  else {
    const ofNginx = beside.nginx / reached.get
    met.push(row('GET 1 GiB', `${ms(reached.get)}, ${ofNginx.toFixed(2)} of nginx`, atLeast(ofNginx, 0.8)))
  }
  const { putsOfSmall, getsOfSmall } = reached
  met.push(row('PUT 4 KiB, 16 at once', perSecond(putsOfSmall), atLeast(putsOfSmall, 2500, '/s')))
  met.push(row('GET 4 KiB, 16 at once', perSecond(getsOfSmall), atLeast(getsOfSmall, 5000, '/s')))
  for (const [name, value] of Object.entries(reached.pages))
    met.push(row(`page of 1,000 of 1,000,000, ${name}`, ms(value), atMost(value, 10)))
  return met.every(Boolean)
}

/** Both engines in turn, so that the machine is as busy for one as for the other. */
async function measureMetering(dir: string, rounds: number): Promise<Metered> {
  const [on, off] = await Promise.all(
    [true, false].map(metering => startEngine(root, join(dir, `metering-${metering}`), { metering })),
  )
  try {
    await Promise.all([makeBuckets(on!), makeBuckets(off!)])
    const shares: Metered[] = []
    // A single pair differs by a fifth and more, whichever is metered.
    for (let pair = 0; pair < Math.max(rounds * 3, 16); pair++) {
      const first = pair % 2 === 0
      const one = await measureSmall((first ? on : off)!, 2000, 1)
      const other = await measureSmall((first ? off : on)!, 2000, 1)
      const [metered, bare] = first ? [one, other] : [other, one]
      shares.push({
        puts: metered.putsOfSmall / bare.putsOfSmall,
        gets: metered.getsOfSmall / bare.getsOfSmall,
      })
    }
    return { puts: median(shares.map(({ puts }) => puts)), gets: median(shares.map(({ gets }) => gets)) }
  } finally {
    await Promise.all([stopEngine(on!), stopEngine(off!)])
  }
}

function sayMetering({ puts, gets }: Metered): boolean {
  const met = [
    row('PUT 4 KiB with metering, of without', puts.toFixed(3), atLeast(puts, 0.97)),
    row('GET 4 KiB with metering, of without', gets.toFixed(3), atLeast(gets, 0.97)),
  ]
  return met.every(Boolean)
}

function sayCeph(engine: Reached, ceph: Reached): boolean {
  const ahead = (name: string, ratio: number) =>
    row(`${name}, of Ceph RGW`, `${ratio.toFixed(2)} × its speed`, atLeast(ratio, 1))
  const met = [
    ahead('PUT 1 GiB', ceph.put / engine.put),
    ahead('PUT 1 GiB, two at once', ceph.twoPuts / engine.twoPuts),
    ahead('HEAD beside a PUT of 1 GiB, p99', ceph.headBeside / engine.headBeside),
    ahead('GET 1 GiB', ceph.get / engine.get),
    ahead('PUT 4 KiB, 16 at once', engine.putsOfSmall / ceph.putsOfSmall),
    ahead('GET 4 KiB, 16 at once', engine.getsOfSmall / ceph.getsOfSmall),
    ...Object.keys(engine.pages).map(name =>
      ahead(`page of 1,000, ${name}`, ceph.pages[name]! / engine.pages[name]!),
    ),
  ]
  return met.every(Boolean)
}

async function measureEngine(
  dir: string,
  file: string,
  rounds: number,
): Promise<{ reached: Reached; beside: Beside }> {
  const folder = join(dir, 'engine')
  const [port] = await freePorts(1)
  const nginx = isInstalled('nginx')
    ? await startNginx(`server { listen 127.0.0.1:${port}; root ${dir}; }`, port!)
    : undefined
  let engine = await startEngine(root, folder)
  try {
    await makeBuckets(engine)
    const md5: number[] = []
    const served: number[] = []
    const large = await measureLarge(engine, file, rounds, async () => {
      md5.push(await md5AndWrite(file))
      if (nginx) served.push(await getFile(`http://127.0.0.1:${port}`, '/large'))
    })
    const small = await measureSmall(engine, 4000, rounds)
    await stopEngine(engine)
    seedMillion(folder, pages.plain.slice(1), pages.versions.slice(1))
    engine = await startEngine(root, folder)
    const reached = { ...large, ...small, pages: await measurePages(engine, FOLDERS) }
    return { reached, beside: { md5: median(md5), nginx: nginx ? median(served) : null } }
  } finally {
    await stopEngine(engine)
    await nginx?.stop()
  }
}

/** Times of large files are scaled to those of `LARGE` bytes. */
async function measureCeph(
  { endpoint, accessKey, secretKey }: Ceph,
  file: string,
  rounds: number,
): Promise<Reached> {
  const { hostname, port } = new URL(endpoint)
  const keys = { accessKey, secretKey }
  const server = { name: 'Ceph RGW', host: hostname, port: Number(port), region: 'us-east-1', keys }
  await makeBuckets(server)
  const small = await measureSmall(server, 2000, rounds)
  await fillPages(server, FOLDERS_AT_CEPH)
  const listed = await measurePages(server, FOLDERS_AT_CEPH)
  writeLarge(file, LARGE_AT_CEPH)
  const { put, twoPuts, get, headBeside } = await measureLarge(server, file, 1)
  const scale = LARGE / LARGE_AT_CEPH
  return {
    ...small,
    pages: listed,
    put: put * scale,
    twoPuts: twoPuts * scale,
    get: get * scale,
    headBeside,
  }
}

/**
 * The embedded engine beside `md5sum`, nginx and Ceph RGW on this machine, whose OSD keeps its bytes in memory and whose
 * buckets have 4,200 keys instead of a million. Prints each row with its aim; whether all are met, on an idle machine.
 */
export async function benchEngine(rounds: number): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-bench-engine-'))
  try {
    const file = join(dir, 'large')
    writeLarge(file, LARGE)
    const { reached, beside } = await measureEngine(dir, file, rounds)
    const metered = sayMetering(await measureMetering(dir, rounds))
    const met = sayEngine(reached, beside) && metered
    const ceph = await startCeph()
    if ('missing' in ceph) {
      row('the same of Ceph RGW', ceph.missing)
      return met
    }
    try {
      return sayCeph(reached, await measureCeph(ceph, file, rounds)) && met
    } finally {
      await ceph.stop()
    }
  } finally {
    closeConnections()
    rmSync(dir, { recursive: true, force: true })
  }
}
