import type { IncomingHttpHeaders } from 'node:http'
import { uriEncode, uriEncodePath } from '../../s3/sigv4.ts'
import { S3Error } from '../protocol/errors.ts'
import { parsePostPolicy, requirePostPolicy } from '../protocol/post-policy.ts'
import { element, parseXml } from '../protocol/xml.ts'
import { checksumHeaders } from '../request/answers.ts'
import { authorizeRequest, revalidateKey, stillAuthorized } from '../request/authorize.ts'
import { defaultChecksum, hashAndTake, openDigests, type Received } from '../request/body.ts'
import { bucketOf, type Context } from '../request/context.ts'
import { refuseEncryption } from '../request/encryption.ts'
import { type Form, openForm } from '../request/form.ts'
import { requireKeyLength, systemHeaders } from '../request/object-headers.ts'
import { verifyForm } from '../signature/verify-form.ts'
import { type OpenBody, openBody } from '../store/open-body.ts'
import { commitObject, MOST_PER_PUT, readNewObject } from './put-object.ts'

const signing = /^x-amz-(algorithm|credential|date|signature|security-token)$/

/**
 * `tagging`: the XML of a tag set. Returned in the query format of the header x-amz-tagging. @throws S3Error
 * MalformedXML
 */
const tagsOf = (xml: string): string => {
  const sets = parseXml(xml).children.filter(child => child.name === 'TagSet')
  const tags = sets.flatMap(set => set.children).map(tag => tag.children.map(child => child.text))
  return tags.map(([key = '', value = '']) => `${uriEncode(key)}=${uriEncode(value)}`).join('&')
}

/** The headers that a PUT of the same object would have. */
const headersOf = (fields: Map<string, string>): IncomingHttpHeaders => {
  const headers: IncomingHttpHeaders = {}
  for (const [name, value] of fields) {
    if (signing.test(name) || !(name.startsWith('x-amz-') || systemHeaders.includes(name))) continue
    headers[name] = Buffer.from(value, 'utf8').toString('latin1')
  }
  const acl = fields.get('acl')
  if (acl !== undefined) headers['x-amz-acl'] = acl
  const tagging = fields.get('tagging')
  if (tagging !== undefined) headers['x-amz-tagging'] = tagsOf(tagging)
  return headers
}

/** @throws S3Error InvalidArgument, KeyTooLongError */
const keyOf = ({ fields, filename }: Form): string => {
  const template = fields.get('key')
  if (template === undefined) {
    throw new S3Error(
      'InvalidArgument',
      "Bucket POST must contain a field named 'key'.  If it is specified, please check the order of the fields.",
      { ArgumentName: 'key' },
    )
  }
  const key =
    filename === undefined
      ? template
      : template.replace(/\$\{filename\}/g, () => filename.replace(/^.*[/\\]/s, ''))
  if (key === '') throw new S3Error('InvalidArgument', 'User key must have a length greater than 0.')
  requireKeyLength(key)
  return key
}

const redirectOf = (fields: Map<string, string>): URL | undefined => {
  const text = fields.get('success_action_redirect') ?? fields.get('redirect')
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** `told`: headers about the new version. */
const respond = (
  context: Context,
  fields: Map<string, string>,
  received: Received,
  told: Record<string, string>,
): void => {
  const { response, bucket, key, bucketUrl } = context
  const etag = `"${received.md5}"`
  const location = `${bucketUrl}/${uriEncodePath(key)}`
  const redirect = redirectOf(fields)
  if (redirect) {
    const added = `bucket=${uriEncode(bucket)}&key=${uriEncode(key)}&etag=${uriEncode(etag)}`
    redirect.search = redirect.search === '' ? added : `${redirect.search}&${added}`
    response.writeHead(303, { location: redirect.href, etag, 'content-length': 0 }).end()
    return
  }
  const headers = { etag, location, ...checksumHeaders(received.checksum), ...told }
  const status = fields.get('success_action_status')
  if (status === '201') {
    const inner = [
      element('Location', location),
      element('Bucket', bucket),
      element('Key', key),
      element('ETag', etag),
    ].join('')
    const xml = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse>${inner}</PostResponse>`)
    const type = { 'content-type': 'application/xml', 'content-length': xml.length }
    response.writeHead(201, { ...headers, ...type }).end(xml)
  } else if (status === '200') response.writeHead(200, { ...headers, 'content-length': 0 }).end()
  else response.writeHead(204, headers).end()
}

type Sizes = { least: number; most: number }

/** Reads and verifies a form's file, as `readBody` does a body. @throws S3Error EntityTooSmall, EntityTooLarge; as `readBody` */
const readFile = async (
  context: Context,
  form: Form,
  { least, most }: Sizes,
  take: OpenBody['write'],
): Promise<Received> => {
  using digests = openDigests(context, form.announced, { compute: defaultChecksum(form.announced) })
  let size = 0
  const check = stillAuthorized(context)
  await form.file(pieces => {
    check()
    for (const piece of pieces) size += piece.length
    if (size > most) throw new S3Error('EntityTooLarge')
    return hashAndTake(digests, pieces, take)
  })
  revalidateKey(context)
  if (size < least) throw new S3Error('EntityTooSmall')
  return await digests.end(size)
}

/**
 * PostObject: an HTML form's upload. The policy in the form, signed by a key, limits its fields; without a signature
 * the sender is anonymous.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 * @throws S3Error AccessDenied, InvalidPolicyDocument, …; as `openForm`, `verifyForm`, `readNewObject`, `readFile`, `commitObject`
 */
export const postObject = async (context: Context): Promise<void> => {
  const { engine } = context
  await using form = await openForm(context)
  const { fields } = form
  const key = keyOf(form)
  const principal = verifyForm(engine.accounts, fields, engine.now())
  const text = fields.get('policy')
  const policy =
    text === undefined ? undefined : parsePostPolicy(Buffer.from(text, 'base64').toString('utf8'))
  if (policy) {
    const named = new Map([...fields, ['key', key], ['bucket', context.bucket]])
    requirePostPolicy(policy, named, engine.now())
  }
  const headers = headersOf(fields)
  const posted: Context = { ...context, key, headers, principal, payload: { kind: 'unsigned' } }
  authorizeRequest(posted, 's3:PutObject')
  const least = policy?.sizes.least ?? 0
  const most = Math.min(policy?.sizes.most ?? MOST_PER_PUT, MOST_PER_PUT)
  refuseEncryption(posted, true)
  const object = readNewObject(posted)
  const bytes = Math.min(form.announced, most)
  await using body = openBody(engine, bucketOf(posted), { bytes, ...object.body })
  const received = await readFile(posted, form, { least, most }, body.write)
  const told = await commitObject(posted, 'Post', object, received, body)
  respond(posted, fields, received, told)
}
