import { sendEmpty, sendXml } from '../answers.ts'
import { readText } from '../body.ts'
import { requireWriteConditions } from '../conditions.ts'
import { type Context, ownBucket, requireLevel } from '../context.ts'
import { S3Error } from '../errors.ts'
import { change } from '../store/changes.ts'
import { currentVersion, deleteCurrent } from '../store/versions.ts'
import { childText, document, element, parseXml } from '../xml.ts'

const MOST_KEYS = 1000
const MOST_BYTES = 2 * 1024 * 1024

/**
 * DeleteObject. A key that is not there is deleted all the same, as S3 has it.
 * @throws S3Error PreconditionFailed with If-Match
 */
export const deleteObject = async (context: Context): Promise<void> => {
  const { engine, key, query } = context
  requireLevel(context, 'write')
  const bucket = ownBucket(context)
  const versionId = query.get('versionId')
  if (versionId === undefined || versionId === 'null') {
    await change(engine, discard => {
      requireWriteConditions(context, currentVersion(engine, bucket.id, key))
      deleteCurrent(engine, bucket, key, discard)
    })
  }
  sendEmpty(context, 204)
}

/**
 * DeleteObjects: up to 1,000 keys in one commit.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html
 * @throws S3Error MalformedXML
 */
export const deleteObjects = async (context: Context): Promise<void> => {
  const { engine } = context
  requireLevel(context, 'write')
  const bucket = ownBucket(context)
  const body = parseXml(await readText(context, MOST_BYTES))
  const wanted = body.children.filter(child => child.name === 'Object')
  if (body.name !== 'Delete' || wanted.length === 0 || wanted.length > MOST_KEYS)
    throw new S3Error('MalformedXML')
  const quiet = childText(body, 'Quiet') === 'true'
  const objects = wanted.map(object => {
    const key = childText(object, 'Key')
    if (!key) throw new S3Error('MalformedXML')
    return { key, versionId: childText(object, 'VersionId') }
  })
  await change(engine, discard => {
    for (const { key, versionId } of objects) {
      if (versionId === undefined || versionId === 'null') deleteCurrent(engine, bucket, key, discard)
    }
  })
  const deleted = quiet
    ? []
    : objects.map(
        ({ key, versionId }) => `<Deleted>${element('Key', key)}${element('VersionId', versionId)}</Deleted>`,
      )
  sendXml(context, 200, document('DeleteResult', deleted.join('')))
}
