import type { Answer, Request } from './answer.ts'

const put: Request = { line: 'PUT /{b}/k', body: 'x', save: { v: 'x-amz-version-id' } }
const enabled: Request = {
  line: 'PUT /{b}?versioning',
  body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
}
const acl = (owner: string): string =>
  `<AccessControlPolicy><Owner><ID>${owner}</ID></Owner><AccessControlList/></AccessControlPolicy>`

export const acls: readonly Answer[] = [
  {
    name: 'N2: an empty canned ACL is none',
    source: 'API_PutObject',
    request: { line: 'PUT /{b}/k', body: 'x', headers: { 'x-amz-acl': '' } },
    status: 200,
  },
  {
    name: 'GetObjectAcl of a private object',
    source: 'API_GetObjectAcl',
    given: [put],
    request: { line: 'GET /{b}/k?acl' },
    status: 200,
    fields: { ID: ['owner', 'owner'], Permission: ['FULL_CONTROL'] },
  },
  {
    name: 'E15: GetObjectAcl tells the owner’s full control first',
    source: 'API_GetObjectAcl',
    given: [{ ...put, headers: { 'x-amz-acl': 'public-read' } }],
    request: { line: 'GET /{b}/k?acl' },
    status: 200,
    fields: {
      Permission: ['FULL_CONTROL', 'READ'],
      URI: ['http://acs.amazonaws.com/groups/global/AllUsers'],
    },
  },
  {
    name: 'E15: GetBucketAcl tells the owner’s full control first',
    source: 'API_GetBucketAcl',
    given: [
      {
        line: 'PUT /{b}?acl',
        headers: {
          'x-amz-grant-read': 'uri="http://acs.amazonaws.com/groups/global/AllUsers"',
          'x-amz-grant-full-control': 'id="owner"',
        },
      },
    ],
    request: { line: 'GET /{b}?acl' },
    status: 200,
    fields: { Permission: ['FULL_CONTROL', 'READ'] },
  },
  {
    name: 'E22: GetObjectAcl tells the version',
    source: 'API_GetObjectAcl',
    given: [enabled, put],
    request: { line: 'GET /{b}/k?acl' },
    status: 200,
    headers: { 'x-amz-version-id': '{v}' },
  },
  {
    name: 'E22: PutObjectAcl tells the version',
    source: 'API_PutObjectAcl',
    given: [enabled, put],
    request: { line: 'PUT /{b}/k?acl', headers: { 'x-amz-acl': 'public-read' } },
    status: 200,
    headers: { 'x-amz-version-id': '{v}' },
  },
  {
    name: 'E6: PutObjectAcl behind a delete marker',
    source: 'DeleteMarker',
    given: [enabled, put, { line: 'DELETE /{b}/k' }],
    request: { line: 'PUT /{b}/k?acl', headers: { 'x-amz-acl': 'private' } },
    status: 405,
    code: 'MethodNotAllowed',
    fields: { Method: ['PUT'] },
  },
  {
    name: 'a canned ACL that is none',
    source: 'acl-overview',
    given: [put],
    request: { line: 'PUT /{b}/k?acl', headers: { 'x-amz-acl': 'open' } },
    status: 400,
    code: 'InvalidArgument',
  },
  {
    name: 'PutBucketAcl of nothing',
    source: 'API_PutBucketAcl',
    request: { line: 'PUT /{b}?acl' },
    status: 400,
    code: 'MissingSecurityHeader',
  },
  {
    name: 'E12: an ACL of an unknown owner',
    source: 'API_PutBucketAcl',
    request: { line: 'PUT /{b}?acl', body: acl('nobody') },
    status: 400,
    code: 'InvalidArgument',
    fields: { ArgumentName: ['CanonicalUser/ID'], ArgumentValue: ['nobody'] },
  },
  {
    name: 'E12: an ACL of another owner',
    source: 'API_PutBucketAcl',
    request: { line: 'PUT /{b}?acl', body: acl('other') },
    status: 403,
    code: 'AccessDenied',
  },
  {
    name: 'N10: a grantee of an unknown type',
    source: 'API_PutBucketAcl',
    request: {
      line: 'PUT /{b}?acl',
      body: acl('owner').replace(
        '<AccessControlList/>',
        '<AccessControlList><Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="BadType"><ID>owner</ID></Grantee><Permission>READ</Permission></Grant></AccessControlList>',
      ),
    },
    status: 400,
    code: 'MalformedACLError',
  },
]
