import type { Answer, Request } from './answer.ts'

const begin = (headers: Record<string, string> = {}): Request => ({
  line: 'POST /{b}/k?uploads',
  headers,
  save: { u: '<UploadId>' },
})
const part = (number: number, body = 'hello world', headers: Record<string, string> = {}): Request => ({
  line: `PUT /{b}/k?partNumber=${number}&uploadId={u}`,
  headers,
  body,
})
const ETAG = '5eb63bbbe01eeed093cb22bb8f5acdc3'
const complete = (numbers: number[], headers: Record<string, string> = {}, checksums = ''): Request => ({
  line: 'POST /{b}/k?uploadId={u}',
  headers,
  body: `<CompleteMultipartUpload>${numbers
    .map(number => `<Part><PartNumber>${number}</PartNumber><ETag>"${ETAG}"</ETag>${checksums}</Part>`)
    .join('')}</CompleteMultipartUpload>`,
})
const put: Request = { line: 'PUT /{b}/k', body: 'hello world' }
const crc = { 'x-amz-checksum-crc32': 'DUoRhQ==' }
const crcXml = '<ChecksumCRC32>DUoRhQ==</ChecksumCRC32>'
const attributes: Request = {
  line: 'GET /{b}/k?attributes',
  headers: { 'x-amz-object-attributes': 'ObjectParts,Checksum' },
}
const enabled: Request = {
  line: 'PUT /{b}?versioning',
  body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
}

export const multipart: readonly Answer[] = [
  {
    name: 'CreateMultipartUpload',
    source: 'API_CreateMultipartUpload',
    request: begin(),
    status: 200,
    fields: { Bucket: ['{b}'], Key: ['k'] },
  },
  {
    name: 'UploadPart tells the part’s ETag',
    source: 'API_UploadPart',
    given: [begin()],
    request: part(1),
    status: 200,
    headers: { etag: `"${ETAG}"` },
  },
  {
    name: 'UploadPart of no upload',
    source: 'API_UploadPart',
    request: { line: 'PUT /{b}/k?partNumber=1&uploadId=none', body: 'x' },
    status: 404,
    code: 'NoSuchUpload',
  },
  {
    name: 'a part number past 10,000',
    source: 'API_UploadPart',
    given: [begin()],
    request: part(10_001),
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'CompleteMultipartUpload',
    source: 'API_CompleteMultipartUpload',
    given: [begin(), part(1), part(2)],
    request: complete([1, 2]),
    status: 200,
    fields: { Bucket: ['{b}'], Key: ['k'], ETag: ['&quot;f057f37734d5fb132a69d44a61780026-2&quot;'] },
  },
  {
    name: 'CompleteMultipartUpload of parts out of order',
    source: 'API_CompleteMultipartUpload',
    given: [begin(), part(1), part(2)],
    request: complete([2, 1]),
    status: 400,
    code: 'InvalidPartOrder',
  },
  {
    name: 'CompleteMultipartUpload of a part that is not there',
    source: 'API_CompleteMultipartUpload',
    given: [begin(), part(1)],
    request: complete([1, 3]),
    status: 400,
    code: 'InvalidPart',
    fields: { PartNumber: ['3'] },
  },
  {
    name: 'E34: CompleteMultipartUpload without parts',
    source: 'API_CompleteMultipartUpload',
    given: [begin(), part(1)],
    request: complete([]),
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'E34: CompleteMultipartUpload without a body',
    source: 'API_CompleteMultipartUpload',
    given: [begin(), part(1)],
    request: { line: 'POST /{b}/k?uploadId={u}' },
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'E34: CompleteMultipartUpload without parts of no upload',
    source: 'API_CompleteMultipartUpload',
    request: { line: 'POST /{b}/k?uploadId=none', body: '<CompleteMultipartUpload/>' },
    status: 404,
    code: 'NoSuchUpload',
  },
  {
    name: 'CompleteMultipartUpload of something else',
    source: 'API_CompleteMultipartUpload',
    given: [begin(), part(1)],
    request: { line: 'POST /{b}/k?uploadId={u}', body: '<Tagging/>' },
    status: 400,
    code: 'MalformedXML',
  },
  {
    name: 'If-None-Match: * where there is an object',
    source: 'conditional-writes',
    given: [put, begin(), part(1)],
    request: complete([1], { 'if-none-match': '*' }),
    status: 412,
    code: 'PreconditionFailed',
  },
  {
    name: 'E30: If-None-Match: * where the object was deleted since the upload began',
    source: 'conditional-writes',
    given: [enabled, put, begin(), part(1), { line: 'DELETE /{b}/k' }],
    request: complete([1], { 'if-none-match': '*' }),
    status: 409,
    code: 'ConditionalRequestConflict',
    fields: { Condition: ['If-None-Match'] },
  },
  {
    name: 'E30: If-Match of an object that was written since the upload began',
    source: 'conditional-writes',
    given: [begin(), part(1), put],
    request: complete([1], { 'if-match': `"${ETAG}"` }),
    status: 409,
    code: 'ConditionalRequestConflict',
    fields: { Condition: ['If-Match'] },
  },
  {
    name: 'If-Match of an object from before',
    source: 'conditional-writes',
    given: [put, begin(), part(1)],
    request: complete([1], { 'if-match': `"${ETAG}"` }),
    status: 200,
  },
  {
    name: 'AbortMultipartUpload',
    source: 'API_AbortMultipartUpload',
    given: [begin()],
    request: { line: 'DELETE /{b}/k?uploadId={u}' },
    status: 204,
  },
  {
    name: 'AbortMultipartUpload of no upload',
    source: 'API_AbortMultipartUpload',
    request: { line: 'DELETE /{b}/k?uploadId=none' },
    status: 404,
    code: 'NoSuchUpload',
  },
  {
    name: 'ListParts',
    source: 'API_ListParts',
    given: [begin(), part(1), part(3)],
    request: { line: 'GET /{b}/k?uploadId={u}' },
    status: 200,
    fields: {
      PartNumber: ['1', '3'],
      Size: ['11', '11'],
      NextPartNumberMarker: ['3'],
      IsTruncated: ['false'],
    },
  },
  {
    name: 'E10: ListParts past the end',
    source: 'API_ListParts',
    given: [begin(), part(1)],
    request: { line: 'GET /{b}/k?uploadId={u}&part-number-marker=7' },
    status: 200,
    fields: { PartNumber: [], PartNumberMarker: ['7'], NextPartNumberMarker: ['0'] },
  },
  {
    name: 'UploadPartCopy of a range',
    source: 'API_UploadPartCopy',
    given: [{ line: 'PUT /{b}/source', body: 'hello world' }, begin()],
    request: {
      line: 'PUT /{b}/k?partNumber=1&uploadId={u}',
      headers: { 'x-amz-copy-source': '/{b}/source', 'x-amz-copy-source-range': 'bytes=0-4' },
    },
    status: 200,
    fields: { ETag: ['&quot;5d41402abc4b2a76b9719d911017c592&quot;'] },
  },
  {
    name: 'E35: UploadPartCopy of a range past the end',
    source: 'API_UploadPartCopy',
    given: [{ line: 'PUT /{b}/source', body: 'hello world' }, begin()],
    request: {
      line: 'PUT /{b}/k?partNumber=1&uploadId={u}',
      headers: { 'x-amz-copy-source': '/{b}/source', 'x-amz-copy-source-range': 'bytes=0-11' },
    },
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'C16: UploadPartCopy with a body',
    source: 'API_UploadPartCopy',
    given: [{ line: 'PUT /{b}/source', body: 'hello world' }, begin()],
    request: {
      line: 'PUT /{b}/k?partNumber=1&uploadId={u}',
      headers: { 'x-amz-copy-source': '/{b}/source' },
      body: 'content',
    },
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'E25: GetObjectAttributes of composite checksums, without the number of parts behind',
    source: 'API_GetObjectAttributes',
    given: [
      begin({ 'x-amz-checksum-algorithm': 'CRC32' }),
      part(1, 'hello world', crc),
      part(2, 'hello world', crc),
      complete([1, 2], {}, crcXml),
    ],
    request: attributes,
    status: 200,
    fields: {
      ChecksumCRC32: ['7ryKJw==', 'DUoRhQ==', 'DUoRhQ=='],
      ChecksumType: ['COMPOSITE'],
      PartsCount: ['2'],
      PartNumber: ['1', '2'],
    },
  },
  {
    name: 'E25: GetObjectAttributes lists no parts without checksums',
    source: 'API_GetObjectAttributes',
    given: [begin(), part(1), part(2), complete([1, 2])],
    request: attributes,
    status: 200,
    fields: { PartsCount: ['2'], Part: [], PartNumber: [] },
  },
  {
    name: 'E25: GetObjectAttributes of a copy, which is one part',
    source: 'API_GetObjectAttributes',
    given: [
      begin({ 'x-amz-checksum-algorithm': 'CRC32' }),
      part(1, 'hello world', crc),
      part(2, 'hello world', crc),
      complete([1, 2], {}, crcXml),
      { line: 'PUT /{b}/copy', headers: { 'x-amz-copy-source': '/{b}/k' } },
    ],
    request: { ...attributes, line: 'GET /{b}/copy?attributes' },
    status: 200,
    fields: { PartsCount: [], PartNumber: [], ChecksumType: ['FULL_OBJECT'] },
  },
]
