import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { S3, S3ServiceException } from '@aws-sdk/client-s3'
import { runOnEngine } from '../../server/maintenance/on-engine.ts'
import { listed, read, wrongObjects } from '../engine/kill-checks.ts'
import { buckets, type Model, step } from '../engine/kill-model.ts'
import { write } from '../engine/kill-writers.ts'
import { seeded } from '../engine/support.ts'
import { type Call, readTrace } from '../engine/system-calls.ts'
import { type Api, signInApi } from '../support/api.ts'
import { type Console, owner, startConsole } from '../support/console.ts'

/**
 * `how`: what strace makes of the call, which is not carried out. `among`: the first to fail is one of so many of a thread;
 * those of the pool have few.
 */
type Kind = { call: string; how: string; at?: 'bodies' | 'databases' | 'folders'; among: number }

/** A write that returns 0 is the shortest of short ones; strace cannot have a part of one carried out. */
const kinds: Record<string, Kind> = {
  'fsync-EIO': { call: 'fsync', how: 'error=EIO', at: 'folders', among: 3 },
  'fdatasync-EIO-bodies': { call: 'fdatasync', how: 'error=EIO', at: 'bodies', among: 4 },
  'fdatasync-EIO-databases': { call: 'fdatasync', how: 'error=EIO', at: 'databases', among: 3 },
  'pwrite64-EIO': { call: 'pwrite64', how: 'error=EIO', at: 'databases', among: 60 },
  'pwrite64-ENOSPC': { call: 'pwrite64', how: 'error=ENOSPC', at: 'databases', among: 60 },
  'pwrite64-short': { call: 'pwrite64', how: 'retval=0', at: 'databases', among: 60 },
  'writev-ENOSPC': { call: 'writev', how: 'error=ENOSPC', at: 'bodies', among: 15 },
  'writev-short': { call: 'writev', how: 'retval=0', at: 'bodies', among: 15 },
  'rename-EIO': { call: 'rename', how: 'error=EIO', among: 15 },
  'openat-ENOSPC': { call: 'openat', how: 'error=ENOSPC', at: 'bodies', among: 15 },
  'unlink-EIO': { call: 'unlink', how: 'error=EIO', among: 3 },
  'pread64-EIO': { call: 'pread64', how: 'error=EIO', among: 15 },
}

/** ms: at most until the calls are counted, then until one fails, from there to the end of the round, and for a stop. */
const times = { before: 500, patience: 6000, after: 300, stop: 15_000 }
/** Calls in a row that fail, in every second round. */
const most = 5

/** `calls`: that failed. `halts`: rounds in which the server ended itself. `refused`: answers by status. */
type Sums = Record<'rounds' | 'struck' | 'calls' | 'halts' | 'acknowledged' | 'reads' | 'lost', number> & {
  wrong: string[]
  refused: Record<number, number>
}

/** `settled`: objects that are no longer written; `groups`: rows of the console, each with an audit record. */
type Ground = {
  kho: Console
  client: S3
  api: Api
  objects: Model
  settled: string[]
  groups: Model
}
/** strace does not see what the kernel does by io_uring. A start takes half as long with the cache. */
const env = { UV_USE_IO_URING: '0', NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' }
const groupsPath = '/user/notification-groups'

/**
 * `disk-faults [KIND…] [--rounds 100] [--seed N]`: one disk fault, or five in a row, by strace at a random moment of each
 * round, while clients write to the server and read from it. Then it is stopped or killed, and started without the fault.
 * Whether everything that was acknowledged is there, with its bytes and metadata, and nothing else was ever served. Rounds
 * in which no fault struck show nothing: `struck` counts the others.
 */
export async function benchDiskFaults(only: string[], rounds: number, seed: number): Promise<boolean> {
  const probe = spawnSync('strace', ['-o', '/dev/null', 'true'], { encoding: 'utf8' })
  if (probe.status !== 0) throw new Error(`strace cannot be used: ${probe.error?.message ?? probe.stderr}`)
  console.log(`--seed ${seed}`)
  const table: Record<string, object> = {}
  let good = true
  for (const [at, [name, kind]] of Object.entries(kinds).entries()) {
    if (only.length > 0 && !only.includes(name)) continue
    const { wrong, refused, ...sums } = await play(name, kind, rounds, seed + at * 1_000_003)
    for (const what of wrong) console.log(`${name}, ${what}`)
    const answers = Object.entries(refused).map(([status, count]) => `${status}: ${count}`)
    table[name] = { ...sums, wrong: wrong.length, refused: answers.join(', ') }
    console.log(name, JSON.stringify(table[name]))
    good &&= wrong.length === 0 && sums.lost === 0 && sums.struck > 0
  }
  console.table(table)
  return good
}

async function play(name: string, kind: Kind, rounds: number, seed: number): Promise<Sums> {
  const none = { rounds: 0, struck: 0, calls: 0, halts: 0, acknowledged: 0, reads: 0, lost: 0 }
  const sums: Sums = { ...none, wrong: [], refused: {} }
  const kho = await startConsole({ minPartSize: 0, env })
  try {
    const { accessKey: accessKeyId, secretKey: secretAccessKey } = await kho.keys()
    const client = new S3({
      ...{ endpoint: kho.s3Url, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 },
      credentials: { accessKeyId, secretAccessKey },
    })
    await client.createBucket({ Bucket: buckets.plain })
    const api = await signInApi(kho.url, owner.email, owner.password)
    await api.call('POST', '/user/confirm-identity', { pin: owner.pin })
    const ground: Ground = { kho, client, api, objects: new Map(), settled: [], groups: new Map() }
    for (; sums.rounds < rounds; sums.rounds += 1) {
      await playRound(ground, kind, seeded(seed + sums.rounds), sums)
      if (sums.rounds % 20 === 19) console.log(`${name}: ${sums.struck} of ${sums.rounds + 1} rounds struck`)
    }
    tally(ground, await wrongObjects(client, ground.objects, [...ground.objects.keys()]), sums)
    const lines: string[] = []
    if (!(await runOnEngine(kho, 'verify', '', line => lines.push(line)))) sums.wrong.push(...lines)
    client.destroy()
  } catch (error) {
    sums.wrong.push(`round ${sums.rounds}: ${error}`)
  } finally {
    await kho.stop()
  }
  return sums
}

async function playRound(ground: Ground, kind: Kind, random: () => number, sums: Sums): Promise<void> {
  const { kho, client, objects } = ground
  const round = sums.rounds
  const halted = halts(kho)
  const moment = random() * times.before
  const first = 1 + Math.floor(random() * kind.among)
  const when = random() < 0.5 ? `${first}` : `${first}..${first + most - 1}`
  let over = false
  const onAcknowledged = () => {
    sums.acknowledged += 1
    if (over) throw new Error('The round is over.')
  }
  const untilOver = async (work: (tries: number) => Promise<void>) => {
    for (let tries = 0; !over; tries++) {
      await work(tries).catch(error => noteRefusal(error, sums))
      await pause(5)
    }
  }
  const working = [
    ...Array.from({ length: 6 }, (_, n) =>
      untilOver(tries => write({ client, name: `${round}/${n}/${tries}`, random, onAcknowledged }, objects)),
    ),
    untilOver(tries => writeGroup(ground, `${round}/${tries}`, tries % 5 > 0, onAcknowledged)),
    untilOver(() => readSettled(ground, random, sums)),
  ]
  await pause(moment)
  const fault = await inject(kho, kind, when, round)
  let gone = false
  void fault.gone.then(() => {
    over = gone = true
  })
  const latest = performance.now() + times.patience
  while (!gone && fault.calls().length === 0 && performance.now() < latest) await pause(50)
  await Promise.race([fault.gone, pause(times.after)])
  over = true
  if (round % 2 === 0) await Promise.race([kho.kill('SIGTERM'), pause(times.stop)])
  await kho.kill()
  await Promise.all([fault.gone, ...working])
  const calls = fault.calls().length
  fault.forget()
  if (halts(kho) > halted) sums.halts += 1
  sums.calls += calls
  if (calls > 0) sums.struck += 1

  await kho.restart()
  const mine = [...objects.keys()].filter(key => key.startsWith(`${round}/`))
  tally(ground, await wrongObjects(client, objects, mine), sums)
  const there = [...objects].flatMap(([key, known]) => (known.acknowledged === null ? [] : [key])).sort()
  if ((await listed(client, buckets.plain)).join() !== there.join())
    sums.wrong.push(`round ${round}: the list`)
  ground.settled = mine.filter(key => objects.get(key)?.acknowledged !== null)
  await checkGroups(ground, sums)
}

/** How often the server said that it stops: a fatal line of its log. */
const halts = ({ dataDir }: Console) => readFileSync(join(dataDir, 'log'), 'utf8').split('"level":60').length

/** Counts what is not as it was acknowledged: the model knows by now what is there. */
function tally({ objects }: Ground, keys: string[], sums: Sums): void {
  for (const key of keys) {
    const there = objects.get(key)?.acknowledged
    if (there === null) sums.lost += 1
    sums.wrong.push(`round ${sums.rounds}: ${key} is ${there === null ? 'lost' : `${there}`}`)
  }
}

/** An answer that blames the client is wrong; a connection that ends is not an answer. */
function noteRefusal(error: unknown, sums: Sums): void {
  const status =
    error instanceof S3ServiceException
      ? error.$metadata.httpStatusCode
      : Number(/: ([45]\d\d) /.exec(String(error))?.[1])
  if (!status) return
  sums.refused[status] = (sums.refused[status] ?? 0) + 1
  if (status < 500) sums.wrong.push(`round ${sums.rounds}: ${error}`)
}

/** Adds a group, and deletes it again if it is not to be `kept`. */
async function writeGroup(
  { api, groups }: Ground,
  name: string,
  deleted: boolean,
  onAcknowledged: () => void,
): Promise<void> {
  const group = { id: '' }
  await step({ onAcknowledged }, groups, [name], name, async () =>
    Object.assign(group, await api.call('POST', groupsPath, { name, emails: [owner.email] })),
  )
  if (!deleted) return
  await step({ onAcknowledged }, groups, [name], null, () => api.call('DELETE', `${groupsPath}/${group.id}`))
}

async function readSettled({ client, objects, settled }: Ground, random: () => number, sums: Sums) {
  const key = settled[Math.floor(random() * settled.length)]
  if (key === undefined) return
  const there = await read(client, buckets.plain, key)
  sums.reads += 1
  if (there !== objects.get(key)?.acknowledged)
    sums.wrong.push(`round ${sums.rounds}: ${key} was served as ${there}`)
}

/** Compares the groups of the round, and deletes them: an account has few. */
async function checkGroups({ kho, api, groups }: Ground, sums: Sums): Promise<void> {
  const { groups: list } = await api.call<{ groups: { id: string; name: string }[] }>('GET', groupsPath)
  const db = new DatabaseSync(join(kho.dataDir, 'kho.sqlite'), { readOnly: true })
  const sql = `SELECT count(*) AS count FROM audit WHERE action = 'NOTIFICATION_GROUP_CREATED' AND target = ?`
  const audited = db.prepare(sql)
  for (const [name, { acknowledged, under }] of groups) {
    const there = list.some(group => group.name === name) ? name : null
    const recorded = (audited.get(name) as { count: number }).count
    if (there !== acknowledged && !under.includes(there)) {
      if (there === null) sums.lost += 1
      sums.wrong.push(`round ${sums.rounds}: the group ${name} is ${there === null ? 'lost' : 'there'}`)
    }
    const done = acknowledged !== null || !under.includes(name)
    if (done && recorded !== 1) sums.wrong.push(`round ${sums.rounds}: ${recorded} audit records of ${name}`)
  }
  db.close()
  for (const { id } of list) await api.call('DELETE', `${groupsPath}/${id}`)
  groups.clear()
}

const shards = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'))

type Fault = { gone: Promise<unknown>; calls(): Call[]; forget(): void }

/** Makes calls of the running server fail, from now on counted; `gone`: it has ended. */
async function inject(kho: Console, { call, how, at }: Kind, when: string, round: number): Promise<Fault> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-disk-faults-'))
  const trace = join(dir, 'trace')
  const database = join(kho.dataDir, round % 4 < 2 ? 's3/index.sqlite' : 'kho.sqlite')
  const files = {
    // A process numbers the bodies that it receives.
    bodies: Array.from({ length: 1000 }, (_, number) => join(kho.dataDir, 's3', 'tmp', String(number))),
    databases: [database, `${database}-wal`],
    folders: ['', 'data', ...shards.map(shard => join('data', shard))].map(at => join(kho.dataDir, 's3', at)),
  }
  const strace = spawn(
    'strace',
    [
      ...['-f', '-y', '-s', '0', '-o', trace, '-p', String(kho.pid())],
      ...(at ? files[at].flatMap(file => ['-P', file]) : []),
      ...['-e', `trace=${call}`, '-e', `inject=${call}:${how}:when=${when}`],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const gone = once(strace, 'exit')
  await once(strace.stderr, 'data')
  return {
    gone,
    calls: () => readTrace(trace).filter(({ text }) => text.includes('(INJECTED)')),
    forget: () => rmSync(dir, { recursive: true }),
  }
}
