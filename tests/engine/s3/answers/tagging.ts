import type { Answer, Request } from './answer.ts'

const put = (tags: string): Request => ({
  line: 'PUT /{b}/k',
  body: 'x',
  headers: { 'x-amz-tagging': tags },
})
const plain: Request = { line: 'PUT /{b}/k', body: 'x', save: { v: 'x-amz-version-id' } }
const tags = (inner: string): Request => ({ line: 'PUT /{b}/k?tagging', body: `<Tagging>${inner}</Tagging>` })
const set = '<TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet>'
const many = (length: number): string =>
  `<TagSet>${Array.from({ length }, (_, at) => `<Tag><Key>t${at}</Key><Value>x</Value></Tag>`).join('')}</TagSet>`
const hidden: Request[] = [
  {
    line: 'PUT /{b}?versioning',
    body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
  },
  plain,
  { line: 'DELETE /{b}/k' },
]

export const tagging: readonly Answer[] = [
  {
    name: 'PutObjectTagging',
    source: 'API_PutObjectTagging',
    given: [plain],
    request: tags(set),
    status: 200,
  },
  {
    name: 'GetObjectTagging',
    source: 'API_GetObjectTagging',
    given: [put('a=b&c=')],
    request: { line: 'GET /{b}/k?tagging' },
    status: 200,
    fields: { Key: ['a', 'c'], Value: ['b', ''] },
  },
  {
    name: 'DeleteObjectTagging',
    source: 'API_DeleteObjectTagging',
    given: [put('a=b')],
    request: { line: 'DELETE /{b}/k?tagging' },
    status: 204,
  },
  {
    name: 'the number of tags of an object',
    source: 'API_GetObject',
    given: [put('a=b&c=d')],
    request: { line: 'HEAD /{b}/k' },
    status: 200,
    headers: { 'x-amz-tagging-count': '2' },
  },
  {
    name: 'PutObjectTagging of no object',
    source: 'API_PutObjectTagging',
    request: tags(set),
    status: 404,
    code: 'NoSuchKey',
  },
  {
    name: 'PutObjectTagging of one key twice',
    source: 'API_PutObjectTagging',
    given: [plain],
    request: tags(set.replace(/<Tag>.*<\/Tag>/, '$&$&')),
    status: 400,
    code: 'InvalidTag',
  },
  {
    name: 'PutObjectTagging of a key of S3’s own',
    source: 'API_PutObjectTagging',
    given: [plain],
    request: tags('<TagSet><Tag><Key>aws:a</Key><Value>b</Value></Tag></TagSet>'),
    status: 400,
    code: 'InvalidTag',
  },
  {
    name: 'E9: PutObjectTagging without a tag set',
    source: 'API_PutObjectTagging',
    given: [plain],
    request: tags(''),
    status: 200,
  },
  {
    name: 'E9: empty pairs of x-amz-tagging count for none',
    source: 'API_PutObject',
    given: [put('a&&&&&&&&&&&&b=c&')],
    request: { line: 'GET /{b}/k?tagging' },
    status: 200,
    fields: { Key: ['a', 'b'], Value: ['', 'c'] },
  },
  ...['a==b', 'a=b&a=c', 'a=%zz', 'a=%00', '=value1'].map(
    (sent): Answer => ({
      name: `E9, N13: x-amz-tagging: ${sent}`,
      source: 'API_PutObject',
      request: put(sent),
      status: 400,
      code: 'InvalidArgument',
      fields: { ArgumentName: ['x-amz-tagging'] },
    }),
  ),
  ...['GET', 'PUT', 'DELETE'].map(
    (method): Answer => ({
      name: `E6: ${method} ?tagging behind a delete marker`,
      source: 'DeleteMarker',
      given: hidden,
      request: { ...tags(set), line: `${method} /{b}/k?tagging`, ...(method !== 'PUT' && { body: '' }) },
      status: 405,
      code: 'MethodNotAllowed',
      headers: { 'x-amz-delete-marker': 'true' },
      fields: { Method: [method], ResourceType: ['DeleteMarker'] },
    }),
  ),
  {
    name: 'GetBucketTagging without tags',
    source: 'API_GetBucketTagging',
    request: { line: 'GET /{b}?tagging' },
    status: 404,
    code: 'NoSuchTagSet',
  },
  {
    name: 'PutBucketTagging',
    source: 'API_PutBucketTagging',
    request: { line: 'PUT /{b}?tagging', body: `<Tagging>${set}</Tagging>` },
    status: 204,
  },
  {
    name: 'N13: PutObjectTagging of 11 tags',
    source: 'object-tagging',
    given: [plain],
    request: tags(many(11)),
    status: 400,
    code: 'BadRequest',
    fields: { Message: ['Object tags cannot be greater than 10'] },
  },
  {
    name: 'N13: PutObject with 11 tags',
    source: 'object-tagging',
    request: put(Array.from({ length: 11 }, (_, at) => `t${at}=x`).join('&')),
    status: 400,
    code: 'BadRequest',
  },
  {
    name: 'N13: PutBucketTagging of 51 tags',
    source: 'API_PutBucketTagging',
    request: { line: 'PUT /{b}?tagging', body: `<Tagging>${many(51)}</Tagging>` },
    status: 400,
    code: 'BadRequest',
    fields: { Message: ['Bucket tag count cannot be greater than 50'] },
  },
]
