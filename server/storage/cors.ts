import { type CORSRule, GetBucketCorsCommand, PutBucketCorsCommand, type S3Client } from '@aws-sdk/client-s3'
import { Problem } from '../errors/problem.ts'
import { s3Name } from './client.ts'

const ruleId = 'kho-console'
/** Origins that our rule keeps, the newest last. */
const originLimit = 20

/**
 * Gives a bucket the CORS rule that a browser on `origin` needs to send and get files, beside the rules it has.
 * Source: S3 API reference, PutBucketCors; Fetch standard, "CORS protocol".
 */
export async function ensureCors(client: S3Client, bucket: string, origin: string): Promise<void> {
  const rules = await corsRules(client, bucket)
  const ours = rules.find(rule => rule.ID === ruleId)
  if (ours?.AllowedOrigins?.includes(origin)) return
  const origins = [...(ours?.AllowedOrigins ?? []), origin].slice(-originLimit)
  await client.send(
    new PutBucketCorsCommand({
      Bucket: bucket,
      CORSConfiguration: {
        CORSRules: [
          ...rules.filter(rule => rule !== ours),
          {
            ID: ruleId,
            AllowedOrigins: origins,
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
 * Remembers for `life` ms what was ensured, at most 10,000 buckets; the same bucket asked twice at once is one call.
 * A bucket without the rule can still be listed, so a refusal is told to `refused` once in that time, and does not
 * fail; BUCKET_NOT_FOUND does. `now` is in ms.
 */
export function makeCorsMemory(
  now: () => number,
  refused: (error: unknown, bucket: string) => void,
  life = 10 * 60_000,
) {
  const known = new Map<string, { until: number; done: Promise<void> }>()
  return {
    ensure(client: S3Client, account: string, bucket: string, origin: string): Promise<void> {
      const name = JSON.stringify([account, bucket, origin])
      const found = known.get(name)
      if (found && found.until > now()) return found.done
      const done = ensureCors(client, bucket, origin).catch(error => {
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
      const start = JSON.stringify([account, bucket]).slice(0, -1)
      for (const name of known.keys()) if (name.startsWith(`${start},`)) known.delete(name)
    },
  }
}
