import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ListObjectVersionsCommandOutput, S3 } from '@aws-sdk/client-s3'
import { basePartSize, batchFilesMaximum } from '../../domain/limits.ts'
import { seeded } from '../engine/support.ts'
import type { Seen } from './fault-proxy.ts'
import { InterruptedUploads, type Interruption, interruptions } from './interrupted-uploads.ts'
import { writeRandom } from './random-file.ts'
import { inBucket } from './s3.ts'
import { sentAgain, sentOnce } from './sent-ranges.ts'
import { dropFiles, until } from './upload-stage.ts'
import { watchProgress } from './watch-progress.ts'

/** Sizes in bytes. `partSize`: that of the smallest part, if not the product's own. */
export type Load = { size: number; smallFiles: number; bytesPerSecond: number; partSize?: number }

/**
 * An interruption of the large file. `inFlight`: bytes of the requests under way; `again`: bytes sent since then that had
 * been sent before; `back`: by how many bytes the progress shown went back.
 */
export type Cut = { how: Interruption; inFlight: number; again: number; back: number }

/** `repeated`: how often a small file was stored once more; `inFlight`: files in requests under way at interruptions. */
export type Small = { missing: number; wrong: number; repeated: number; inFlight: number }

/** `back`: by how many bytes the progress went back without an interruption. `same`: by the SHA-256 of the large file. */
export type Round = { round: number; back: number; cuts: Cut[]; same: boolean; small: Small }

const smallSize = 20 * 1024
/** Of each upload's interruptions. */
const perRound = 2
const longestMs = 2000
/** ms until so much is uploaded. */
const patience = 600_000

/** A large file, a folder of small ones, and the ground on which both are uploaded and interrupted. */
export async function openLostGround(load: Load, seed: number) {
  const dir = mkdtempSync(join(tmpdir(), 'kho-lost-ground-'))
  const large = join(dir, 'lớn.bin')
  const folder = join(dir, 'nhỏ')
  const sum = writeRandom(large, load.size)
  mkdirSync(folder)
  const small = new Map(
    Array.from({ length: load.smallFiles }, (_, at) => [
      `${basename(folder)}/${at}.bin`,
      writeRandom(join(folder, `${at}.bin`), smallSize),
    ]),
  )
  const ground = await InterruptedUploads.open(load.bytesPerSecond, load.partSize)
  const unit = load.partSize ?? basePartSize

  /** Round number `round`, from 0, the same for the same seed. Three rounds have each interruption. */
  async function play(round: number): Promise<Round> {
    const random = seeded(seed + round)
    const kinds = shuffled(seeded(seed - 1 - Math.floor((round * perRound) / interruptions.length)))
    const from = (round * perRound) % interruptions.length
    const hows = kinds.slice(from, from + perRound)
    const moments = hows.map(() => 0.05 + 0.85 * random()).sort()
    const pauses = hows.map(() => random() * longestMs)
    const plan = hows.map((how, at) => ({ how, at: moments[at]!, ms: pauses[at]! }))
    const large = await sendLarge(`lon-${seed}-${round}`, plan)
    return { round, ...large, small: await sendSmall(`nho-${seed}-${round}`, plan) }
  }

  type Plan = { how: Interruption; at: number; ms: number }[]

  async function sendLarge(bucket: string, plan: Plan): Promise<Pick<Round, 'back' | 'cuts' | 'same'>> {
    await ground.newBucket(bucket)
    const key = basename(large)
    const done = async () => (await inBucket(ground.s3, bucket).keys()).includes(key)
    const progress = watchProgress(async () => {
      const percent = await ground.shownPercent()
      return percent === null ? null : (percent / 100) * load.size
    })
    const cuts: (Pick<Cut, 'how' | 'inFlight'> & { first: number })[] = []
    await dropFiles(ground.page, [{ path: large }])
    for (const { how, at, ms } of plan) {
      await until(async () => sentOnce(ground.sends, unit) >= at * load.size || (await done()), patience, 100)
      progress.mark()
      const first = ground.sends.length
      const underWay = ground.sends.filter(send => send.underWay)
      const end = await ground.interrupt(how)
      const inFlight = [...underWay, ...ground.sends.slice(first)].reduce((sum, send) => sum + send.size, 0)
      await pause(ms)
      await end()
      cuts.push({ how, inFlight, first })
      await ground.carryOn(large, false, done)
    }
    await until(done, patience, 100)
    const [back = 0, ...backs] = progress.stop().map(Math.round)
    const again = sentAgain(ground.sends, unit)
    return {
      back,
      cuts: cuts.map(({ first, ...cut }, at) => {
        const sends = again.slice(first, cuts[at + 1]?.first)
        return { ...cut, again: sends.reduce((sum, bytes) => sum + bytes, 0), back: backs[at]! }
      }),
      same: (await sumOf(ground.s3, bucket, key)) === sum,
    }
  }

  async function sendSmall(bucket: string, plan: Plan): Promise<Small> {
    await ground.newBucket(bucket)
    const stored = async () => (await inBucket(ground.s3, bucket).keys()).filter(key => small.has(key)).length
    const done = async () => (await stored()) === small.size
    await dropFiles(ground.page, [{ path: folder }])
    // What was not found yet would not be in the list.
    await ground.found(small.size)
    let inFlight = 0
    for (const { how, at, ms } of plan) {
      await until(async () => (await stored()) >= at * small.size, patience, 100)
      const first = ground.sends.length
      const underWay = ground.sends.filter(send => send.underWay)
      const end = await ground.interrupt(how)
      inFlight += [...underWay, ...ground.sends.slice(first)].reduce((sum, send) => sum + filesOf(send), 0)
      await pause(ms)
      await end()
      await ground.carryOn(folder, true, done)
    }
    await until(done, patience, 100)
    await until(() => ground.sends.every(send => !send.underWay))
    const versions = await versionsIn(ground.s3, bucket)
    const keys = await inBucket(ground.s3, bucket).keys()
    let wrong = 0
    for (const key of keys) if ((await sumOf(ground.s3, bucket, key)) !== small.get(key)) wrong++
    return { missing: small.size - (await stored()), wrong, repeated: versions - keys.length, inFlight }
  }

  return {
    play,
    async close() {
      await ground.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** What of a round is not as promised; empty if all is. */
export function wrongIn({ back, cuts, same, small }: Round, most: number): string[] {
  const wrong = back > 0 ? [`progress ${back} bytes back without an interruption`] : []
  // What an interruption costs may be sent again after the next one only.
  let allowed = 0
  for (const { how, inFlight, again, back } of cuts) {
    // The browser may have begun one more request, of which the proxy has seen nothing yet.
    const cost = Math.min(inFlight + basePartSize, most)
    allowed += cost - again
    if (allowed < 0) wrong.push(`${again} bytes sent again, ${inFlight} in flight: ${how}`)
    if (back > cost) wrong.push(`progress ${back} bytes back, ${inFlight} in flight: ${how}`)
  }
  if (!same) wrong.push('the large file is another')
  if (small.missing + small.wrong > 0)
    wrong.push(`${small.missing} small files missing, ${small.wrong} wrong`)
  if (small.repeated > small.inFlight)
    wrong.push(`${small.repeated} small files stored again, ${small.inFlight} in flight`)
  return wrong
}

/** Files whose bytes the request may store. */
const filesOf = ({ path }: Seen) => (path.includes('put-batch') ? batchFilesMaximum : 1)

async function versionsIn(s3: S3, Bucket: string): Promise<number> {
  let count = 0
  let page: Partial<ListObjectVersionsCommandOutput> = {}
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page
    page = await s3.listObjectVersions({ Bucket, KeyMarker, VersionIdMarker })
    count += page.Versions?.length ?? 0
  } while (page.IsTruncated)
  return count
}

async function sumOf(s3: S3, Bucket: string, Key: string): Promise<string> {
  const { Body } = await s3.getObject({ Bucket, Key })
  const hash = createHash('sha256')
  for await (const chunk of Body as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}

/** The values in another order. */
function shuffled(random: () => number): Interruption[] {
  const left = [...interruptions]
  return interruptions.map(() => left.splice(Math.floor(random() * left.length), 1)[0]!)
}
