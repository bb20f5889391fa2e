import { type CORSRule, GetBucketCorsCommand, PutBucketCorsCommand, type S3Client } from '@aws-sdk/client-s3'
import { Problem } from '../errors/problem.ts'
import { s3Name } from './client.ts'

const ruleId = 'kho-console'
/** Origins in our rule, the newest last. */
const originLimit = 20

/**
 * Adds the CORS rule that browsers at `origins` need to send and fetch files to the rules of a bucket.
 * Source: S3 API reference, PutBucketCors; Fetch standard, "CORS protocol".
 */
export async function ensureCors(client: S3Client, bucket: string, origins: string[]): Promise<void> {
  const rules = await corsRules(client, bucket)
  const ours = rules.find(rule => rule.ID === ruleId)
  const kept = ours?.AllowedOrigins ?? []
  if (origins.every(origin => kept.includes(origin))) return
  const allowed = [...kept.filter(origin => !origins.includes(origin)), ...origins].slice(-originLimit)
  await client.send(
    new PutBucketCorsCommand({
      Bucket: bucket,
      CORSConfiguration: {
        CORSRules: [
          ...rules.filter(rule => rule !== ours),
          {
            ID: ruleId,
            AllowedOrigins: allowed,
            AllowedMethods: ['GET', 'HEAD', 'PUT'],
            AllowedHeaders: ['*'],
            ExposeHeaders: ['ETag'],
            MaxAgeSeconds: 3600,
          },
        ],
      },
    }),
  )
}

async function corsRules(client: S3Client, bucket: string): Promise<CORSRule[]> {
  try {
    const answer = await client.send(new GetBucketCorsCommand({ Bucket: bucket }))
    return answer.CORSRules ?? []
  } catch (error) {
    if (s3Name(error) === 'NoSuchCORSConfiguration') return []
    throw error
  }
}

/**
 * Remembers for `life` ms which buckets have the rule, 10,000 at most: not for long, as another process may delete a
 * bucket and create it again. Concurrent calls for a bucket share one request. A bucket without the rule can still be
 * listed, so a refusal is passed to `refused`, once in that time, and not thrown; BUCKET_NOT_FOUND is thrown.
 * `origins`: the console's own, as configured, never what a request names. `now`: ms.
 */
export function makeCorsMemory(
  origins: () => string[],
  now: () => number,
  refused: (error: unknown, bucket: string) => void,
  life = 30_000,
) {
  const known = new Map<string, { until: number; done: Promise<void> }>()
  return {
    ensure(client: S3Client, account: string, bucket: string): Promise<void> {
      const name = JSON.stringify([account, bucket])
      const found = known.get(name)
      if (found && found.until > now()) return found.done
      const done = ensureCors(client, bucket, origins()).catch(error => {
        const code = error instanceof Problem ? error.code : null
        if (code === 'BUCKET_NOT_FOUND' || code === 'STORAGE_UNAVAILABLE') known.delete(name)
        if (code === 'BUCKET_NOT_FOUND') throw error
        refused(error, bucket)
      })
      if (known.size >= 10_000) known.clear()
      known.set(name, { until: now() + life, done })
      return done
    },
    forget(account: string, bucket: string): void {
      known.delete(JSON.stringify([account, bucket]))
    },
  }
}

export type CorsMemory = ReturnType<typeof makeCorsMemory>
