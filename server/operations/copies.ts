import { type Copying, isFolder, isOntoItself, renamed, targetIn } from '../../domain/copy-target.ts'
import { GiB } from '../../domain/limits.ts'
import { bareName, nameOf } from '../../domain/object-key.ts'
import type { Job, JobKind, OnExisting } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { copyJournal } from '../jobs/copy-journal.ts'
import {
  type CopyContext,
  type CopyOptions,
  makeCopy,
  mustSetEncryption,
  planCopies,
  removeSources,
} from '../jobs/copy-plan.ts'
import { journalAct } from '../jobs/journal-act.ts'
import type { Journal } from '../jobs/kind.ts'
import { sourcesOf, startJob } from '../jobs/user-jobs.ts'
import { listBuckets } from '../storage/buckets.ts'
import { listPage } from '../storage/list-objects.ts'
import { findState } from '../storage/object-states.ts'
import { removerFor } from '../storage-admin/account-access.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'db' | 'jobs' | 'access' | 'locks' | 'storageKind'>

/** `key`: of the copy; null if it was skipped, or is left to a job. */
type Copied = { key: string | null; job: Job | null; undo?: string }

/** Bytes of the largest file that is copied within the request. */
const maxImmediateSize = GiB

const auditActions = {
  'copy-objects': 'OBJECT_COPIED',
  'move-objects': 'OBJECT_MOVED',
  'rename-folder': 'OBJECT_RENAMED',
} as const satisfies Partial<Record<JobKind, string>>

export function copyOperations(services: Needed) {
  return {
    copyObjects: ({ body, by }) => copyObjects(services, by, 'copy-objects', body),

    moveObjects: ({ body, by }) => copyObjects(services, by, 'move-objects', body),

    /** Renames a file at once, a folder by a job. */
    async renameObject({ body: { bucket, key, name }, by }) {
      const target = renamed({ key, name })
      if (target === key) throw new Problem('TARGET_EXISTS')
      const target_folder = key.slice(0, key.length - nameOf(key).length)
      const copying = { bucket, keys: [key], target_bucket: bucket, target_folder }
      const { client } = await services.access.clientForUser(by.user)
      if (isFolder(key) && (await hasObjects(client, bucket, target))) throw new Problem('TARGET_EXISTS')
      // mayReach reads `key` of a rename.
      const input = { ...copying, key, name, existing: 'refuse' }
      const about = { bucket, ...sourcesOf([key]), target: { bucket, key: target } }
      const job = { kind: 'rename-folder', input, ...about, about: key } as const
      return startCopy(services, by, job, 'refuse', copying, target)
    },
  } satisfies Partial<Handlers>
}

/**
 * Copies or moves files and folders into a folder: a single file of up to 1 GiB at once, everything else by a job.
 * BUCKET_NOT_FOUND, OBJECT_NOT_FOUND, TARGET_BUCKET_NOT_FOUND, TARGET_INSIDE_SOURCE; for one file also TARGET_EXISTS,
 * KEY_TOO_LONG, OBJECT_CHANGED and NOT_ENOUGH_STORAGE; as `startJob`.
 */
async function copyObjects(
  services: Needed,
  by: By,
  kind: 'copy-objects' | 'move-objects',
  { existing = 'refuse', ...copying }: Copying & { existing?: OnExisting | undefined },
): Promise<Copied> {
  const { bucket, keys, target_bucket, target_folder } = copying
  const names = keys.map(bareName)
  if (existing === 'replace' && new Set(names).size < names.length)
    throw invalid('keys', 'must not have two of the same name: one would replace the other')
  const target = { bucket: target_bucket, key: target_folder }
  const job = { kind, bucket, input: { ...copying, existing }, ...sourcesOf(keys), target }
  return startCopy(services, by, job, existing, copying)
}

async function hasObjects(client: CopyContext['client'], bucket: string, folder: string): Promise<boolean> {
  return (await listPage(client, { bucket, prefix: folder, size: 1 })).files.length > 0
}

async function startCopy(
  services: Needed,
  by: By,
  job: Parameters<typeof startJob>[2] & { kind: keyof typeof auditActions },
  existing: OnExisting,
  { bucket, keys, target_bucket, target_folder }: Copying,
  newKey?: string,
): Promise<Copied> {
  const { client: account } = await services.access.clientForAccount(by.user)
  const { client } = await services.access.clientForUser(by.user)
  const ownBuckets = new Set((await listBuckets(account)).map(({ name }) => name))
  if (!ownBuckets.has(bucket)) throw new Problem('BUCKET_NOT_FOUND')
  if (!ownBuckets.has(target_bucket)) throw new Problem('TARGET_BUCKET_NOT_FOUND')
  const targetOf = (key: string) => newKey ?? targetIn(target_folder, key)
  const removes = job.kind !== 'copy-objects'
  for (const key of keys) {
    const target = { bucket: target_bucket, key: targetOf(key) }
    if (isOntoItself({ bucket, key }, target, removes)) throw new Problem('TARGET_INSIDE_SOURCE')
  }
  const [key, ...others] = keys
  if (key === undefined || others.length > 0) return { key: null, job: await startJob(services, by, job) }
  if (isFolder(key)) {
    if (!(await hasObjects(client, bucket, key))) throw new Problem('OBJECT_NOT_FOUND')
    return { key: null, job: await startJob(services, by, job) }
  }
  const state = await findState(client, bucket, key)
  if (!state) throw new Problem('OBJECT_NOT_FOUND')
  if (state.size > maxImmediateSize) return { key: null, job: await startJob(services, by, job) }
  const remover = removerFor(client, services.storageKind, by.user)
  const context = { client, remover, account, storage: services.storageKind, locks: services.locks, by }
  const options = { bucket, target_bucket, existing, removes }
  const made = await copyFile(context, options, { key, target: targetOf(key), state })
  const copied = made?.key ?? null
  if (copied !== null) {
    const other = target_bucket === bucket ? null : target_bucket
    const detail = { kind: 'copy', from: key, bucket: other, to: copied } as const
    await audit(services.db, by, auditActions[job.kind], { target: bucket, detail })
  }
  const undo = made?.journal ? await journalAct(services.db, by, made.journal) : null
  return { key: copied, job: null, ...(undo !== null && { undo }) }
}

/** Returns the key of the copy, and what undoes it; null if the target exists and `existing` is `skip`. */
async function copyFile(
  context: CopyContext,
  options: CopyOptions,
  file: Parameters<typeof planCopies>[2][number],
): Promise<{ key: string; journal?: Journal } | null> {
  const { plan, failures } = await planCopies(context, options, [file])
  const [copy] = plan
  if (!copy) {
    if (failures[0]) throw new Problem(failures[0].code)
    return null
  }
  const code = await makeCopy(context, options, copy, await mustSetEncryption(context, options.target_bucket))
  if (code !== null) throw new Problem(code)
  const [notRemoved] = options.removes ? await removeSources(context, options, [copy]) : []
  if (notRemoved) throw new Problem(notRemoved.code)
  return { key: copy.target, ...(await copyJournal(context.account, options, [copy])) }
}
