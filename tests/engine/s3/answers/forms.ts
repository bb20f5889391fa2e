import type { Answer, Request } from './answer.ts'

const open: Request = { line: 'PUT /{b}?acl', headers: { 'x-amz-acl': 'public-read-write' } }
/** A form of anybody; `file`: what follows the name of its last part. */
const form = (fields: Record<string, string>, file = '; filename="a.txt"'): Request => ({
  line: 'POST /{b}',
  as: 'anybody',
  headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  body: [
    ...Object.entries(fields).map(
      ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--edge\r\nContent-Disposition: form-data; name="file"${file}\r\n\r\nhello\r\n--edge--\r\n`,
  ].join(''),
})
const unsigned = Buffer.from('{"expiration":"2100-01-01T00:00:00Z","conditions":[]}').toString('base64')

export const forms: readonly Answer[] = [
  {
    name: 'a form of anybody into a bucket that is open',
    source: 'RESTObjectPOST',
    given: [open],
    request: form({ key: 'k' }),
    status: 204,
    headers: { etag: '"5d41402abc4b2a76b9719d911017c592"' },
  },
  {
    name: 'success_action_status 201',
    source: 'RESTObjectPOST',
    given: [open],
    request: form({ key: 'k', success_action_status: '201' }),
    status: 201,
    fields: { Bucket: ['{b}'], Key: ['k'] },
  },
  {
    name: 'success_action_redirect',
    source: 'RESTObjectPOST',
    given: [open],
    request: form({ key: 'k', success_action_redirect: 'https://a.example/done' }),
    status: 303,
    headers: {
      location: 'https://a.example/done?bucket={b}&key=k&etag=%225d41402abc4b2a76b9719d911017c592%22',
    },
  },
  {
    name: 'the name of the file in the key',
    source: 'RESTObjectPOST',
    given: [open],
    request: form({ key: 'up/$' + '{filename}', success_action_status: '201' }),
    status: 201,
    fields: { Key: ['up/a.txt'] },
  },
  {
    name: 'E38: a file without a name leaves the key as it is written',
    source: 'RESTObjectPOST',
    given: [open],
    request: form({ key: 'up/$' + '{filename}', success_action_status: '201' }, ''),
    status: 201,
    fields: { Key: ['up/$' + '{filename}'] },
  },
  {
    name: 'no key',
    source: 'RESTObjectPOST',
    given: [open],
    request: form({ acl: 'private' }),
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'a form of anybody into a bucket that is not open',
    source: 'RESTObjectPOST',
    request: form({ key: 'k' }),
    status: 403,
    code: 'AccessDenied',
  },
  {
    name: 'E38: a policy that nobody has signed',
    source: 'sigv4-HTTPPOSTConstructPolicy',
    given: [open],
    request: form({ key: 'k', policy: unsigned }),
    status: 403,
    code: 'AccessDenied',
  },
  {
    name: 'a body that is no form',
    source: 'RESTObjectPOST',
    given: [open],
    request: { line: 'POST /{b}', as: 'anybody', body: 'x', headers: { 'content-type': 'text/plain' } },
    status: 412,
    code: 'PreconditionFailed',
  },
]
