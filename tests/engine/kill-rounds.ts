import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { S3 } from '@aws-sdk/client-s3'
import { openEngine } from '../../server/engine/engine.ts'
import { tellAll } from '../support/sns.ts'
import type { ProcessOptions } from './engine-process.ts'
import {
  listed,
  versions,
  wrongExpiring,
  wrongExpiringVersions,
  wrongObjects,
  wrongVersions,
} from './kill-checks.ts'
import { type Told, wrongFolder } from './kill-index.ts'
import { buckets, MARKER, type Model } from './kill-model.ts'
import { findNames, wrongNames } from './kill-names.ts'
import { type Expiring, write, writeExpiring, writeExpiringVersions, writeVersions } from './kill-writers.ts'
import { filesOf, region, seeded, temporaryFolder } from './support.ts'

/** Writes that a round's process acknowledges before it is killed, at least; up to twice as many. */
export const LEAST = 40
/** ms from one round to the next, by the engine's clock: what one has written is due in the next. */
const APART = 3 * 24 * 3600_000
/** A pass of two removals in a commit takes about as long as a round. */
const lifecycle = { every: 5, pause: 10, removals: 2 }
const keys = { accessKeyId: 'DURABILITYTEST', secretAccessKey: randomBytes(20).toString('hex') }
const pair = { accessKey: keys.accessKeyId, secretKey: keys.secretAccessKey }

/** Killed at the end, whatever fails. */
const processes = new Set<ChildProcess>()
type Process = { client: S3; kill(): void; gone: Promise<unknown> }

const start = async (dir: string, options: ProcessOptions & { ahead: number }): Promise<Process> => {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...[join(import.meta.dirname, 'engine-process.ts'), dir, keys.accessKeyId, keys.secretAccessKey],
      JSON.stringify(options),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  processes.add(child)
  child.once('exit', () => processes.delete(child))
  const [line] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer]
  const client = new S3({
    region,
    endpoint: `http://127.0.0.1:${line.toString().trim()}`,
    forcePathStyle: true,
    credentials: keys,
    maxAttempts: 1,
    systemClockOffset: options.ahead,
  })
  return { client, kill: () => child.kill('SIGKILL'), gone: once(child, 'exit') }
}

const stop = async ({ client, kill, gone }: Process): Promise<void> => {
  kill()
  await gone
  client.destroy()
}

const createBuckets = async (client: S3): Promise<void> => {
  for (const Bucket of [buckets.plain, buckets.versioned, buckets.expiring]) {
    await client.createBucket({ Bucket })
  }
  const VersioningConfiguration = { Status: 'Enabled' } as const
  await client.putBucketVersioning({ Bucket: buckets.versioned, VersioningConfiguration })
  const locked = { Bucket: buckets.expiringVersions, ObjectLockEnabledForBucket: true }
  await client.createBucket(locked)
  await tellAll(client, Object.values(buckets))
  const rule = { Status: 'Enabled', Filter: { Prefix: '' } } as const
  const Rules = [
    { ...rule, Expiration: { Days: 1 }, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
    { ...rule, Expiration: { ExpiredObjectDeleteMarker: true } },
  ]
  for (const [Bucket, count] of [
    [buckets.expiring, 1],
    [buckets.expiringVersions, 2],
  ] as const) {
    const LifecycleConfiguration = { Rules: Rules.slice(0, count) }
    await client.putBucketLifecycleConfiguration({ Bucket, LifecycleConfiguration })
  }
}

const MOST_WAIT = 60_000

/** Waits for what passes of later days do. */
const waitFor = async (what: string, holds: () => Promise<boolean>): Promise<string[]> => {
  for (const end = Date.now() + MOST_WAIT; Date.now() < end; ) if (await holds()) return []
  return [`lifecycle: ${what}`]
}

/** Three days' passes until the end: current versions are hidden, what is hidden is removed, and then the delete markers. */
const expireAll = async (dir: string, ahead: number, expiring: Expiring): Promise<string[]> => {
  const found = (client: S3) => versions(client, buckets.expiringVersions, '')
  const ends: [string, (client: S3) => Promise<boolean>][] = [
    [
      'current objects stay',
      async client =>
        (await listed(client, buckets.expiring)).length === 0 &&
        (await listed(client, buckets.expiringVersions)).length === 0,
    ],
    [
      'previous versions stay',
      async client =>
        [...(await found(client))].every(([name, hash]) => hash === MARKER || expiring.get(name)?.locked),
    ],
    [
      'delete markers stay',
      async client => {
        const left = [...(await found(client)).keys()].map(name => name.split('\n')[0])
        const locked = [...expiring].flatMap(([name, { locked }]) => (locked ? [name.split('\n')[0]] : []))
        return left.every(key => locked.includes(key))
      },
    ],
  ]
  const wrong: string[] = []
  for (const [day, [what, holds]] of ends.entries()) {
    const process = await start(dir, { ahead: ahead + day * APART, lifecycle: { every: 5 } })
    try {
      wrong.push(...(await waitFor(what, () => holds(process.client))))
    } finally {
      await stop(process)
    }
  }
  return wrong
}

export type KillRounds = { wrong: string[]; acknowledged: number; orphans: number; expired: number }

const runRounds = async (rounds: number, seed: number): Promise<KillRounds> => {
  const random = seeded(seed)
  const dir = temporaryFolder()
  const model: Model = new Map()
  const everyVersion: Model = new Map()
  const expiring: Model = new Map()
  const expiringVersions: Expiring = new Map()
  const told: Told = { seq: 0, objects: new Map() }
  const wrong: string[] = []
  let acknowledged = 0
  let orphans = 0
  for (let round = 0; round < rounds; round += 1) {
    const note = (found: string[]) => wrong.push(...found.map(what => `round ${round}: ${what}`))
    const ahead = round * APART
    const versionModel: Model = new Map()
    const begun = { count: 0 }
    const killed = await start(dir, { ahead, lifecycle, encrypt: round % 2 === 1 })
    const { client } = killed
    if (round === 0) await createBuckets(client)
    await client.headBucket({ Bucket: buckets.plain })
    const after = acknowledged + LEAST + Math.floor(random() * LEAST)
    const delay = random() * 20
    const onAcknowledged = (): void => {
      acknowledged += 1
      if (acknowledged === after) setTimeout(killed.kill, delay)
    }
    const writers = Array.from({ length: 13 }, (_, n) => {
      const writer = { client, name: `${round}/${n}`, random, onAcknowledged }
      if (n < 6) return write(writer, model)
      if (n < 9) return writeVersions(writer, versionModel, begun)
      return n < 11 ? writeExpiring(writer, expiring) : writeExpiringVersions(writer, expiringVersions)
    })
    await killed.gone
    await Promise.all(writers)
    client.destroy()

    const before = filesOf(dir)
    const engine = await openEngine({
      ...{ dir, region, secret: new Uint8Array(32).fill(7) },
      ...{ lifecycle: false, names: true },
    })
    const names = await findNames(engine, pair)
    await engine.close()
    note(wrongNames(dir, names))
    orphans += before.temporary.length + before.blobs.length - filesOf(dir).blobs.length
    note(wrongFolder(dir, told))

    const again = await start(dir, { ahead, lifecycle: false })
    const fresh = `${round}/`
    const touched = [...model.keys()].filter(key => key.startsWith(fresh))
    note(await wrongObjects(again.client, model, touched))
    note(wrongVersions(await versions(again.client, buckets.versioned, fresh), versionModel, begun))
    for (const [name, known] of versionModel) everyVersion.set(name, known)
    const there = [...model].flatMap(([key, known]) => (known.acknowledged === null ? [] : [key])).sort()
    if ((await listed(again.client, buckets.plain)).join() !== there.join()) note(['the list'])
    note(await wrongExpiring(again.client, expiring, fresh))
    note(await wrongExpiringVersions(again.client, expiringVersions, fresh))
    await stop(again)
  }
  const written = expiring.size
  const kept = [...expiring.values()].filter(known => known.acknowledged !== null).length
  wrong.push(...(await expireAll(dir, rounds * APART, expiringVersions)))
  const last = await start(dir, { ahead: (rounds + 2) * APART, lifecycle: false })
  wrong.push(...(await wrongObjects(last.client, model, [...model.keys()])))
  wrong.push(...wrongVersions(await versions(last.client, buckets.versioned, ''), everyVersion, { count: 0 }))
  wrong.push(...(await wrongExpiringVersions(last.client, expiringVersions, 'none')))
  await stop(last)
  const engine = await openEngine({
    ...{ dir, region, secret: new Uint8Array(32).fill(7) },
    ...{ lifecycle: false, names: true },
  })
  const names = await findNames(engine, pair)
  await engine.close()
  wrong.push(...wrongNames(dir, names))
  wrong.push(...wrongFolder(dir, told))
  rmSync(dir, { recursive: true })
  return { wrong, acknowledged, orphans, expired: written - kept }
}

/**
 * Kills the engine with SIGKILL in each of `rounds`, while thirteen clients write and lifecycle rules remove what earlier
 * rounds have written, and starts it again; in every second one it encrypts what they write. `wrong`: what was acknowledged and is not there, what is there and should not
 * be, files that are left over, and events that differ from what is there.
 */
export const killRounds = async (rounds: number, seed: number): Promise<KillRounds> => {
  try {
    return await runRounds(rounds, seed)
  } finally {
    for (const child of processes) child.kill('SIGKILL')
  }
}
