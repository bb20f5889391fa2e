import { S3Client } from '@aws-sdk/client-s3'
import { Problem } from '../errors/problem.ts'
import { storageProblem } from '../errors/storage-error.ts'
import type { KeyPair } from '../s3/keys.ts'
import { inSpan, traceHeaders } from '../tracing/trace.ts'

/**
 * Every name that a bucket can have (RGW's relaxed names; S3 before 2018). The SDK interprets others differently: as an
 * ARN, a directory bucket, or with `.` another path.
 */
const anyBucket = /^(?!\.{1,2}$)[\w.-]{1,255}$/
const directoryBucket = /--x-s3$/

export function canBeBucket(name: string): boolean {
  return anyBucket.test(name) && !directoryBucket.test(name)
}

/** Otherwise the SDK prints a warning whenever a stream is refused, as it cannot send it again. */
const ignore = () => undefined
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore }

const uses = new WeakMap<S3Client, { underWay: number; retired: boolean }>()

/**
 * An S3 client whose failures are problems of the catalogue. Path-style; no checksums beyond those that S3 requires;
 * three attempts; 5 s to connect, and 60 s for a response unless a call overrides it.
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
    logger: quiet,
    followRegionRedirects: false,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  })
  uses.set(client, { underWay: 0, retired: false })
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const { Bucket: bucket } = args.input as { Bucket?: string }
        if (bucket !== undefined && !canBeBucket(bucket)) throw new Problem('BUCKET_NOT_FOUND')
        const use = uses.get(client)!
        use.underWay += 1
        try {
          return await storageSpan(commandName, () => next(args))
        } catch (error) {
          throw storageProblem(error)
        } finally {
          use.underWay -= 1
          if (use.retired && use.underWay === 0) client.destroy()
        }
      },
    { step: 'initialize', priority: 'high', name: 'failuresAsProblems' },
  )
  // Behind the signature.
  client.middlewareStack.add(
    next => args => {
      Object.assign((args.request as { headers: Record<string, string> }).headers, traceHeaders())
      return next(args)
    },
    { step: 'deserialize', priority: 'low', name: 'traceHeaders' },
  )
  return client
}

type Answered = { $metadata?: { httpStatusCode?: number } }

/** Runs a command as a span, without the names of buckets and keys. */
function storageSpan<T extends { output: Answered }>(command: string, work: () => Promise<T>): Promise<T> {
  const name = command.replace(/Command$/, '')
  return inSpan({ name: `S3 ${name}`, kind: 'client' }, async tell => {
    const tellStatus = ({ $metadata }: Answered) =>
      $metadata?.httpStatusCode && tell({ 'http.response.status_code': $metadata.httpStatusCode })
    try {
      const result = await work()
      tellStatus(result.output)
      return result
    } catch (error) {
      tellStatus(error as Answered)
      throw error
    }
  })
}

/** The client with calls that end once `signal` aborts. */
export function endingWith(client: S3Client, signal: AbortSignal): S3Client {
  const send = (...[command, options]: Parameters<S3Client['send']>) =>
    client.send(command, { ...options, abortSignal: signal })
  return Object.create(client, { send: { value: send } }) as S3Client
}

/** Closes the client's connections once no call is in flight; a later call opens and closes its own. */
export function retire(client: S3Client): void {
  const use = uses.get(client)
  if (!use) throw new Error('The client was not made by makeClient.')
  use.retired = true
  if (use.underWay === 0) client.destroy()
}

/** The S3 error code of a problem; null if its cause is no S3 error. */
export function s3Name(problem: unknown): string | null {
  const cause = problem instanceof Error ? problem.cause : null
  return cause instanceof Error ? cause.name : null
}

/** Whether the storage has no such call: NotImplemented, or RGW's MethodNotAllowed. */
export function isAbsent(error: unknown): boolean {
  if (error instanceof Problem && error.code === 'NOT_SUPPORTED') return true
  const name = s3Name(error) ?? (error instanceof Error ? error.name : '')
  return name === 'MethodNotAllowed' || name === 'NotImplemented'
}
