/**
 * Keys that the engine knows. No request has a value for those in `absent`: there are no networks, organizations or
 * services.
 */
const known = new Set([
  ...[
    'sourceip',
    'securetransport',
    'referer',
    'useragent',
    'currenttime',
    'epochtime',
    'username',
    'userid',
  ].map(name => `aws:${name}`),
  ...['principalarn', 'principalaccount', 'principaltype', 'resourceaccount', 'requestedregion'].map(
    name => `aws:${name}`,
  ),
  ...['prefix', 'delimiter', 'max-keys', 'versionid', 'authtype', 'signatureversion', 'resourceaccount'].map(
    name => `s3:${name}`,
  ),
  's3:requestobjecttagkeys',
])
const absent = new Set([
  ...['sourcearn', 'sourceaccount', 'sourcevpc', 'sourcevpce', 'vpcsourceip', 'principalorgid'].map(
    name => `aws:${name}`,
  ),
  ...['principalorgpaths', 'principalisawsservice', 'principalservicename', 'viaawsservice'].map(
    name => `aws:${name}`,
  ),
  ...['calledvia', 'tokenissuetime', 'multifactorauthage', 'multifactorauthpresent'].map(
    name => `aws:${name}`,
  ),
  ...['dataaccesspointarn', 'dataaccesspointaccount', 'accesspointnetworkorigin'].map(name => `s3:${name}`),
])

/** Headers that are condition keys under their own name: `s3:x-amz-acl`. */
export const headerKeys = new Set([
  ...['acl', 'copy-source', 'metadata-directive', 'storage-class', 'content-sha256', 'tagging-directive'],
  ...['grant-read', 'grant-write', 'grant-read-acp', 'grant-write-acp', 'grant-full-control'],
  ...['server-side-encryption', 'server-side-encryption-aws-kms-key-id'],
  ...['server-side-encryption-customer-algorithm', 'object-ownership', 'website-redirect-location'],
])

/** Whether a policy may name the key (lower-case). An unknown one is refused: a deny that cannot match is a trap. */
export const isConditionKey = (key: string): boolean =>
  known.has(key) ||
  absent.has(key) ||
  (key.startsWith('s3:x-amz-') && headerKeys.has(key.slice('s3:x-amz-'.length))) ||
  /^s3:object-lock-(mode|retain-until-date|remaining-retention-days|legal-hold)$/.test(key) ||
  /^s3:(existingobjecttag|requestobjecttag)\/.+$/.test(key) ||
  /^s3:if-(none-)?match$/.test(key)
