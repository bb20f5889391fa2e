import { S3Error } from './errors.ts'
import { childText, element, parseXml } from './xml.ts'

/** The header that requests encryption, and that encrypted objects are stored and sent with. */
export const ENCRYPTION = 'x-amz-server-side-encryption'

/** Encryption with the engine's keys (SSE-S3): the only supported kind. */
export const AES256 = 'AES256'

/**
 * The other kinds of S3. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ServerSideEncryptionByDefault.html
 */
const others = ['aws:kms', 'aws:kms:dsse', 'aws:fsx']
export const isKnownEncryption = (algorithm: string): boolean =>
  algorithm === AES256 || others.includes(algorithm)

export const encryptionHeader = (encrypted: boolean): Record<string, string> =>
  encrypted ? { [ENCRYPTION]: AES256 } : {}

/** Whether an object with these headers is encrypted. */
export const isEncrypted = (headers: Record<string, string>): boolean => headers[ENCRYPTION] !== undefined

/**
 * A bucket's default encryption, with the engine's keys. `blocked`: kinds that must not be used; customer keys are
 * never supported.
 */
export type EncryptionRule = { bucketKey: boolean; blocked: string[] }

export const defaultRule: EncryptionRule = { bucketKey: false, blocked: [] }

const ROOT = 'ServerSideEncryptionConfiguration'
const blockable = ['SSE-C', 'NONE']

/**
 * The rule of a `ServerSideEncryptionConfiguration`.
 * @throws S3Error MalformedXML; NotImplemented for keys of a key management service; InvalidArgument for their ids
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketEncryption.html
 */
export const parseEncryption = (body: string): EncryptionRule => {
  const root = parseXml(body)
  const rules = root.children.filter(child => child.name === 'Rule')
  const [rule] = rules
  const byDefault = rule?.children.find(child => child.name === 'ApplyServerSideEncryptionByDefault')
  const algorithm = byDefault && childText(byDefault, 'SSEAlgorithm')?.trim()
  if (root.name !== ROOT || rules.length !== 1 || !rule || !byDefault || !algorithm) {
    throw new S3Error('MalformedXML')
  }
  if (!isKnownEncryption(algorithm)) throw new S3Error('MalformedXML')
  if (algorithm !== AES256) throw new S3Error('NotImplemented')
  if (childText(byDefault, 'KMSMasterKeyID') !== undefined) {
    throw new S3Error('InvalidArgument', 'A KMSMasterKeyID has no meaning with AES256.', {
      ArgumentName: 'ApplyServerSideEncryptionByDefault',
    })
  }
  const bucketKey = childText(rule, 'BucketKeyEnabled')?.trim().toLowerCase() ?? 'false'
  const types = rule.children.find(child => child.name === 'BlockedEncryptionTypes')?.children ?? []
  const blocked = types.map(type => type.text.trim())
  if (!['true', 'false'].includes(bucketKey) || !blocked.every(type => blockable.includes(type))) {
    throw new S3Error('MalformedXML')
  }
  return { bucketKey: bucketKey === 'true', blocked }
}

/** The content of a `ServerSideEncryptionConfiguration` with this rule. */
export const encryptionXml = ({ bucketKey, blocked }: EncryptionRule): string => {
  const types = blocked.map(type => element('EncryptionType', type)).join('')
  return [
    '<Rule><ApplyServerSideEncryptionByDefault>',
    element('SSEAlgorithm', AES256),
    '</ApplyServerSideEncryptionByDefault>',
    element('BucketKeyEnabled', bucketKey),
    types === '' ? '' : `<BlockedEncryptionTypes>${types}</BlockedEncryptionTypes>`,
    '</Rule>',
  ].join('')
}
