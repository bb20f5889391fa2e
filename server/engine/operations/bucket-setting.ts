import { type S3Code, S3Error } from '../protocol/errors.ts'
import { document } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf, type Engine } from '../request/context.ts'
import { type BucketRow, type Setting, setBucket } from '../store/buckets.ts'
import type { Effects } from '../store/changes.ts'

type Written = {
  column: Setting
  /** Maximum bytes of a body. */
  most: number
  /** Status of the response to a PUT, 200 by default. */
  status?: 204
  /** Refuses a request before its body is read. */
  requireHeaders?(context: Context): void
  /** The value to store; null: nothing. */
  parse(body: string, bucket: BucketRow): string | null
  /** Called in the commit; may reject the value. */
  require?(engine: Engine, bucket: BucketRow, value: string | null, effects: Effects): void
}

type Read = {
  /** The root element of the setting. */
  root: string
  /** The error code if nothing is set. */
  absent?: S3Code
  /** The content of the element; null if nothing is set. */
  inner(bucket: BucketRow, engine: Pick<Engine, 'encrypt' | 'region'>): string | null
}

/** PUT and DELETE of a setting. @throws S3Error as `parse` and `require` do */
export const writes = ({ column, most, status, requireHeaders, parse, require }: Written) => ({
  put: async (context: Context): Promise<void> => {
    const { engine } = context
    requireHeaders?.(context)
    const body = await readText(context, most)
    const bucket = bucketOf(context)
    const value = parse(body, bucket)
    await setBucket(engine, causeOf(context), bucket, column, value, effects =>
      require?.(engine, bucket, value, effects),
    )
    sendEmpty(context, status ?? 200)
  },
  remove: async (context: Context): Promise<void> => {
    await setBucket(context.engine, causeOf(context), bucketOf(context), column, null)
    sendEmpty(context, 204)
  },
})

/** GET, PUT and DELETE of an XML setting. @throws S3Error `absent` if it is not set; as `writes` */
export const bucketSetting = ({ root, absent, inner, ...written }: Written & Read) => ({
  get: (context: Context): void => {
    const xml = inner(bucketOf(context), context.engine)
    if (xml === null && absent) throw new S3Error(absent)
    sendXml(context, 200, document(root, xml ?? ''))
  },
  /** The body of a PUT that sets it again; null if nothing is set. */
  xml(bucket: BucketRow, engine: Pick<Engine, 'encrypt' | 'region'>): string | null {
    const xml = inner(bucket, engine)
    return xml === null || xml === '' ? null : document(root, xml)
  },
  ...writes(written),
})
