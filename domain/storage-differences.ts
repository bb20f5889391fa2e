/** What a storage is: the embedded engine, Ceph RGW, or any other S3 service. */
export type StorageKind = 'embedded' | 'rgw' | 's3'

type Difference = {
  /** The S3 operation, by its name in the S3 API reference. */
  operation: string
  /** What S3 and the embedded engine do. */
  s3: string
  /** What Ceph RGW 16 does. */
  rgw: string
}

/** Where Ceph RGW differs from S3 and the embedded engine; the tests in `tests/engine/s3` prove each row. */
export const storageDifferences = {
  'refusal-codes': {
    operation: 'all',
    s3: 'A refused request gets the error code of the S3 API reference.',
    rgw: 'Often another code, such as InvalidArgument for MalformedPolicy or MalformedACLError.',
  },
  'acl-log-delivery': {
    operation: 'PutBucketAcl',
    s3: 'The canned ACL log-delivery-write may be put.',
    rgw: 'InvalidArgument.',
  },
  'unsigned-headers': {
    operation: 'all, by pre-signed URLs',
    s3: 'Refuses a request with an x-amz-* header that is not signed.',
    rgw: 'Takes it, so that a URL for a PUT can also set an ACL or copy.',
  },
  'deletion-status': {
    operation: 'DeleteBucketPolicy, DeletePublicAccessBlock',
    s3: 'Answers 204.',
    rgw: 'Answers 200.',
  },
  'policy-lockout': {
    operation: 'PutBucketPolicy',
    s3: 'The account’s own keys can read, put and delete a policy that denies everything.',
    rgw: 'A policy that denies everything locks the account out of the policy too.',
  },
  'policy-checks': {
    operation: 'PutBucketPolicy',
    s3: 'Refuses a policy without statements or principals, for another bucket, with unknown condition keys or values, or above 20 KiB.',
    rgw: 'Takes them.',
  },
  'policy-status': {
    operation: 'GetBucketPolicyStatus',
    s3: 'A policy for an account is not public; one that only asks the referer is.',
    rgw: 'A policy for an account is public, also to BlockPublicPolicy; one with any condition on the referer is not.',
  },
  'access-during-body': {
    operation: 'PutObject',
    s3: 'What is forbidden while the body comes is not stored.',
    rgw: 'Asks for permission before the body only.',
  },
  'ownership-controls': {
    operation: 'PutBucketOwnershipControls',
    s3: 'Objects may be given to the owner of the bucket, and ACLs switched off.',
    rgw: 'Has no ownership controls: objects stay with their writers.',
  },
  'access-block-unset': {
    operation: 'GetPublicAccessBlock',
    s3: 'NoSuchPublicAccessBlockConfiguration where none was put.',
    rgw: 'A configuration with everything off.',
  },
  'access-block-policy': {
    operation: 'GetPublicAccessBlock',
    s3: 'A bucket policy can deny it to the owner.',
    rgw: 'The policy is not asked.',
  },
  'access-block-restrict': {
    operation: 'PutPublicAccessBlock',
    s3: 'RestrictPublicBuckets keeps a public policy to the owner’s account.',
    rgw: 'RestrictPublicBuckets is kept, and changes nothing.',
  },
  'sub-user-acl': {
    operation: 'PutObject, PutObjectAcl',
    s3: 'A sub-user of read-write cannot make an object public.',
    rgw: 'It can.',
  },
  'lock-later': {
    operation: 'PutObjectLockConfiguration',
    s3: 'Object lock can be added to a bucket with versions.',
    rgw: 'InvalidBucketState: only a new bucket can have it.',
  },
  'conditional-deletes': {
    operation: 'DeleteObject, DeleteObjects',
    s3: 'If-Match, its time and its size keep an object that has changed.',
    rgw: 'Ignores conditions: the object is deleted.',
  },
  'conditional-writes': {
    operation: 'PutObject',
    s3: 'If-None-Match and If-Match refer to the current version of a key.',
    rgw: 'If-None-Match is ignored where versioning is on.',
  },
  'copy-conditions': {
    operation: 'CopyObject',
    s3: 'The conditions x-amz-copy-source-if-* hold.',
    rgw: 'Copies all the same.',
  },
  'cors-headers': {
    operation: 'OPTIONS',
    s3: 'A preflight gets the whole rule, credentials included, and the headers that it varies by; 403 without a bucket.',
    rgw: 'The method that was asked for alone, no credentials, Vary: Origin; 404 without a bucket.',
  },
  'list-buckets-pages': {
    operation: 'ListBuckets',
    s3: 'In pages, by prefix or region, with the region of each bucket.',
    rgw: 'Always all buckets, without region.',
  },
  'list-versions-pages': {
    operation: 'ListObjectVersions',
    s3: 'Pages of one row leave nothing out.',
    rgw: 'With max-keys=1 rows are left out.',
  },
  'list-versions-marker': {
    operation: 'ListObjectVersions',
    s3: 'Goes on after a version that has gone; refuses a marker that is none.',
    rgw: 'Nothing follows a version that has gone; takes any marker.',
  },
  'lock-longest': {
    operation: 'PutObjectLockConfiguration',
    s3: 'Refuses a default retention above its limit (1,024,000 days on the embedded engine).',
    rgw: 'Takes it.',
  },
  'lock-copy': {
    operation: 'CopyObject',
    s3: 'A copy is locked as its bucket says.',
    rgw: 'A copy is locked as its source is.',
  },
  'lock-multipart': {
    operation: 'CreateMultipartUpload',
    s3: 'Retention and legal hold that an upload asks for are those of its object.',
    rgw: 'They are dropped: the object is not locked.',
  },
  'sub-user-bypass': {
    operation: 'DeleteObject',
    s3: 'Governance is bypassed with full control only.',
    rgw: 'A sub-user of read-write can bypass it.',
  },
  checksums: {
    operation: 'all that take or show x-amz-checksum-*',
    s3: 'Verifies, stores and shows checksums.',
    rgw: 'Has none.',
  },
  'object-attributes': {
    operation: 'GetObjectAttributes',
    s3: 'Tells size, parts and checksum of an object.',
    rgw: 'Sends the object itself.',
  },
  'part-numbers': {
    operation: 'GetObject, HeadObject',
    s3: 'partNumber gets one part; an unknown one is InvalidPartNumber.',
    rgw: 'Ignored: the whole object.',
  },
  'tag-checks': {
    operation: 'PutObjectTagging, PutObject',
    s3: 'Refuses empty and forbidden keys, and a key twice.',
    rgw: 'Takes them.',
  },
  'tag-header-plus': {
    operation: 'PutObject',
    s3: 'A plus in x-amz-tagging is a space.',
    rgw: 'It stays a plus.',
  },
  'tag-copy': {
    operation: 'CopyObject',
    s3: 'x-amz-tagging-directive replaces the tags of the source.',
    rgw: 'A copy has the tags of its source.',
  },
  'version-answers': {
    operation: 'PutObjectTagging, GetObject',
    s3: 'The answer names the version, also null and a delete marker.',
    rgw: 'Neither the null version, nor the marker, nor the version of tags is named.',
  },
  'version-ids': {
    operation: 'GetObject, DeleteObject',
    s3: 'NoSuchVersion for an unknown version; a malformed id is InvalidArgument.',
    rgw: 'NoSuchKey; any id will do.',
  },
  'tag-multipart': {
    operation: 'CreateMultipartUpload',
    s3: 'x-amz-tagging of an upload tags its object.',
    rgw: 'It is dropped.',
  },
  'policy-absent-key': {
    operation: 'HeadObject',
    s3: '404 for an absent key that the reader may list, by s3:prefix of a policy.',
    rgw: '403.',
  },
  'policy-request-tag': {
    operation: 'PutObjectTagging',
    s3: 'A policy can ask for tags with s3:RequestObjectTag.',
    rgw: 'Such a policy never allows PutObjectTagging.',
  },
} as const satisfies Record<string, Difference>

export type StorageDifference = keyof typeof storageDifferences

/** Whether this kind of storage differs from S3 so. */
export function differsFromS3(kind: StorageKind, id: StorageDifference): boolean {
  return kind === 'rgw' && id in storageDifferences
}
