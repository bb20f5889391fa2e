import {
  type CORSRule,
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { LRUCache } from 'lru-cache'
import { type CorsMethod, type CorsRule, consoleRule, consoleRuleId } from '../../domain/cors-rules.ts'
import { Problem } from '../errors/problem.ts'
import type { Locks } from '../store/locks.ts'
import { s3Name } from './client.ts'

/** Origins in our rule, the newest last. */
const originLimit = 20

/** The console's own rule separately; null if there is none. */
export type Cors = { console: CorsRule | null; rules: CorsRule[] }

/** The CORS rules of a bucket; BUCKET_NOT_FOUND. Source: S3 API reference, GetBucketCors. */
export async function readCors(client: S3Client, bucket: string): Promise<Cors> {
  const all = (await storedRules(client, bucket)).map(fromS3)
  const ours = all.find(rule => rule.id === consoleRuleId) ?? null
  return { console: ours, rules: all.filter(rule => rule !== ours) }
}

/**
 * Replaces the CORS rules. The console's own rule is the first: S3 applies the first that matches a request, RGW the
 * first that matches its origin. Source: S3 API reference, PutBucketCors, DeleteBucketCors.
 */
export async function writeCors(client: S3Client, bucket: string, { console, rules }: Cors): Promise<void> {
  const all = console ? [console, ...rules] : rules
  if (all.length === 0) await client.send(new DeleteBucketCorsCommand({ Bucket: bucket }))
  else {
    const CORSConfiguration = { CORSRules: all.map(toS3) }
    await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }))
  }
}

/** The console's rule with these origins added. */
export function consoleRuleFor(before: CorsRule | null, origins: string[]): CorsRule {
  const kept = before?.origins.filter(origin => !origins.includes(origin)) ?? []
  return {
    id: consoleRuleId,
    origins: [...kept, ...origins].slice(-originLimit),
    methods: [...consoleRule.methods],
    allowed_headers: [...consoleRule.allowed_headers],
    expose_headers: [...consoleRule.expose_headers],
    max_age_seconds: consoleRule.max_age_seconds,
  }
}

/**
 * Ensures the CORS rule that browsers at `origins` need to send and fetch files, before all other rules of the bucket.
 * Source: S3 API reference, PutBucketCors; Fetch standard, "CORS protocol".
 */
export async function ensureCors(
  client: S3Client,
  bucket: string,
  origins: string[],
  locks: Pick<Locks, 'hold'>,
): Promise<void> {
  if (await isEnsured(client, bucket, origins)) return
  // The lock of all changes of the bucket's settings, so that no other change is overwritten.
  await locks.hold(`bucket ${bucket}`, async () => {
    const { console, rules } = await readCors(client, bucket)
    await writeCors(client, bucket, { console: consoleRuleFor(console, origins), rules })
  })
}

async function isEnsured(client: S3Client, bucket: string, origins: string[]): Promise<boolean> {
  const [first] = await storedRules(client, bucket)
  return (
    first?.ID === consoleRuleId &&
    origins.every(origin => first.AllowedOrigins?.includes(origin)) &&
    consoleRule.expose_headers.every(name => first.ExposeHeaders?.includes(name))
  )
}

async function storedRules(client: S3Client, bucket: string): Promise<CORSRule[]> {
  try {
    const answer = await client.send(new GetBucketCorsCommand({ Bucket: bucket }))
    return answer.CORSRules ?? []
  } catch (error) {
    if (s3Name(error) === 'NoSuchCORSConfiguration') return []
    throw error
  }
}

function fromS3(rule: CORSRule): CorsRule {
  return {
    id: rule.ID ?? '',
    origins: rule.AllowedOrigins ?? [],
    methods: (rule.AllowedMethods ?? []) as CorsMethod[],
    allowed_headers: rule.AllowedHeaders ?? [],
    expose_headers: rule.ExposeHeaders ?? [],
    max_age_seconds: rule.MaxAgeSeconds ?? null,
  }
}

function toS3(rule: CorsRule): CORSRule {
  return {
    ...(rule.id !== '' && { ID: rule.id }),
    AllowedOrigins: rule.origins,
    AllowedMethods: rule.methods,
    ...(rule.allowed_headers.length > 0 && { AllowedHeaders: rule.allowed_headers }),
    ...(rule.expose_headers.length > 0 && { ExposeHeaders: rule.expose_headers }),
    ...(rule.max_age_seconds !== null && { MaxAgeSeconds: rule.max_age_seconds }),
  }
}

/**
 * Remembers for `life` ms which buckets have the rule, at most 10,000: not for long, as another process may delete a
 * bucket and recreate it. Concurrent calls for a bucket share one request. A bucket without the rule can still be
 * listed, so a refusal is passed to `refused`, once in that time, and not thrown; BUCKET_NOT_FOUND is thrown.
 * `origins`: the console's own, as configured, never those that a request names. `now`: ms.
 */
export function makeCorsMemory(options: {
  origins: () => string[]
  locks: Pick<Locks, 'hold'>
  now: () => number
  refused: (error: unknown, bucket: string) => void
  life?: number
}) {
  const { origins, locks, now, refused, life = 30_000 } = options
  const known = new LRUCache<string, { until: number; done: Promise<void> }>({ max: 10_000 })
  return {
    origins,
    ensure(client: S3Client, account: string, bucket: string): Promise<void> {
      const name = JSON.stringify([account, bucket])
      const found = known.get(name)
      if (found && found.until > now()) return found.done
      const done = ensureCors(client, bucket, origins(), locks).catch(error => {
        const code = error instanceof Problem ? error.code : null
        if (code === 'BUCKET_NOT_FOUND' || code === 'STORAGE_UNAVAILABLE') known.delete(name)
        if (code === 'BUCKET_NOT_FOUND') throw error
        refused(error, bucket)
      })
      known.set(name, { until: now() + life, done })
      return done
    },
    forget(account: string, bucket: string): void {
      known.delete(JSON.stringify([account, bucket]))
    },
  }
}

export type CorsMemory = ReturnType<typeof makeCorsMemory>
