import {
  type CompletedPart,
  type CompleteMultipartUploadCommandInput,
  type CopyObjectCommandInput,
  type CreateMultipartUploadCommandInput,
  type DeleteObjectCommandInput,
  type GetObjectCommandInput,
  type HeadObjectCommandInput,
  type PutObjectCommandInput,
  S3,
  type S3Client,
  type UploadPartCommandInput,
} from '@aws-sdk/client-s3'

type More<Input> = Partial<Omit<Input, 'Bucket' | 'Key'>>

/** Operations on one bucket's objects, with the SDK's answers; the client has all others. */
export const inBucket = (client: S3, bucket: string | (() => string)) => {
  const name = () => (typeof bucket === 'string' ? bucket : bucket())
  const here = <Input extends object>(input: Input) => ({ Bucket: name(), ...input })
  const get = (Key: string, more: More<GetObjectCommandInput> = {}) =>
    client.getObject(here({ Key, ...more }))
  const bytes = async (Key: string, more?: More<GetObjectCommandInput>): Promise<Buffer> =>
    Buffer.from(await (await get(Key, more)).Body!.transformToByteArray())
  const start = async (Key: string, more: More<CreateMultipartUploadCommandInput> = {}): Promise<string> =>
    (await client.createMultipartUpload(here({ Key, ...more }))).UploadId!
  const upload = async (
    Key: string,
    UploadId: string,
    PartNumber: number,
    Body: UploadPartCommandInput['Body'] = 'x',
    more: More<UploadPartCommandInput> = {},
  ): Promise<CompletedPart> => {
    const answer = await client.uploadPart(here({ Key, UploadId, PartNumber, Body, ...more }))
    const { $metadata: _, ...part } = answer
    return { PartNumber, ...part }
  }
  const complete = (
    Key: string,
    UploadId: string,
    Parts: CompletedPart[],
    more: More<CompleteMultipartUploadCommandInput> = {},
  ) => client.completeMultipartUpload(here({ Key, UploadId, MultipartUpload: { Parts }, ...more }))
  return {
    put: (Key: string, Body: PutObjectCommandInput['Body'] = 'x', more: More<PutObjectCommandInput> = {}) =>
      client.putObject(here({ Key, Body, ...more })),
    get,
    bytes,
    text: async (Key: string, more?: More<GetObjectCommandInput>) => (await bytes(Key, more)).toString(),
    head: (Key: string, more: More<HeadObjectCommandInput> = {}) => client.headObject(here({ Key, ...more })),
    remove: (Key: string, more: More<DeleteObjectCommandInput> = {}) =>
      client.deleteObject(here({ Key, ...more })),
    /** Copies within the bucket. */
    copy: (from: string, Key: string, more: More<CopyObjectCommandInput> = {}) =>
      client.copyObject(here({ Key, CopySource: `${name()}/${from}`, ...more })),
    keys: async (Prefix?: string) => {
      const keys: string[] = []
      for await (const { Contents = [] } of client.paginateListObjectsV2(here({ Prefix })))
        keys.push(...Contents.map(({ Key }) => Key!))
      return keys
    },
    versioning: (Status: 'Enabled' | 'Suspended') =>
      client.putBucketVersioning(here({ VersioningConfiguration: { Status } })),
    /** Begins an upload in parts; its id. */
    start,
    /** Uploads a part; its number, ETag and checksums, as `complete` takes them. */
    upload,
    complete,
    /** Puts an object in parts 1, 2, … */
    putParts: async (
      Key: string,
      bodies: UploadPartCommandInput['Body'][],
      more: More<CreateMultipartUploadCommandInput> = {},
    ) => {
      const { ChecksumAlgorithm } = more
      const id = await start(Key, more)
      const parts: CompletedPart[] = []
      for (const [index, body] of bodies.entries())
        parts.push(await upload(Key, id, index + 1, body, { ChecksumAlgorithm }))
      return complete(Key, id, parts)
    },
  }
}

/** The same client with the SDK's method for each operation. */
export const withMethods = (client: S3Client): S3 => Object.assign(Object.create(S3.prototype), client)
