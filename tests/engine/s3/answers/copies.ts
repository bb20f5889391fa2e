import type { Answer, Request } from './answer.ts'

const hello: Request = { line: 'PUT /{b}/k', body: 'hello world', save: { v: 'x-amz-version-id' } }
const ETAG = '"5eb63bbbe01eeed093cb22bb8f5acdc3"'
const copy = (headers: Record<string, string> = {}, to = 'copy'): Request => ({
  line: `PUT /{b}/${to}`,
  headers: { 'x-amz-copy-source': '/{b}/k', ...headers },
})
const versioning = (status: string): Request => ({
  line: 'PUT /{b}?versioning',
  body: `<VersioningConfiguration><Status>${status}</Status></VersioningConfiguration>`,
})

export const copies: readonly Answer[] = [
  {
    name: 'CopyObject tells the ETag',
    source: 'API_CopyObject',
    given: [hello],
    request: copy(),
    status: 200,
    fields: { ETag: ['&quot;5eb63bbbe01eeed093cb22bb8f5acdc3&quot;'] },
    headers: { 'x-amz-version-id': null, 'x-amz-copy-source-version-id': null },
  },
  {
    name: 'CopyObject of no object',
    source: 'API_CopyObject',
    request: copy(),
    status: 404,
    code: 'NoSuchKey',
  },
  {
    name: 'CopyObject of a source without a key',
    source: 'API_CopyObject',
    request: copy({ 'x-amz-copy-source': '{b}' }),
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'CopyObject onto itself that changes nothing',
    source: 'API_CopyObject',
    given: [hello],
    request: copy({}, 'k'),
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'CopyObject onto itself with new metadata',
    source: 'API_CopyObject',
    given: [hello],
    request: copy({ 'x-amz-metadata-directive': 'REPLACE', 'x-amz-meta-a': 'b' }, 'k'),
    status: 200,
  },
  {
    name: 'E36: CopyObject onto itself where the bucket encrypts',
    source: 'API_CopyObject',
    given: [
      hello,
      {
        line: 'PUT /{b}?encryption',
        body: '<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>',
      },
    ],
    request: copy({}, 'k'),
    status: 200,
    headers: { 'x-amz-server-side-encryption': 'AES256' },
  },
  {
    name: 'x-amz-copy-source-if-match of another ETag',
    source: 'API_CopyObject',
    given: [hello],
    request: copy({ 'x-amz-copy-source-if-match': '"other"' }),
    status: 412,
    code: 'PreconditionFailed',
  },
  {
    name: 'E4: x-amz-copy-source-if-modified-since of a time to come counts for none',
    source: 'API_CopyObject',
    given: [hello],
    request: copy({ 'x-amz-copy-source-if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
    status: 200,
  },
  {
    name: 'E31: a copy with If-None-Match of an ETag',
    source: 'API_CopyObject',
    given: [hello],
    request: copy({ 'if-none-match': '"other"' }),
    status: 501,
    code: 'NotImplemented',
  },
  {
    name: 'E11: CopyObject with a version of its own',
    source: 'API_CopyObject',
    given: [versioning('Enabled'), hello],
    request: { ...copy(), line: 'PUT /{b}/copy?versionId={v}' },
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'N9: CopyObject to a bucket with suspended versions',
    source: 'API_CopyObject',
    given: [versioning('Suspended'), { line: 'PUT /{b}/k', body: 'x' }],
    request: copy(),
    status: 200,
    headers: { 'x-amz-version-id': 'null', 'x-amz-copy-source-version-id': null },
  },
  {
    name: 'E19: CopyObject of the null version by its id, in a bucket that never had versions',
    source: 'API_CopyObject',
    given: [{ line: 'PUT /{b}/k', body: 'x' }],
    request: copy({ 'x-amz-copy-source': '/{b}/k?versionId=null' }),
    status: 200,
    headers: { 'x-amz-copy-source-version-id': 'null' },
  },
  {
    name: 'CopyObject of a version',
    source: 'API_CopyObject',
    given: [versioning('Enabled'), hello],
    request: copy({ 'x-amz-copy-source': '/{b}/k?versionId={v}' }),
    status: 200,
    headers: { 'x-amz-copy-source-version-id': '{v}' },
  },
  {
    name: 'CopyObject of a delete marker',
    source: 'API_CopyObject',
    given: [versioning('Enabled'), hello, { line: 'DELETE /{b}/k', save: { marker: 'x-amz-version-id' } }],
    request: copy({ 'x-amz-copy-source': '/{b}/k?versionId={marker}' }),
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'C16: CopyObject with a body',
    source: 'API_CopyObject',
    given: [hello],
    request: { ...copy(), body: 'content' },
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'an unknown directive',
    source: 'API_CopyObject',
    given: [hello],
    request: copy({ 'x-amz-metadata-directive': 'MERGE' }),
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'If-Match of the copy’s own object',
    source: 'API_CopyObject',
    given: [hello, { line: 'PUT /{b}/copy', body: 'hello world' }],
    request: copy({ 'if-match': ETAG }),
    status: 200,
  },
]
