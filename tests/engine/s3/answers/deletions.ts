import type { Answer, Request } from './answer.ts'

const put: Request = { line: 'PUT /{b}/k', body: 'hello world', save: { v: 'x-amz-version-id' } }
const enabled: Request = {
  line: 'PUT /{b}?versioning',
  body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
}
const objects = (inner: string): Request => ({
  line: 'POST /{b}?delete',
  body: `<Delete>${inner}</Delete>`,
})

export const deletions: readonly Answer[] = [
  {
    name: 'DeleteObject',
    source: 'API_DeleteObject',
    given: [put],
    request: { line: 'DELETE /{b}/k' },
    status: 204,
    headers: { 'x-amz-delete-marker': null, 'x-amz-version-id': null },
  },
  {
    name: 'DeleteObject of no object',
    source: 'API_DeleteObject',
    request: { line: 'DELETE /{b}/none' },
    status: 204,
  },
  {
    name: 'DeleteObject adds a delete marker',
    source: 'DeleteMarker',
    given: [enabled, put],
    request: { line: 'DELETE /{b}/k' },
    status: 204,
    headers: { 'x-amz-delete-marker': 'true' },
  },
  {
    name: 'DeleteObject of a version',
    source: 'API_DeleteObject',
    given: [enabled, put],
    request: { line: 'DELETE /{b}/k?versionId={v}' },
    status: 204,
    headers: { 'x-amz-version-id': '{v}', 'x-amz-delete-marker': null },
  },
  {
    name: 'DeleteObject of a malformed version id',
    source: 'API_DeleteObject',
    given: [put],
    request: { line: 'DELETE /{b}/k?versionId=x' },
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'DeleteObject with If-Match of another ETag',
    source: 'conditional-deletes',
    given: [put],
    request: { line: 'DELETE /{b}/k', headers: { 'if-match': '"other"' } },
    status: 412,
    code: 'PreconditionFailed',
  },
  {
    name: 'E32: to bypass governance where nothing is locked',
    source: 'API_DeleteObject',
    given: [put],
    request: { line: 'DELETE /{b}/k', headers: { 'x-amz-bypass-governance-retention': 'true' } },
    status: 400,
    code: 'InvalidArgument',
    instead: { why: 'as on Ceph RGW', status: 204, code: undefined },
  },
  {
    name: 'DeleteObjects',
    source: 'API_DeleteObjects',
    given: [put],
    request: objects('<Object><Key>k</Key></Object><Object><Key>none</Key></Object>'),
    status: 200,
    fields: { Key: ['k', 'none'], Code: [] },
  },
  {
    name: 'DeleteObjects that tells failures alone',
    source: 'API_DeleteObjects',
    given: [put],
    request: objects('<Quiet>true</Quiet><Object><Key>k</Key></Object>'),
    status: 200,
    fields: { Key: [] },
  },
  {
    name: 'E14: DeleteObjects of a version id that is none',
    source: 'API_DeleteObjects',
    given: [put],
    request: objects('<Object><Key>k</Key><VersionId>x</VersionId></Object>'),
    status: 200,
    fields: { Key: ['k'], VersionId: ['x'], Code: ['NoSuchVersion'] },
  },
  {
    name: 'DeleteObjects of nothing',
    source: 'API_DeleteObjects',
    request: objects(''),
    status: 400,
    code: 'MalformedXML',
  },
  {
    name: 'DeleteObjects with another body than its Content-MD5',
    source: 'API_DeleteObjects',
    request: {
      ...objects('<Object><Key>k</Key></Object>'),
      headers: { 'content-md5': '1B2M2Y8AsgTpgAmY7PhCfg==' },
    },
    status: 400,
    code: 'BadDigest',
  },
  {
    name: 'DeleteBucket of a bucket with objects',
    source: 'API_DeleteBucket',
    given: [put],
    request: { line: 'DELETE /{b}' },
    status: 409,
    code: 'BucketNotEmpty',
  },
  {
    name: 'DeleteBucket',
    source: 'API_DeleteBucket',
    request: { line: 'DELETE /{b}' },
    status: 204,
  },
  {
    name: 'DeleteBucket of no bucket',
    source: 'API_DeleteBucket',
    request: { line: 'DELETE /{b}-none' },
    status: 404,
    code: 'NoSuchBucket',
  },
]
