import {
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { daysAfter } from '../../domain/object-expiry.ts'
import type { LifecyclePreview, LifecycleRuleDays } from '../../openapi/schema.ts'
import { listPage } from './list-objects.ts'

/** Maximum number of files, versions and uploads that a preview checks. */
const most = 100_000

type Options = { now: number; signal: AbortSignal; limit?: number; pageSize?: number }

/**
 * Counts what a rule would delete if it ran at `now` (ms), page by page, until `most` were checked or `signal` aborts.
 * Ignores locks. BUCKET_NOT_FOUND. Source: S3 API reference, ListObjectsV2, ListObjectVersions, ListMultipartUploads;
 * S3 user guide, "Lifecycle rules based on an object's age".
 */
export async function previewLifecycle(
  client: S3Client,
  bucket: string,
  rule: LifecycleRuleDays,
  { now, signal, limit = most, pageSize = 1000 }: Options,
): Promise<LifecyclePreview> {
  const current = rule.current_days === null ? null : { count: 0, bytes: 0 }
  const previous = rule.previous_days === null ? null : { count: 0, bytes: 0 }
  const uploads = rule.abort_days === null ? null : { count: 0, bytes: null }
  let looked = 0
  let complete = true

  async function through(pages: AsyncIterable<{ size: number; more: boolean }>): Promise<void> {
    for await (const { size, more } of pages) {
      looked += size
      if (!more || (looked < limit && !signal.aborted)) continue
      complete = false
      return
    }
  }
  function add(to: { count: number; bytes: number }, since: Date | undefined, days: number, size = 0): void {
    if (!since || daysAfter(since.getTime(), days) > now) return
    to.count += 1
    to.bytes += size
  }

  const size = () => Math.max(1, Math.min(pageSize, limit - looked))

  async function* files() {
    let token: string | undefined
    do {
      const page = await listPage(client, { bucket, prefix: rule.prefix, size: size(), token })
      for (const { LastModified, Size } of page.files) add(current!, LastModified, rule.current_days!, Size)
      token = page.token
      yield { size: page.files.length, more: token !== undefined }
    } while (token !== undefined)
  }

  async function* versions() {
    let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}
    let newer = { key: '', since: new Date(0) as Date | undefined }
    do {
      const page: ListObjectVersionsCommandOutput = await client.send(
        new ListObjectVersionsCommand({ Bucket: bucket, Prefix: rule.prefix, MaxKeys: size(), ...next }),
      )
      const rows = inOrder(page)
      for (const { Key: key = '', LastModified, Size, IsLatest } of rows) {
        if (IsLatest && current && Size !== undefined) add(current, LastModified, rule.current_days!, Size)
        if (!IsLatest && previous && newer.key === key && Size !== undefined)
          add(previous, newer.since, rule.previous_days!, Size)
        newer = { key, since: LastModified }
      }
      next = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
        : {}
      yield { size: rows.length, more: next.KeyMarker !== undefined }
    } while (next.KeyMarker !== undefined)
  }

  async function* unfinished() {
    let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
    do {
      const page: Awaited<ReturnType<typeof listUploads>> = await listUploads(next)
      for (const { Initiated } of page.Uploads ?? []) {
        if (Initiated && daysAfter(Initiated.getTime(), rule.abort_days!) <= now) uploads!.count += 1
      }
      next = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : {}
      yield { size: page.Uploads?.length ?? 0, more: next.KeyMarker !== undefined }
    } while (next.KeyMarker !== undefined)
  }
  const listUploads = (next: object) =>
    client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: rule.prefix, MaxUploads: size(), ...next }),
    )

  if (previous) await through(versions())
  else if (current) await through(files())
  if (uploads && complete) await through(unfinished())
  return { current, previous, uploads, looked, complete }
}

type Row = { Key?: string; LastModified?: Date; IsLatest?: boolean; Size?: number }

/** Versions and delete markers in the order of the listing: by key, newest first. The SDK separates them. */
function inOrder({ Versions = [], DeleteMarkers = [] }: ListObjectVersionsCommandOutput): Row[] {
  if (DeleteMarkers.length === 0) return Versions as Row[]
  const time = ({ LastModified, IsLatest }: Row) => (IsLatest ? Infinity : (LastModified?.getTime() ?? 0))
  const bytes = ({ Key = '' }: Row) => Buffer.from(Key)
  return [...(Versions as Row[]), ...(DeleteMarkers as Row[])].sort((a, b) =>
    a.Key === b.Key ? time(b) - time(a) : Buffer.compare(bytes(a), bytes(b)),
  )
}
