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
} as const satisfies Record<string, Difference>

export type StorageDifference = keyof typeof storageDifferences

/** Whether this kind of storage differs from S3 so. */
export function differsFromS3(kind: StorageKind, id: StorageDifference): boolean {
  return kind === 'rgw' && id in storageDifferences
}
