import { expect } from 'vitest'
import type { Answer, Request } from './answer.ts'

const put = (key: string): Request => ({
  line: `PUT /{b}/${key}`,
  body: 'x',
  save: { v: 'x-amz-version-id' },
})
const three = [put('f/a/1'), put('f/a/2'), put('f/b')]
const enabled: Request = {
  line: 'PUT /{b}?versioning',
  body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
}
const uploads = ['f/a/1', 'f/a/2', 'f/b'].map(
  (key, at): Request => ({ line: `POST /{b}/${key}?uploads`, save: { [`u${at}`]: '<UploadId>' } }),
)

/** The times of each kind of listing, each in whole seconds. */
const wholeSeconds = expect.stringMatching(/T\d\d:\d\d:\d\d\.000Z$/)

export const listings: readonly Answer[] = [
  ...['?list-type=2', ''].map(
    (query): Answer => ({
      name: `E29: times of GET /bucket${query}`,
      source: 'API_ListObjects',
      given: [put('k')],
      request: { line: `GET /{b}${query}` },
      status: 200,
      fields: { LastModified: [wholeSeconds] },
    }),
  ),
  {
    name: 'E29: times of ListObjectVersions',
    source: 'API_ListObjectVersions',
    given: [put('k')],
    request: { line: 'GET /{b}?versions' },
    status: 200,
    fields: { LastModified: [wholeSeconds] },
    instead: {
      why: 'they tell the order of versions and delete markers',
      fields: { LastModified: [expect.stringMatching(/\.\d{3}Z$/)] },
    },
  },
  {
    name: 'E29: times of ListMultipartUploads',
    source: 'API_ListMultipartUploads',
    given: uploads,
    request: { line: 'GET /{b}?uploads&prefix=f/b' },
    status: 200,
    fields: { Initiated: [wholeSeconds] },
  },
  {
    name: 'ListObjectsV2',
    source: 'API_ListObjectsV2',
    given: three,
    request: { line: 'GET /{b}?list-type=2' },
    status: 200,
    fields: {
      Name: ['{b}'],
      Key: ['f/a/1', 'f/a/2', 'f/b'],
      KeyCount: ['3'],
      MaxKeys: ['1000'],
      IsTruncated: ['false'],
      Owner: [],
    },
  },
  {
    name: 'ListObjectsV2 by folders counts common prefixes',
    source: 'API_ListObjectsV2',
    given: three,
    request: { line: 'GET /{b}?list-type=2&prefix=f/&delimiter=/' },
    status: 200,
    fields: { Prefix: ['f/', 'f/a/'], Key: ['f/b'], KeyCount: ['2'], Delimiter: ['/'] },
  },
  {
    name: 'ListObjectsV2 of a page goes on with a token',
    source: 'API_ListObjectsV2',
    given: [
      ...three,
      { line: 'GET /{b}?list-type=2&max-keys=2', save: { token: '<NextContinuationToken>' } },
    ],
    request: { line: 'GET /{b}?list-type=2&max-keys=2&continuation-token={token}' },
    status: 200,
    fields: {
      Key: ['f/b'],
      ContinuationToken: ['{token}'],
      NextContinuationToken: [],
      IsTruncated: ['false'],
    },
  },
  {
    name: 'ListObjectsV2 after a key',
    source: 'API_ListObjectsV2',
    given: three,
    request: { line: 'GET /{b}?list-type=2&start-after=f/a/2' },
    status: 200,
    fields: { Key: ['f/b'], StartAfter: ['f/a/2'] },
  },
  {
    name: 'ListObjectsV2 of no keys',
    source: 'API_ListObjectsV2',
    given: three,
    request: { line: 'GET /{b}?list-type=2&max-keys=0' },
    status: 200,
    fields: { Key: [], IsTruncated: ['false'], MaxKeys: ['0'] },
  },
  {
    name: 'E33: an empty continuation token',
    source: 'API_ListObjectsV2',
    request: { line: 'GET /{b}?list-type=2&continuation-token=' },
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'a continuation token that is none',
    source: 'API_ListObjectsV2',
    request: { line: 'GET /{b}?list-type=2&continuation-token=x' },
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'a number of keys that is none',
    source: 'API_ListObjects',
    request: { line: 'GET /{b}?max-keys=-1' },
    status: 400,
    code: 'InvalidArgument',
    fields: { ArgumentName: ['max-keys'] },
  },
  {
    name: 'an encoding that is none',
    source: 'API_ListObjects',
    request: { line: 'GET /{b}?encoding-type=base64' },
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'keys in URL encoding',
    source: 'API_ListObjects',
    given: [put('a%20b')],
    request: { line: 'GET /{b}?encoding-type=url' },
    status: 200,
    fields: { Key: ['a%20b'], EncodingType: ['url'] },
  },
  {
    name: 'E3: ListObjects after a marker inside a common prefix',
    source: 'API_ListObjects',
    given: three,
    request: { line: 'GET /{b}?prefix=f/&delimiter=/&marker=f/a/1' },
    status: 200,
    fields: { Key: ['f/b'], CommonPrefixes: [] },
  },
  {
    name: 'E3: ListObjectVersions after a marker inside a common prefix',
    source: 'API_ListObjectVersions',
    given: three,
    request: { line: 'GET /{b}?versions&prefix=f/&delimiter=/&key-marker=f/a/1' },
    status: 200,
    fields: { Key: ['f/b'], CommonPrefixes: [] },
  },
  {
    name: 'E3: ListMultipartUploads after a marker inside a common prefix',
    source: 'API_ListMultipartUploads',
    given: uploads,
    request: { line: 'GET /{b}?uploads&prefix=f/&delimiter=/&key-marker=f/a/1' },
    status: 200,
    fields: { Key: ['f/b'], CommonPrefixes: [] },
  },
  {
    name: 'E28: ListObjects of anybody tells no owner',
    source: 'API_ListObjects',
    given: [{ line: 'PUT /{b}?acl', headers: { 'x-amz-acl': 'public-read' } }, put('k')],
    request: { line: 'GET /{b}', as: 'anybody' },
    status: 200,
    fields: { Key: ['k'], ID: [], DisplayName: [] },
  },
  {
    name: 'ListObjectVersions tells versions and delete markers, the newest first',
    source: 'API_ListObjectVersions',
    given: [
      enabled,
      { ...put('k'), save: { one: 'x-amz-version-id' } },
      { line: 'DELETE /{b}/k', save: { two: 'x-amz-version-id' } },
    ],
    request: { line: 'GET /{b}?versions' },
    status: 200,
    fields: { VersionId: ['{two}', '{one}'], IsLatest: ['true', 'false'] },
  },
  {
    name: 'a version marker without a key marker',
    source: 'API_ListObjectVersions',
    request: { line: 'GET /{b}?versions&version-id-marker=x' },
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'E10: ListMultipartUploads tells where it ends, though all are listed',
    source: 'API_ListMultipartUploads',
    given: uploads,
    request: { line: 'GET /{b}?uploads' },
    status: 200,
    fields: { NextKeyMarker: ['f/b'], NextUploadIdMarker: ['{u2}'], IsTruncated: ['false'] },
  },
  {
    name: 'E33: an upload marker of another key',
    source: 'API_ListMultipartUploads',
    given: uploads,
    request: { line: 'GET /{b}?uploads&key-marker=f/b&upload-id-marker={u0}' },
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'E33: an upload marker that is none',
    source: 'API_ListMultipartUploads',
    given: uploads,
    request: { line: 'GET /{b}?uploads&key-marker=f/b&upload-id-marker=x' },
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'E33: an upload marker of an upload that is gone counts',
    source: 'API_ListMultipartUploads',
    given: [...uploads, { line: 'DELETE /{b}/f/a/1?uploadId={u0}' }],
    request: { line: 'GET /{b}?uploads&key-marker=f/a/1&upload-id-marker={u0}' },
    status: 200,
    fields: { Key: ['f/a/2', 'f/b'] },
  },
  {
    name: 'N8: ListObjectsV2 with a token does not repeat start-after',
    source: 'API_ListObjectsV2',
    given: [
      ...three,
      {
        line: 'GET /{b}?list-type=2&start-after=f/a/1&max-keys=1',
        save: { token: '<NextContinuationToken>' },
      },
    ],
    request: { line: 'GET /{b}?list-type=2&start-after=f/a/1&continuation-token={token}' },
    status: 200,
    fields: { Key: ['f/b'], StartAfter: [] },
  },
]
