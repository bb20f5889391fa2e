import type { Answer, Request } from './answer.ts'

const create = (inner: string): Request => ({
  line: 'PUT /{b}-new',
  body: `<CreateBucketConfiguration>${inner}</CreateBucketConfiguration>`,
})
const tags = '<Tags><Tag><Key>team</Key><Value>a</Value></Tag></Tags>'
const versioning = (inner: string): Request => ({
  line: 'PUT /{b}?versioning',
  body: `<VersioningConfiguration>${inner}</VersioningConfiguration>`,
})
const settings = (name: string, body: string): Request => ({ line: `PUT /{b}?${name}`, body })
const absent = (name: string, code: string): Answer => ({
  name: `GET ?${name} where none was put`,
  source: 'ErrorResponses',
  request: { line: `GET /{b}?${name}` },
  status: 404,
  code,
})

export const buckets: readonly Answer[] = [
  {
    name: 'N18: CreateBucket tells the address and the ARN',
    source: 'API_CreateBucket',
    request: { line: 'PUT /{b}-new' },
    status: 200,
    headers: { location: '/{b}-new', 'x-amz-bucket-arn': 'arn:aws:s3:::{b}-new' },
  },
  {
    name: 'CreateBucket of an own bucket',
    source: 'API_CreateBucket',
    request: { line: 'PUT /{b}' },
    status: 409,
    code: 'BucketAlreadyOwnedByYou',
  },
  {
    name: 'CreateBucket of another’s bucket',
    source: 'API_CreateBucket',
    request: { line: 'PUT /{b}', as: 'other' },
    status: 409,
    code: 'BucketAlreadyExists',
  },
  {
    name: 'CreateBucket with a name that is none',
    source: 'bucketnamingrules',
    request: { line: 'PUT /A' },
    status: 400,
    code: 'InvalidBucketName',
  },
  {
    name: 'CreateBucket with something else',
    source: 'API_CreateBucket',
    request: { line: 'PUT /{b}-new', body: '<Tagging/>' },
    status: 400,
    code: 'MalformedXML',
  },
  {
    name: 'E20: CreateBucket in the own region',
    source: 'API_CreateBucket',
    request: create('<LocationConstraint>kho-1</LocationConstraint>'),
    status: 200,
  },
  ...['foo', 'eu-west-1'].map(
    (region): Answer => ({
      name: `E20: CreateBucket in ${region}`,
      source: 'API_CreateBucket',
      request: create(`<LocationConstraint>${region}</LocationConstraint>`),
      status: 400,
      code: 'InvalidLocationConstraint',
      fields: { LocationConstraint: [region] },
    }),
  ),
  {
    name: 'E7: CreateBucket with tags keeps them',
    source: 'API_CreateBucket',
    given: [create(tags)],
    request: { line: 'GET /{b}-new?tagging' },
    status: 200,
    fields: { Key: ['team'], Value: ['a'] },
  },
  {
    name: 'E7: CreateBucket with a tag twice',
    source: 'API_CreateBucket',
    request: create(tags.replace(/<Tag>.*<\/Tag>/, '$&$&')),
    status: 400,
    code: 'InvalidTag',
  },
  {
    name: 'E7: CreateBucket of what is not known is not ignored',
    source: 'API_CreateBucket',
    request: create('<Bucket><Type>Directory</Type></Bucket>'),
    status: 501,
    code: 'NotImplemented',
  },
  {
    name: 'N18: HeadBucket tells the region',
    source: 'API_HeadBucket',
    request: { line: 'HEAD /{b}' },
    status: 200,
    headers: { 'x-amz-bucket-region': 'kho-1', 'content-type': 'application/xml' },
  },
  {
    name: 'HeadBucket of no bucket',
    source: 'API_HeadBucket',
    request: { line: 'HEAD /{b}-none' },
    status: 404,
    body: '',
  },
  {
    name: 'HeadBucket of another’s bucket',
    source: 'API_HeadBucket',
    request: { line: 'HEAD /{b}', as: 'other' },
    status: 403,
    body: '',
  },
  {
    name: 'GetBucketLocation',
    source: 'API_GetBucketLocation',
    request: { line: 'GET /{b}?location' },
    status: 200,
  },
  {
    name: 'ListBuckets by prefix',
    source: 'API_ListBuckets',
    request: { line: 'GET /?prefix={b}' },
    status: 200,
    fields: { Name: ['{b}'], Prefix: ['{b}'], BucketRegion: ['kho-1'] },
  },
  {
    name: 'GetBucketVersioning where it was never on',
    source: 'API_GetBucketVersioning',
    request: { line: 'GET /{b}?versioning' },
    status: 200,
    fields: { Status: [] },
  },
  {
    name: 'PutBucketVersioning',
    source: 'API_PutBucketVersioning',
    request: versioning('<Status>Enabled</Status>'),
    status: 200,
  },
  {
    name: 'PutBucketVersioning of a status that is none',
    source: 'API_PutBucketVersioning',
    request: versioning('<Status>On</Status>'),
    status: 400,
    code: 'MalformedXML',
  },
  {
    name: 'E13: PutBucketVersioning without a status',
    source: 'API_PutBucketVersioning',
    request: versioning(''),
    status: 400,
    code: 'IllegalVersioningConfigurationException',
  },
  absent('policy', 'NoSuchBucketPolicy'),
  absent('cors', 'NoSuchCORSConfiguration'),
  absent('lifecycle', 'NoSuchLifecycleConfiguration'),
  absent('website', 'NoSuchWebsiteConfiguration'),
  absent('replication', 'ReplicationConfigurationNotFoundError'),
  absent('object-lock', 'ObjectLockConfigurationNotFoundError'),
  absent('publicAccessBlock', 'NoSuchPublicAccessBlockConfiguration'),
  {
    name: 'B2: PutBucketNotificationConfiguration of nothing clears it',
    source: 'API_PutBucketNotificationConfiguration',
    request: settings('notification', '<NotificationConfiguration/>'),
    status: 200,
  },
  {
    name: 'PutBucketNotificationConfiguration of a topic that does not exist',
    source: 'API_PutBucketNotificationConfiguration',
    request: settings(
      'notification',
      '<NotificationConfiguration><TopicConfiguration><Topic>arn:aws:sns:x:1:t</Topic><Event>s3:ObjectCreated:*</Event></TopicConfiguration></NotificationConfiguration>',
    ),
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'B2: PutBucketNotificationConfiguration of something else',
    source: 'API_PutBucketNotificationConfiguration',
    request: settings('notification', '<Tagging/>'),
    status: 400,
    code: 'MalformedXML',
  },
  {
    name: 'PutBucketAccelerateConfiguration of what is so',
    source: 'API_PutBucketAccelerateConfiguration',
    request: settings(
      'accelerate',
      '<AccelerateConfiguration><Status>Suspended</Status></AccelerateConfiguration>',
    ),
    status: 200,
  },
  {
    name: 'PutBucketAccelerateConfiguration to turn it on',
    source: 'API_PutBucketAccelerateConfiguration',
    request: settings(
      'accelerate',
      '<AccelerateConfiguration><Status>Enabled</Status></AccelerateConfiguration>',
    ),
    status: 501,
    code: 'NotImplemented',
  },
  {
    name: 'PutBucketRequestPayment of what is so',
    source: 'API_PutBucketRequestPayment',
    request: settings(
      'requestPayment',
      '<RequestPaymentConfiguration><Payer>BucketOwner</Payer></RequestPaymentConfiguration>',
    ),
    status: 200,
  },
  {
    name: 'PutBucketLogging of nothing',
    source: 'API_PutBucketLogging',
    request: settings('logging', '<BucketLoggingStatus/>'),
    status: 200,
  },
  {
    name: 'PutBucketPolicy that is none',
    source: 'API_PutBucketPolicy',
    request: settings('policy', '{}'),
    status: 400,
    code: 'MalformedPolicy',
  },
  {
    name: 'N15: ListBuckets of a region that the storage does not have',
    source: 'API_ListBuckets',
    request: { line: 'GET /?bucket-region=eu-east-1' },
    status: 400,
    code: 'InvalidArgument',
  },
]
