import type { Answer, Request } from './answer.ts'

const rule = (inner = ''): string =>
  `<CORSRule><AllowedOrigin>https://a.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod>${inner}</CORSRule>`
const put = (rules: string): Request => ({
  line: 'PUT /{b}?cors',
  body: `<CORSConfiguration>${rules}</CORSConfiguration>`,
})
const given = [
  put(rule('<AllowedHeader>x-one</AllowedHeader><MaxAgeSeconds>300</MaxAgeSeconds>')),
  { line: 'PUT /{b}/k', body: 'x' },
]
const origin = 'https://a.example'
const options = (headers: Record<string, string>): Request => ({
  line: 'OPTIONS /{b}/k',
  headers,
  as: 'anybody',
})

export const cors: readonly Answer[] = [
  {
    name: 'a preflight',
    source: 'cors',
    given,
    request: options({
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-one',
    }),
    status: 200,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'x-one',
      'access-control-max-age': '300',
    },
  },
  {
    name: 'a preflight of another origin',
    source: 'cors',
    given,
    request: options({ origin: 'https://b.example', 'access-control-request-method': 'GET' }),
    status: 403,
    code: 'AccessForbidden',
  },
  {
    name: 'E18: a preflight without an origin',
    source: 'RESTOPTIONSobject',
    given,
    request: options({ 'access-control-request-method': 'GET' }),
    status: 400,
    code: 'BadRequest',
  },
  {
    name: 'E18: a preflight without a method',
    source: 'RESTOPTIONSobject',
    given,
    request: options({ origin }),
    status: 403,
    code: 'AccessForbidden',
  },
  {
    name: 'E23: an actual request is told how long the answer holds',
    source: 'cors',
    given,
    request: { line: 'GET /{b}/k', headers: { origin } },
    status: 200,
    headers: { 'access-control-allow-origin': origin, 'access-control-max-age': '300' },
  },
  {
    name: 'E18: request headers that no rule allows',
    source: 'cors',
    given,
    request: { line: 'GET /{b}/k', headers: { origin, 'access-control-request-headers': 'x-two' } },
    status: 200,
    headers: { 'access-control-allow-origin': null },
  },
  {
    name: 'an actual request of another origin',
    source: 'cors',
    given,
    request: { line: 'GET /{b}/k', headers: { origin: 'https://b.example' } },
    status: 200,
    headers: { 'access-control-allow-origin': null },
  },
  {
    name: 'E8: a wildcard in ExposeHeader',
    source: 'ManageCorsUsing',
    request: put(rule('<ExposeHeader>x-*</ExposeHeader>')),
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'E8: more than 100 rules',
    source: 'API_PutBucketCors',
    request: put(rule().repeat(101)),
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'a method that is none',
    source: 'ManageCorsUsing',
    request: put(rule('<AllowedMethod>PATCH</AllowedMethod>')),
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'two wildcards in an origin',
    source: 'ManageCorsUsing',
    request: put(rule('<AllowedOrigin>https://*.*</AllowedOrigin>')),
    status: 400,
    code: 'InvalidRequest',
  },
  {
    name: 'no rules',
    source: 'API_PutBucketCors',
    request: put(''),
    status: 400,
    code: 'MalformedXML',
  },
]
