import { blockNames, parseBlock } from '../access/settings.ts'
import { S3Error } from '../protocol/errors.ts'
import { childText, document, element, parseXml } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { setBucket } from '../store/buckets.ts'

const ROOT = 'PublicAccessBlockConfiguration'

const parseConfiguration = (body: string): Record<string, boolean> => {
  const root = parseXml(body)
  if (root.name !== ROOT) throw new S3Error('MalformedXML')
  return Object.fromEntries(
    blockNames.map(name => {
      const text = childText(root, name)?.trim().toLowerCase() ?? 'false'
      if (text !== 'true' && text !== 'false') throw new S3Error('MalformedXML')
      return [name, text === 'true']
    }),
  )
}

/**
 * GetPublicAccessBlock. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetPublicAccessBlock.html
 * @throws S3Error NoSuchPublicAccessBlockConfiguration
 */
export const getPublicAccessBlock = (context: Context): void => {
  const { block } = bucketOf(context)
  if (block === null) throw new S3Error('NoSuchPublicAccessBlockConfiguration')
  const settings = parseBlock(block)
  sendXml(context, 200, document(ROOT, blockNames.map(name => element(name, settings[name])).join('')))
}

/**
 * PutPublicAccessBlock. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutPublicAccessBlock.html
 * @throws S3Error MalformedXML
 */
export const putPublicAccessBlock = async (context: Context): Promise<void> => {
  const { engine } = context
  const settings = parseConfiguration(await readText(context, 16 * 1024))
  const bucket = bucketOf(context)
  await setBucket(engine, causeOf(context), bucket, 'block', JSON.stringify(settings))
  sendEmpty(context, 200)
}

/** DeletePublicAccessBlock. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeletePublicAccessBlock.html */
export const deletePublicAccessBlock = async (context: Context): Promise<void> => {
  await setBucket(context.engine, causeOf(context), bucketOf(context), 'block', null)
  sendEmpty(context, 204)
}
