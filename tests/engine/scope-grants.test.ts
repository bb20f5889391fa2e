import { expect, test } from 'vitest'
import { grantsIn, withGrants } from '../../domain/policy/grants.ts'
import type { Permission } from '../../openapi/schema.ts'
import { type Action, levelIncludes } from '../../server/engine/request/actions.ts'
import { decide } from '../../server/engine/request/authorize.ts'
import { levels } from '../../server/storage-admin/storage-admin.ts'

const ofFiles = [
  ...(['s3:GetObject', 's3:GetObjectVersion', 's3:GetObjectAcl', 's3:GetObjectTagging'] as const),
  ...(['s3:GetObjectRetention', 's3:PutObject', 's3:PutObjectTagging', 's3:DeleteObject'] as const),
  ...(['s3:DeleteObjectVersion', 's3:DeleteObjectTagging', 's3:AbortMultipartUpload'] as const),
  ...(['s3:PutObjectAcl', 's3:PutObjectRetention', 's3:PutObjectLegalHold'] as const),
  's3:BypassGovernanceRetention',
] as const satisfies Action[]
const ofLists = ['s3:ListBucket', 's3:ListBucketVersions', 's3:ListBucketMultipartUploads'] as const
const ofBuckets = [
  ...(['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy', 's3:PutBucketAcl'] as const),
  ...([
    's3:GetBucketAcl',
    's3:PutBucketCORS',
    's3:PutBucketVersioning',
    's3:PutLifecycleConfiguration',
  ] as const),
  ...(['s3:PutBucketOwnershipControls', 's3:DeleteBucket', 's3:PutBucketPublicAccessBlock'] as const),
] as const satisfies Action[]

const permissions = Object.keys(levels) as Permission[]

/** Asks as a sub-user of the owner that is limited to folders of `website`. */
function asker(permission: Permission, prefixes: string[]) {
  const scope = prefixes.map(prefix => ({ bucket: 'website', prefix }))
  const policy = withGrants(null, grantsIn('website', 'owner', [{ name: 'sub', permission, scope }]))
  const bucket = { id: 0, name: 'website', uid: 'owner', acl: null, policy, ownership: null, block: null }
  const principal = { accessKey: 'A', uid: 'owner', subUser: 'sub', level: 'none' } as const
  const object = () => ({ acl: null, tags: [] })
  return {
    file: (action: Action, key: string) =>
      decide(principal, action, { bucket, key, object, facts: () => undefined }).allowed,
    bucket: (action: Action, prefix?: string) =>
      decide(principal, action, {
        bucket,
        facts: name => (name === 's3:prefix' && prefix !== undefined ? [prefix] : undefined),
      }).allowed,
  }
}

test.each(permissions)('%s in a folder: what the level includes there, and nothing elsewhere', permission => {
  const may = asker(permission, ['ảnh/', 'b/c/'])
  for (const key of ['ảnh/a.txt', 'ảnh/', 'b/c/d/e'])
    expect(ofFiles.filter(action => may.file(action, key))).toEqual(
      ofFiles.filter(action => levelIncludes(levels[permission], action)),
    )
  for (const key of ['ảnh', 'anh/a.txt', 'b/', 'b/cd', 'c/', 'x/ảnh/'])
    expect(ofFiles.filter(action => may.file(action, key))).toEqual([])
  const included = ofLists.filter(action => levelIncludes(levels[permission], action))
  for (const prefix of ['ảnh/', 'ảnh/x', 'b/c/'])
    expect(
      ofLists.filter(action => may.bucket(action, prefix)).filter(each => !included.includes(each)),
    ).toEqual([])
  expect(may.bucket('s3:ListBucket', 'ảnh/')).toBe(permission !== 'write')
  for (const prefix of ['', 'ảnh', 'b/', undefined])
    expect(ofLists.filter(action => may.bucket(action, prefix))).toEqual([])
  expect(ofBuckets.filter(action => may.bucket(action))).toEqual([])
})

test.each(permissions)('%s in a whole bucket: its files, none of its settings', permission => {
  const may = asker(permission, [''])
  expect(ofFiles.filter(action => may.file(action, 'any'))).toEqual(
    ofFiles.filter(action => levelIncludes(levels[permission], action)),
  )
  expect(may.bucket('s3:ListBucket')).toBe(permission !== 'write')
  expect(may.bucket('s3:GetBucketLocation')).toBe(true)
  expect(ofBuckets.filter(action => may.bucket(action))).toEqual([])
})
