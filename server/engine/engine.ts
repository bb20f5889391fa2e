import type { IncomingMessage, ServerResponse } from 'node:http'
import { MiB } from '../../domain/limits.ts'
import type { Statement } from '../../domain/policy/grants.ts'
import { type DiskOptions, openDisk } from '../disk.ts'
import { makeShares } from '../limits/shares.ts'
import type { AnsweredRequest } from '../log.ts'
import { type KeyPair, type Level, newKeyPair } from '../s3/keys.ts'
import { makeTraces, type Traces } from '../tracing/trace.ts'
import { createHandler, type HandleOptions } from './handler.ts'
import { createInsideReader, createInsideWriter, type ReadInside, type WriteInside } from './inside.ts'
import { createInsideFolders, type FoldersInside } from './inside-folders.ts'
import { type LifecycleOptions, startLifecycle } from './lifecycle/worker.ts'
import { S3Error } from './protocol/errors.ts'
import type { Engine as Parts } from './request/context.ts'
import { createLimited, type LimitOptions } from './request/limits.ts'
import { createSenderOf } from './request/sender.ts'
import { createInsideSearch, type SearchInside } from './search.ts'
import { createVerifier } from './signature/verify.ts'
import { type Accounts, openAccounts, type StoredUser } from './store/accounts.ts'
import { type BackedUp, backupStore } from './store/backup.ts'
import { openBlobs } from './store/blobs.ts'
import { getGrants, setBucketQuota, setGrants } from './store/buckets.ts'
import { openCommits } from './store/commits.ts'
import { openDataKeys, requireSecret } from './store/data-keys.ts'
import { openDatabase } from './store/database.ts'
import { type Outbox, type OutboxOptions, openOutbox } from './store/events.ts'
import { startFolders } from './store/folders.ts'
import { createHalt } from './store/halt.ts'
import { openKeyUse } from './store/key-use.ts'
import { openMarks } from './store/mark.ts'
import { openNames, removeNames } from './store/name-index.ts'
import { type Resealed, reseal } from './store/reseal.ts'
import { type ScrubOptions, startScrub } from './store/scrub.ts'
import type { Finding } from './store/sweep.ts'
import { listTopics, type Topic } from './store/topics.ts'
import { openTraffic, type TrafficRow } from './store/traffic.ts'
import { chargeOf } from './store/usage.ts'
import { type Checked, type VerifyOptions, verify } from './store/verify.ts'
import { openWatches } from './store/watches.ts'
import { createInsideWatch, type WatchInside } from './watch.ts'

export type { HandleOptions } from './handler.ts'

export type EngineOptions = {
  /** The engine's folder; made if missing. Only one process may use it at a time. */
  dir: string
  region: string
  /** 32 bytes: encrypts S3 secrets and objects at rest. */
  secret: Uint8Array
  /** The secret that it replaces, if some may still be encrypted under that. */
  earlierSecret?: Uint8Array | null
  /** Whether all new objects are encrypted; otherwise only if their bucket or request asks for it. */
  encrypt?: boolean
  /** Whether pre-signed URLs of Signature Version 2 are accepted; true by default. */
  signV2?: boolean
  /** The smallest part, but the last, in bytes; S3's 5 MiB by default. */
  minPartSize?: number
  /** The largest body that is stored in the index instead of a file, in bytes; 8 KiB by default. */
  smallBody?: number
  /** Open multipart uploads that one user may have; 10,000 by default. */
  mostUploads?: number
  /** Host names whose subdomains are buckets, in addition to `s3.localhost` and `localhost`. */
  hosts?: readonly string[]
  /** Proxies whose `X-Forwarded-*` headers are trusted: addresses, CIDR ranges, `loopback`, … */
  trustedProxies?: readonly string[]
  /** `Strict-Transport-Security` of responses over HTTPS; none by default. */
  strictTransport?: string
  /** ms after which a connection that moves no byte is closed; 60 s by default. */
  idleTimeout?: number
  /** Whether names are indexed for `search`; not by default. */
  names?: boolean
  /** How much of the disk stays free; nothing by default. */
  disk?: Pick<DiskOptions, 'reserve' | 'space'>
  /** How stored bytes are verified against their checksums in the background; false: not at all. */
  scrub?: ScrubOptions | false
  /** Limits of requests; none by default. */
  limits?: LimitOptions
  /** Where the traces of requests begin; without it none is recorded. */
  traces?: Traces
  /** Called after each answer. */
  answered?: (request: AnsweredRequest) => void
  /** How the lifecycle rules are applied in the background; false: not at all. */
  lifecycle?: LifecycleOptions | false
  /** Whether requests are counted, true by default; false measures the cost of counting. */
  metering?: boolean
  /** How long events of changes are kept if nobody reads them. */
  events?: OutboxOptions
  /** Unix ms; for tests. */
  now?: () => number
  log?: (message: string, error: unknown) => void
  /**
   * Called once, when the engine stops after a failed commit or sync: all requests get 503 until a restart, which reads
   * the disk's actual state.
   */
  onHalt?: (message: string, cause: unknown) => void
}

type BucketStats = {
  name: string
  /** Stored bytes, including parts of unfinished uploads. */
  bytes: number
  objects: number
  /** Unix ms. */
  created: number
  /** Bytes; null: only the user's quota applies. */
  quota: number | null
  /** The bytes that count against the quota. */
  counted: number
}

export type EngineEvents = Pick<Outbox, 'first' | 'after' | 'drop' | 'lost' | 'forgetLost'> & {
  /** Calls `listener` after each commit with events. */
  onWritten(listener: () => void): void
  region: string
}

/** The embedded S3 engine. */
/** `put`: sets the level of all keys of a sub-user, and adds some. */
export type KeyChange =
  | { deleteSubUser: string }
  | { deleteKey: string }
  | { put: { name: string; level: Level; keys: readonly KeyPair[] } }

export type Engine = {
  /**
   * Answers one S3 request of a node:http(s) server; call it for `request` and, with `awaitsContinue`, for
   * `checkContinue`. `base` ('/s3'): a prefix of the path, which the signature covers; it is removed after verification.
   * `methods`: others get 405.
   */
  handle(request: IncomingMessage, response: ServerResponse, options?: HandleOptions): void
  readInside: ReadInside
  writeInside: WriteInside
  /** Null without an index of names. */
  search: SearchInside | null
  folders: FoldersInside
  watch: WatchInside
  admin: {
    /** The user with all its keys, including those of its sub-users, or null. */
    getUser(uid: string): Promise<StoredUser | null>
    listUsers(): { uid: string; suspended: boolean }[]
    /** Deletes a user without buckets, with its keys. @throws if it has buckets */
    deleteUser(uid: string): void
    /** Creates the user, or renames it. */
    putUser(user: { uid: string; displayName: string }): void
    /** @throws if the user is unknown */
    createKey(uid: string, level: Level): KeyPair
    /** Adds or replaces a key; `subUser` null: the user's own. @throws if the user is unknown */
    putKey(uid: string, subUser: string | null, level: Level, pair: KeyPair): void
    /** Deletes the user's key; an unknown key is no error. */
    deleteKey(uid: string, accessKey: string): void
    /** Sets the level of all keys of a sub-user. */
    setLevel(uid: string, subUser: string, level: Level): void
    /** Deletes all keys of a sub-user. */
    deleteSubUser(uid: string, subUser: string): void
    /**
     * Makes such changes in their order, in one transaction; resolves once it is durable, without blocking the event loop.
     * @throws if the user is unknown
     */
    changeKeys(uid: string, changes: readonly KeyChange[]): Promise<void>
    /** Suspends or resumes the user: all keys of a suspended one are refused. @throws if the user is unknown */
    setSuspended(uid: string, suspended: boolean): void
    /** Whether the user may have topics and notifications of its buckets; those it has stay. @throws if it is unknown */
    setNotifications(uid: string, allowed: boolean): void
    /** See `setGrants` of the store; null: no such bucket. */
    getGrants(uid: string, bucket: string): Statement[] | null
    setGrants(uid: string, bucket: string, statements: readonly Statement[]): void
    /** `bytes` null: no limit. @throws if the user is unknown */
    setQuota(uid: string, bytes: number | null): void
    /** See `setBucketQuota` of the store. */
    setBucketQuota(uid: string, bucket: string, bytes: number | null): void
    /** Sorted by name. */
    topics(uid: string): Topic[]
    /** Bytes of objects and of parts of unfinished uploads. `quota` null: no limit. */
    usage(uid: string): ReturnType<Accounts['usage']>
    bucketStats(uid: string): BucketStats[]
    /** See `Traffic.rows`. */
    traffic(uid: string, from: number, to: number): TrafficRow[]
    /** See `KeyUse.of`. */
    keyUses(uid: string): Map<string, number>
  }
  /** The events of bucket notifications, for a single reader. */
  events: EngineEvents
  /**
   * Durable commits since the index was made; events that were not read yet, and when (unix seconds) the oldest came; when
   * (unix seconds) the last check of the stored bytes began, and how many damaged bodies were found since the start; how
   * many rows wait for the index of names.
   */
  measures(): {
    commits: number
    events: { size: number; since: number | null }
    scrub: { began: number; damaged: number }
    names: { waiting: number }
  }
  maintenance: {
    /** See `verify`. */
    verify(options: Pick<VerifyOptions, 'say' | 'signal'>): Promise<Checked>
    /** See `backupStore`. */
    backup(target: string): Promise<BackedUp>
    /** See `reseal`. */
    reseal(signal: AbortSignal): Promise<Resealed | null>
  }
  /** Problems found at this start that the operator should know of. */
  findings: readonly Finding[]
  /** Commits what is pending, and closes the index. Stop the servers first. */
  close(): Promise<void>
}

/**
 * Opens the embedded S3 engine on a folder, and cleans up after a killed process.
 * @throws if another process uses the folder, it is not writable, a newer program wrote its index, or it contains
 * objects encrypted under another secret
 */
export const openEngine = async (options: EngineOptions): Promise<Engine> => {
  const log =
    options.log ?? ((message: string, error: unknown) => console.error('kho engine:', message, error))
  const disk = openDisk({
    dir: options.dir,
    reserve: 0,
    ...options.disk,
    log: message => log(message, undefined),
  })
  const db = openDatabase(options.dir)
  const secrets = { secret: options.secret, earlier: options.earlierSecret }
  try {
    requireSecret(db, secrets)
  } catch (error) {
    db.close()
    await disk.close()
    throw error
  }
  const halt = createHalt(options.onHalt ?? log)
  const commits = openCommits(db, halt, disk, error =>
    log('Counts of requests, uses of keys or traces of removed files were not written.', error),
  )
  const marks = openMarks(options.dir, commits.made)
  const blobs = openBlobs(options.dir, db, commits, halt, marks, {
    smallBody: options.smallBody,
    failed: error => log('A file could not be removed; the next start tries again.', error),
  })
  const accounts = openAccounts(db, options.secret, options.earlierSecret)
  const before = commits.made()
  const findings = await blobs.sweep()
  const listeners: (() => void)[] = []
  const engine: Parts = {
    db,
    commits,
    blobs,
    dataKeys: openDataKeys(db, commits, secrets),
    accounts,
    halt,
    disk,
    region: options.region,
    minPartSize: options.minPartSize ?? 5 * 1024 * 1024,
    encrypt: options.encrypt ?? false,
    mostUploads: options.mostUploads ?? 10_000,
    inFlight: new Map(),
    replacing: new Set(),
    watches: openWatches(options.now ?? Date.now),
    onEvents: () => {
      for (const listener of listeners) listener()
    },
    now: options.now ?? Date.now,
    idleTimeout: options.idleTimeout ?? 60_000,
    textMemory: makeShares({ each: 16 * MiB, all: 64 * MiB, refusal: () => new S3Error('SlowDown') }),
  }
  const scrub = options.scrub === false ? undefined : startScrub(engine, log, options.scrub)
  const traffic = openTraffic(db, commits, engine.now)
  const keyUse = openKeyUse(db, commits, engine.now)
  if (!options.names) removeNames(options.dir)
  const names = options.names ? openNames(options.dir, engine, { commits: before, log }) : undefined
  const folders = startFolders(engine, log)
  const outbox = openOutbox(db, commits, engine.now, options.events)
  const stopLifecycle =
    options.lifecycle === false ? undefined : startLifecycle(engine, log, options.lifecycle)
  const handle = createHandler({
    engine,
    traffic: options.metering === false ? null : traffic,
    keyUse,
    verify: createVerifier(accounts, options.now, { signV2: options.signV2 ?? true }),
    limited: createLimited(options.limits ?? { rate: 0, atOnce: 0 }, engine.now),
    senderOf: createSenderOf(options.trustedProxies),
    traces: options.traces ?? makeTraces(),
    hosts: ['s3.localhost', 'localhost', ...(options.hosts ?? [])],
    log,
    ...(options.strictTransport && { strictTransport: options.strictTransport }),
    ...(options.answered && { answered: options.answered }),
  })
  const putKey: Engine['admin']['putKey'] = (uid, subUser, level, { accessKey, secretKey }) =>
    commits.now(() => accounts.putKey({ accessKey, uid, subUser, level, secret: secretKey }))
  return {
    handle,
    readInside: createInsideReader({ engine, traffic, keyUse }),
    writeInside: createInsideWriter({ engine, traffic, keyUse }),
    search: names ? createInsideSearch(engine, keyUse, names) : null,
    folders: createInsideFolders(engine, keyUse, folders),
    watch: createInsideWatch(engine),
    findings,
    admin: {
      getUser: accounts.user,
      listUsers: accounts.list,
      deleteUser: uid => commits.now(() => accounts.deleteUser(uid)),
      putUser: ({ uid, displayName }) => commits.now(() => accounts.putUser(uid, displayName)),
      createKey: (uid, level) => {
        const pair = newKeyPair()
        putKey(uid, null, level, pair)
        return pair
      },
      putKey,
      deleteKey: (uid, accessKey) => commits.now(() => accounts.deleteKey(uid, accessKey)),
      setLevel: (uid, subUser, level) => commits.now(() => accounts.setLevel(uid, subUser, level)),
      deleteSubUser: (uid, subUser) => commits.now(() => accounts.deleteSubUser(uid, subUser)),
      changeKeys: (uid, changes) =>
        commits.run(() => {
          for (const change of changes) {
            if ('deleteSubUser' in change) accounts.deleteSubUser(uid, change.deleteSubUser)
            else if ('deleteKey' in change) accounts.deleteKey(uid, change.deleteKey)
            else {
              const { name, level, keys } = change.put
              accounts.setLevel(uid, name, level)
              for (const { accessKey, secretKey: secret } of keys)
                accounts.putKey({ accessKey, uid, subUser: name, level, secret })
            }
          }
        }),
      setNotifications: (uid, allowed) => commits.now(() => accounts.setNotifications(uid, allowed)),
      setSuspended: (uid, suspended) => commits.now(() => accounts.setSuspended(uid, suspended)),
      getGrants: (uid, bucket) => getGrants(engine, uid, bucket),
      setGrants: (uid, bucket, statements) => commits.now(() => setGrants(engine, uid, bucket, statements)),
      setBucketQuota: (uid, bucket, bytes) => commits.now(() => setBucketQuota(engine, uid, bucket, bytes)),
      setQuota: (uid, bytes) => commits.now(() => accounts.setQuota(uid, bytes)),
      topics: uid => listTopics(engine, uid),
      usage: accounts.usage,
      traffic: traffic.rows,
      keyUses: keyUse.of,
      bucketStats: uid =>
        db
          .all<Omit<BucketStats, 'counted'>>(
            'SELECT name, bytes, objects, created, quota FROM bucket WHERE uid = ? ORDER BY name',
            uid,
          )
          .map(row => ({ ...row, counted: chargeOf(row) })),
    },
    events: {
      first: outbox.first,
      after: outbox.after,
      drop: outbox.drop,
      lost: outbox.lost,
      forgetLost: outbox.forgetLost,
      onWritten: listener => {
        listeners.push(listener)
      },
      region: options.region,
    },
    measures: () => ({
      commits: commits.made(),
      events: db.get<{ size: number; since: number | null }>(
        'SELECT count(*) AS size, min(at) / 1000.0 AS since FROM event',
      )!,
      scrub: scrub?.measures() ?? { began: 0, damaged: 0 },
      names: { waiting: names?.waiting() ?? 0 },
    }),
    maintenance: {
      verify: async how => {
        const checked = await verify(engine, how)
        const problem = how.signal?.aborted ? undefined : await names?.check()
        if (problem !== undefined) how.say(problem)
        return checked
      },
      backup: target => backupStore(engine, target),
      reseal: signal => reseal(engine, signal),
    },
    close: async () => {
      traffic.close()
      keyUse.close()
      await Promise.all([scrub?.stop(), stopLifecycle?.(), outbox.close(), names?.close(), folders.stop()])
      await commits.flush()
      await blobs.idle()
      await commits.close()
      await marks.close()
      db.close()
      await disk.close()
      if (halt.halted) return
      await marks
        .write(true)
        .catch((error: unknown) => log('That the index was closed could not be noted.', error))
    },
  }
}
