import type { Answer, Request } from './answer.ts'

const put: Request = { line: 'PUT /{b}/k', body: 'x' }
const enabled: Request = {
  line: 'PUT /{b}?versioning',
  body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
}
const locked: Request = {
  line: 'PUT /{b}?object-lock',
  body: '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
}
const retention = (inner: string): Request => ({
  line: 'PUT /{b}/k?retention',
  body: `<Retention>${inner}</Retention>`,
})
const until = (year: number): string =>
  `<Mode>GOVERNANCE</Mode><RetainUntilDate>${year}-01-01T00:00:00Z</RetainUntilDate>`
const hold: Request = { line: 'PUT /{b}/k?legal-hold', body: '<LegalHold><Status>ON</Status></LegalHold>' }

export const locks: readonly Answer[] = [
  {
    name: 'PutObjectLockConfiguration without versions',
    source: 'API_PutObjectLockConfiguration',
    request: locked,
    status: 409,
    code: 'InvalidBucketState',
  },
  {
    name: 'PutObjectRetention',
    source: 'API_PutObjectRetention',
    given: [enabled, locked, put],
    request: retention(until(2100)),
    status: 200,
  },
  {
    name: 'GetObjectRetention',
    source: 'API_GetObjectRetention',
    given: [enabled, locked, put, retention(until(2100))],
    request: { line: 'GET /{b}/k?retention' },
    status: 200,
    fields: { Mode: ['GOVERNANCE'], RetainUntilDate: ['2100-01-01T00:00:00.000Z'] },
  },
  {
    name: 'GetObjectRetention of an object without',
    source: 'API_GetObjectRetention',
    given: [enabled, locked, put],
    request: { line: 'GET /{b}/k?retention' },
    status: 404,
    code: 'NoSuchObjectLockConfiguration',
  },
  {
    name: 'PutObjectRetention to a time that is past',
    source: 'API_PutObjectRetention',
    given: [enabled, locked, put],
    request: retention(until(2020)),
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'PutObjectRetention in a bucket without object lock',
    source: 'API_PutObjectRetention',
    given: [put],
    request: retention(until(2100)),
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'E42: PutObjectRetention without a body, in a bucket without object lock',
    source: 'API_PutObjectRetention',
    given: [put],
    request: { line: 'PUT /{b}/k?retention' },
    status: 400,
    code: 'MalformedXML',
  },
  {
    name: 'PutObjectRetention to a time that is earlier',
    source: 'object-lock',
    given: [enabled, locked, put, retention(until(2100))],
    request: retention(until(2099)),
    status: 403,
    code: 'AccessDenied',
  },
  {
    name: 'PutObjectLegalHold',
    source: 'API_PutObjectLegalHold',
    given: [enabled, locked, put],
    request: hold,
    status: 200,
  },
  {
    name: 'E6: PutObjectLegalHold behind a delete marker',
    source: 'DeleteMarker',
    given: [enabled, locked, put, { line: 'DELETE /{b}/k' }],
    request: hold,
    status: 405,
    code: 'MethodNotAllowed',
  },
  {
    name: 'E6: PutObjectRetention behind a delete marker',
    source: 'DeleteMarker',
    given: [enabled, locked, put, { line: 'DELETE /{b}/k' }],
    request: retention(until(2100)),
    status: 405,
    code: 'MethodNotAllowed',
  },
  {
    name: 'N11: PutObjectLegalHold without a body, in a bucket without object lock',
    source: 'API_PutObjectLegalHold',
    given: [put],
    request: { line: 'PUT /{b}/k?legal-hold' },
    status: 400,
    code: 'MalformedXML',
  },
  {
    name: 'N11: PutObjectLockConfiguration without a body',
    source: 'ErrorResponses',
    given: [enabled],
    request: { line: 'PUT /{b}?object-lock' },
    status: 400,
    code: 'MissingRequestBodyError',
  },
]
