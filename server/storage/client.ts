import { S3Client } from '@aws-sdk/client-s3'
import { Problem } from '../errors/problem.ts'
import { storageProblem } from '../errors/storage-error.ts'

export type KeyPair = { accessKey: string; secretKey: string }

/**
 * What a bucket can be called anywhere (RGW, relaxed names; S3 before 2018). Of others the SDK makes something else: an
 * ARN, a directory bucket with its own sign-in, or with `.` another path.
 */
const anyBucket = /^(?!\.{1,2}$)[\w.-]{1,255}$/
const directoryBucket = /--x-s3$/

/**
 * An S3 client whose failures are problems of the catalogue. Path-style; no checksums that S3 does not ask for;
 * three attempts; 5 s to connect, and 60 s for an answer unless a call says otherwise.
 */
export function makeClient(options: { endpoint: string; region: string; keys: KeyPair }): S3Client {
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: true,
    credentials: { accessKeyId: options.keys.accessKey, secretAccessKey: options.keys.secretKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    followRegionRedirects: false,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  })
  client.middlewareStack.add(
    next => async args => {
      const { Bucket: bucket } = args.input as { Bucket?: string }
      if (bucket !== undefined && (!anyBucket.test(bucket) || directoryBucket.test(bucket)))
        throw new Problem('BUCKET_NOT_FOUND')
      try {
        return await next(args)
      } catch (error) {
        throw storageProblem(error)
      }
    },
    { step: 'initialize', priority: 'high', name: 'failuresAsProblems' },
  )
  return client
}

/** The name that S3 gave to a failure, or null where it was none of S3's. */
export function s3Name(problem: unknown): string | null {
  const cause = problem instanceof Error ? problem.cause : null
  return cause instanceof Error ? cause.name : null
}
