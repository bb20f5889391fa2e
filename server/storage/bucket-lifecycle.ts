import {
  DeleteBucketLifecycleCommand,
  GetBucketLifecycleConfigurationCommand,
  type GetBucketLifecycleConfigurationCommandOutput,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
  type LifecycleRule as StoredRule,
} from '@aws-sdk/client-s3'
import type { LifecycleOther, LifecycleRule } from '../../openapi/schema.ts'
import { s3Name } from './client.ts'

export type { StoredRule }

/** `minimum`: AWS's TransitionDefaultMinimumObjectSize, which a change must not reset. */
export type StoredLifecycle = {
  rules: StoredRule[]
  minimum?: GetBucketLifecycleConfigurationCommandOutput['TransitionDefaultMinimumObjectSize']
}

/** Each rule has an ID. BUCKET_NOT_FOUND. Source: S3 API reference, GetBucketLifecycleConfiguration. */
export async function getLifecycle(client: S3Client, bucket: string): Promise<StoredLifecycle> {
  try {
    const answer = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket }))
    const rules = (answer.Rules ?? []).map((rule, at) => ({ ...rule, ID: rule.ID || `rule-${at + 1}` }))
    const minimum = answer.TransitionDefaultMinimumObjectSize
    return { rules, ...(minimum && { minimum }) }
  } catch (error) {
    if (s3Name(error) === 'NoSuchLifecycleConfiguration') return { rules: [] }
    throw error
  }
}

/** BUCKET_NOT_FOUND. Source: S3 API reference, PutBucketLifecycleConfiguration, DeleteBucketLifecycle. */
export async function putLifecycle(
  client: S3Client,
  bucket: string,
  { rules, minimum }: StoredLifecycle,
): Promise<void> {
  await client.send(
    rules.length === 0
      ? new DeleteBucketLifecycleCommand({ Bucket: bucket })
      : new PutBucketLifecycleConfigurationCommand({
          Bucket: bucket,
          LifecycleConfiguration: { Rules: rules },
          ...(minimum && { TransitionDefaultMinimumObjectSize: minimum }),
        }),
  )
}

/** A rule for the console; `others` has everything that the form does not know. */
export function readRule(rule: StoredRule): LifecycleRule {
  const { Expiration: expiration, NoncurrentVersionExpiration: noncurrent } = rule
  const shown = {
    id: rule.ID ?? '',
    enabled: rule.Status === 'Enabled',
    prefix: rule.Filter?.And?.Prefix ?? rule.Filter?.Prefix ?? rule.Prefix ?? '',
    current_days: expiration?.Days ?? null,
    previous_days: noncurrent?.NoncurrentDays ?? null,
    abort_days: rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation ?? null,
    others: [...conditions(rule), ...actions(rule)],
  }
  const acts = [shown.current_days, shown.previous_days, shown.abort_days].some(days => days !== null)
  if (!acts && shown.others.length === 0) shown.others.push(other('unknown'))
  return shown
}

/** A rule of the form in S3's format. */
export function writeRule(rule: Omit<LifecycleRule, 'others'>): StoredRule {
  return {
    ID: rule.id,
    Status: rule.enabled ? 'Enabled' : 'Disabled',
    Filter: { Prefix: rule.prefix },
    ...(rule.current_days !== null && { Expiration: { Days: rule.current_days } }),
    ...(rule.previous_days !== null && {
      NoncurrentVersionExpiration: { NoncurrentDays: rule.previous_days },
    }),
    ...(rule.abort_days !== null && {
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: rule.abort_days },
    }),
  }
}

function other(kind: LifecycleOther['kind'], number: number | null = null, text = ''): LifecycleOther {
  return { kind, number, text }
}

function conditions({ Filter: filter }: StoredRule): LifecycleOther[] {
  const tags = [...(filter?.And?.Tags ?? []), ...(filter?.Tag ? [filter.Tag] : [])]
  const larger = filter?.And?.ObjectSizeGreaterThan ?? filter?.ObjectSizeGreaterThan
  const smaller = filter?.And?.ObjectSizeLessThan ?? filter?.ObjectSizeLessThan
  return [
    ...tags.map(({ Key, Value }) => other('tag', null, `${Key ?? ''}=${Value ?? ''}`)),
    ...(larger === undefined ? [] : [other('larger', larger)]),
    ...(smaller === undefined ? [] : [other('smaller', smaller)]),
  ]
}

function actions(rule: StoredRule): LifecycleOther[] {
  const { Expiration: expiration, NoncurrentVersionExpiration: noncurrent } = rule
  const newer = noncurrent?.NewerNoncurrentVersions
  return [
    ...(expiration?.Date ? [other('date', seconds(expiration.Date))] : []),
    ...(expiration?.ExpiredObjectDeleteMarker ? [other('marker')] : []),
    ...(newer ? [other('newer', newer)] : []),
    ...(rule.Transitions ?? []).map(({ Date: date, Days: days, StorageClass: name = '' }) =>
      date ? other('transition-date', seconds(date), name) : other('transition-days', days ?? 0, name),
    ),
    ...(rule.NoncurrentVersionTransitions ?? []).map(({ NoncurrentDays: days, StorageClass: name = '' }) =>
      other('previous-transition', days ?? 0, name),
    ),
  ]
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
