/** The kind of a storage: the embedded engine, Ceph RGW, or any other S3 service. */
export type StorageKind = 'embedded' | 'rgw' | 's3'

type Difference = {
  /** The S3 operation, by its name in the S3 API reference. */
  operation: string
  /** What S3 and the embedded engine do. */
  s3: string
  /** What Ceph RGW 16 does. */
  rgw: string
  /** Whether the console works around it, or must not offer what RGW lacks. */
  console?: 'adapts' | 'hides'
}

/** Where Ceph RGW differs from S3 and the embedded engine; the tests in `tests/engine/s3` prove each row. */
export const storageDifferences = {
  'access-block-policy': {
    operation: 'GetPublicAccessBlock',
    s3: 'A bucket policy can deny it to the owner.',
    rgw: 'The policy is not asked.',
  },
  'access-block-restrict': {
    operation: 'PutPublicAccessBlock',
    s3: 'RestrictPublicBuckets keeps a public policy to the owner’s account.',
    rgw: 'RestrictPublicBuckets is kept, and changes nothing.',
    console: 'hides',
  },
  'access-block-unset': {
    operation: 'GetPublicAccessBlock',
    s3: 'NoSuchPublicAccessBlockConfiguration where none was put.',
    rgw: 'A configuration with everything off.',
  },
  'access-during-body': {
    operation: 'PutObject',
    s3: 'What is forbidden while the body comes is not stored.',
    rgw: 'Asks for permission before the body only.',
  },
  'acl-log-delivery': {
    operation: 'PutBucketAcl',
    s3: 'The canned ACL log-delivery-write may be put.',
    rgw: 'InvalidArgument.',
  },
  'acl-modified': {
    operation: 'PutObjectAcl',
    s3: 'The time of the last change stays.',
    rgw: 'The object counts as changed now.',
  },
  'bucket-encryption': {
    operation: 'PutBucketEncryption, GetBucketEncryption',
    s3: 'Encryption may be the default of a bucket.',
    rgw: 'Has none: InvalidArgument to put, nothing to get.',
    console: 'hides',
  },
  'bucket-region': {
    operation: 'GetBucketLocation',
    s3: 'The region of the bucket.',
    rgw: 'The name of its zone group.',
  },
  checksums: {
    operation: 'all that take or show x-amz-checksum-*',
    s3: 'Verifies, stores and shows checksums.',
    rgw: 'Has none.',
    console: 'adapts',
  },
  'chunked-encoding': {
    operation: 'PutObject',
    s3: 'aws-chunked is no encoding of the object.',
    rgw: 'It is kept in Content-Encoding.',
  },
  'chunked-length': {
    operation: 'PutObject',
    s3: 'Fewer bytes than x-amz-decoded-content-length are an IncompleteBody.',
    rgw: 'InvalidArgument.',
  },
  'complete-twice': {
    operation: 'CompleteMultipartUpload',
    s3: 'May be sent again, also at once, and answers the same.',
    rgw: 'One of two at once fails.',
  },
  'completion-etag': {
    operation: 'CompleteMultipartUpload',
    s3: 'Answers the ETag of the object.',
    rgw: 'An empty ETag.',
    console: 'adapts',
  },
  'completion-parts': {
    operation: 'CompleteMultipartUpload',
    s3: 'Parts that are not named are left out.',
    rgw: 'InvalidPart unless every part is named.',
  },
  'conditional-completion': {
    operation: 'CompleteMultipartUpload',
    s3: 'If-None-Match keeps an object that is there.',
    rgw: 'Ignored.',
    console: 'adapts',
  },
  'conditional-deletes': {
    operation: 'DeleteObject, DeleteObjects',
    s3: 'If-Match, its time and its size keep an object that has changed.',
    rgw: 'Ignores conditions: the object is deleted.',
  },
  'conditional-writes': {
    operation: 'PutObject',
    s3: 'If-None-Match and If-Match refer to the current version of a key.',
    rgw: 'If-Match always fails; If-None-Match takes * alone, and is ignored where versioning is on.',
  },
  configurations: {
    operation: 'website, replication, inventory, analytics, metrics, tiering, accelerate, torrent, restore',
    s3: 'Reads say that none is set, changes are NotImplemented.',
    rgw: 'MethodNotAllowed, or another operation’s answer.',
  },
  'copy-conditions': {
    operation: 'CopyObject',
    s3: 'The conditions x-amz-copy-source-if-* hold.',
    rgw: 'Copies all the same.',
  },
  'copy-source-key': {
    operation: 'PutObject',
    s3: 'Customer keys for the source are refused where they do nothing.',
    rgw: 'Ignored.',
  },
  'cors-headers': {
    operation: 'OPTIONS',
    s3: 'A preflight gets the whole rule, credentials included, and the headers that it varies by; 403 without a bucket.',
    rgw: 'The method that was asked for alone, no credentials, Vary: Origin; 404 without a bucket.',
  },
  'create-again': {
    operation: 'CreateBucket',
    s3: 'BucketAlreadyOwnedByYou for one’s own bucket; in us-east-1 only where the request would change it.',
    rgw: 'Mostly succeeds.',
    console: 'adapts',
  },
  'delete-odd-keys': {
    operation: 'DeleteObjects',
    s3: 'Keys with control characters can be deleted.',
    rgw: 'The whole request is refused.',
    console: 'adapts',
  },
  'deletion-status': {
    operation: 'DeleteBucketPolicy, DeletePublicAccessBlock',
    s3: 'Answers 204.',
    rgw: 'Answers 200.',
  },
  encryption: {
    operation: 'PutObject, POST Object',
    s3: 'Encryption at rest (AES256) may be asked for.',
    rgw: 'InvalidRequest, where its operator has given it no keys.',
  },
  'error-text': {
    operation: 'all',
    s3: 'An error names its resource and says what is wrong.',
    rgw: 'A code, mostly without a message.',
  },
  'form-answer': {
    operation: 'POST Object',
    s3: 'Answers ETag and Location.',
    rgw: 'Neither.',
  },
  'form-checks': {
    operation: 'POST Object',
    s3: 'Refuses other dates than ISO 8601, long keys, more than 20 KiB of fields, and a file without end.',
    rgw: 'Takes them; a file that breaks off is stored.',
  },
  'form-escape': {
    operation: 'POST Object',
    s3: 'A dollar sign may be escaped in a policy.',
    rgw: 'AccessDenied.',
  },
  'form-fields': {
    operation: 'POST Object',
    s3: 'Cache-Control and other headers are those of the form.',
    rgw: 'Content-Type and metadata only.',
  },
  'form-filename': {
    operation: 'POST Object',
    s3: 'The variable filename is the last part of a path.',
    rgw: 'The whole path.',
  },
  'form-redirect': {
    operation: 'POST Object',
    s3: 'Redirects to addresses of the web alone, with its parameters before a fragment.',
    rgw: 'Redirects anywhere, javascript: included; parameters go behind the fragment.',
  },
  'header-injection': {
    operation: 'GetObject',
    s3: 'An override with a line break is InvalidArgument.',
    rgw: 'It breaks the answer’s headers.',
  },
  'if-none-match-any': {
    operation: 'GetObject, HeadObject',
    s3: 'If-None-Match: * is 304 for any object.',
    rgw: '200.',
  },
  'if-range': {
    operation: 'GetObject',
    s3: 'If-Range of another ETag gets the whole.',
    rgw: 'Ignored.',
  },
  'lifecycle-checks': {
    operation: 'PutBucketLifecycleConfiguration',
    s3: 'Refuses a prefix beside a filter, more than 100 kept versions and storage classes that are not there.',
    rgw: 'Takes them.',
  },
  'lifecycle-form': {
    operation: 'GetBucketLifecycleConfiguration',
    s3: 'Rules come back as they were put.',
    rgw: 'Rules come back in the order of their IDs, and their filters in the shortest form.',
  },
  'lifecycle-newer-versions': {
    operation: 'PutBucketLifecycleConfiguration',
    s3: 'NewerNoncurrentVersions keeps so many previous versions.',
    rgw: 'It is dropped: all previous versions go.',
    console: 'hides',
  },
  'lifecycle-sizes': {
    operation: 'PutBucketLifecycleConfiguration',
    s3: 'A rule may ask for the size of an object.',
    rgw: 'Sizes are dropped: a rule for sizes alone removes every object.',
    console: 'hides',
  },
  'list-buckets-pages': {
    operation: 'ListBuckets',
    s3: 'In pages, by prefix or region, with the region of each bucket.',
    rgw: 'Always all buckets, without region.',
  },
  'list-checks': {
    operation: 'ListObjectsV2',
    s3: 'Refuses negative sizes, unknown encodings and tokens that no page gave.',
    rgw: 'Takes them.',
  },
  'list-encoded-markers': {
    operation: 'ListObjects, ListObjectVersions',
    s3: 'encoding-type=url also encodes the marker of the next page.',
    rgw: 'That marker is not encoded.',
  },
  'list-next-marker': {
    operation: 'ListObjects',
    s3: 'NextMarker comes with a delimiter only.',
    rgw: 'With every page that is not the last.',
  },
  'list-owner-hidden': {
    operation: 'ListObjects',
    s3: 'Requests without a signature are not told the owner.',
    rgw: 'Everybody is told the owner’s id and name.',
  },
  'list-versions-marker': {
    operation: 'ListObjectVersions',
    s3: 'Goes on after a version that has gone; refuses a marker that is none.',
    rgw: 'Nothing follows a version that has gone; takes any marker.',
  },
  'lock-copy': {
    operation: 'CopyObject',
    s3: 'A copy is locked as its bucket says.',
    rgw: 'A copy is locked as its source is.',
  },
  'lock-later': {
    operation: 'PutObjectLockConfiguration',
    s3: 'Object lock can be added to a bucket with versions.',
    rgw: 'InvalidBucketState: only a new bucket can have it.',
    console: 'hides',
  },
  'lock-lift': {
    operation: 'PutObjectRetention',
    s3: 'An empty retention ends governance at once, with a bypass.',
    rgw: 'Takes no empty retention; with a bypass its end can be moved to any time that is to come.',
    console: 'adapts',
  },
  'lock-longest': {
    operation: 'PutObjectLockConfiguration',
    s3: 'Refuses a default retention above its limit (1,024,000 days on the embedded engine).',
    rgw: 'Takes it.',
  },
  'lock-multipart': {
    operation: 'CreateMultipartUpload',
    s3: 'Retention and legal hold that an upload asks for are those of its object.',
    rgw: 'They are dropped: the object has the default of its bucket alone.',
  },
  'metadata-checks': {
    operation: 'PutObject',
    s3: 'Refuses metadata that no header can carry.',
    rgw: 'Takes it.',
  },
  'metadata-limit': {
    operation: 'PutObject',
    s3: 'Refuses more than 2 KiB of metadata.',
    rgw: 'Takes it.',
  },
  'modified-since-future': {
    operation: 'GetObject',
    s3: 'If-Modified-Since in the future is ignored.',
    rgw: 'Nothing has been modified since then: 304.',
  },
  'notification-clear': {
    operation: 'PutBucketNotificationConfiguration',
    s3: 'An empty configuration removes all notifications.',
    rgw: 'MalformedXML: they are removed by a DELETE of its own, with the name of one or without.',
    console: 'adapts',
  },
  'notification-kinds': {
    operation: 'PutBucketNotificationConfiguration',
    s3: 'Tells of creation, removal, lifecycle rules, tags and ACLs.',
    rgw: 'Tells of creation and removal only: InvalidArgument for others.',
    console: 'adapts',
  },
  'notification-replace': {
    operation: 'PutBucketNotificationConfiguration',
    s3: 'Replaces all notifications of the bucket.',
    rgw: 'Adds to them.',
    console: 'adapts',
  },
  'notification-test': {
    operation: 'PutBucketNotificationConfiguration',
    s3: 'Sends s3:TestEvent to each topic.',
    rgw: 'Sends none.',
    console: 'adapts',
  },
  'object-attributes': {
    operation: 'GetObjectAttributes',
    s3: 'Tells size, parts and checksum of an object.',
    rgw: 'Sends the object itself.',
  },
  'odd-ranges': {
    operation: 'GetObject',
    s3: 'Ranges in a wrong order or several are ignored; the last 0 bytes are InvalidRange.',
    rgw: 'InvalidRange, or the first range alone; the last 0 bytes are the whole.',
  },
  'ownership-controls': {
    operation: 'PutBucketOwnershipControls',
    s3: 'Objects may be given to the owner of the bucket, and ACLs switched off.',
    rgw: 'Has no ownership controls: objects stay with their writers.',
    console: 'hides',
  },
  'page-headers': {
    operation: 'GetObject',
    s3: 'The embedded engine serves pages with nosniff and a Content-Security-Policy.',
    rgw: 'Without either.',
  },
  'part-copy-source': {
    operation: 'UploadPartCopy',
    s3: 'The source may have any key, percent-encoded.',
    rgw: 'NoSuchKey for a key with a percent sign.',
  },
  'part-number-limit': {
    operation: 'UploadPart',
    s3: 'A part number is 1 to 10,000.',
    rgw: '0 and 10,001 are taken too.',
  },
  'part-numbers': {
    operation: 'GetObject, HeadObject',
    s3: 'partNumber gets one part; an unknown one is InvalidPartNumber.',
    rgw: 'Ignored: the whole object.',
  },
  'policy-absent-key': {
    operation: 'HeadObject',
    s3: '404 for an absent key that the reader may list, by s3:prefix of a policy.',
    rgw: '403.',
  },
  'policy-checks': {
    operation: 'PutBucketPolicy',
    s3: 'Refuses a policy without statements or principals, for another bucket, with unknown condition keys or values, or above 20 KiB.',
    rgw: 'Takes them.',
  },
  'policy-delete-many': {
    operation: 'DeleteObjects',
    s3: 'A policy that allows s3:DeleteObject for some keys allows to delete them, one or many.',
    rgw: 'Many only where it allows it for the bucket, whose keys are then all deleted.',
    console: 'adapts',
  },
  'policy-lockout': {
    operation: 'PutBucketPolicy',
    s3: 'The account’s own keys can read, put and delete a policy that denies everything.',
    rgw: 'A policy that denies everything locks the account out for good: it can neither read, put nor delete it, nor the bucket.',
  },
  'policy-put-acl': {
    operation: 'PutObject, CopyObject, CreateMultipartUpload',
    s3: 'Who may put an object by a policy gives it an ACL only where the policy allows s3:PutObjectAcl too.',
    rgw: 'Whoever may put an object may make it public with that.',
    console: 'adapts',
  },
  'policy-request-tag': {
    operation: 'PutObjectTagging',
    s3: 'A policy can ask for tags with s3:RequestObjectTag.',
    rgw: 'Such a policy never allows PutObjectTagging.',
  },
  'policy-status': {
    operation: 'GetBucketPolicyStatus',
    s3: 'A policy for an account is not public; one that only asks the referer is.',
    rgw: 'A policy for an account is public, also to BlockPublicPolicy; one with any condition on the referer is not.',
  },
  'presigned-headers': {
    operation: 'all, by a pre-signed URL',
    s3: 'Headers that are signed and carried in the query count as sent; conditions in the query hold.',
    rgw: 'SignatureDoesNotMatch; conditions in the query are ignored.',
  },
  'presigned-life': {
    operation: 'all, by pre-signed URLs',
    s3: 'More than seven days are refused.',
    rgw: 'Taken.',
  },
  'refusal-codes': {
    operation: 'all',
    s3: 'A refused request gets the error code of the S3 API reference.',
    rgw: 'Often another code, such as InvalidArgument for MalformedPolicy or MalformedACLError.',
  },
  'source-owner': {
    operation: 'CopyObject',
    s3: 'x-amz-source-expected-bucket-owner holds.',
    rgw: 'Ignored.',
  },
  'storage-classes': {
    operation: 'all that take x-amz-storage-class',
    s3: 'Classes that are read at once are kept and shown.',
    rgw: 'InvalidArgument for all but those of its zone.',
    console: 'hides',
  },
  'sub-user-acl': {
    operation: 'PutObject, PutObjectAcl',
    s3: 'A sub-user of read-write cannot make an object public.',
    rgw: 'It can.',
  },
  'sub-user-bypass': {
    operation: 'DeleteObject',
    s3: 'Governance is bypassed with full control only.',
    rgw: 'A sub-user of read-write can bypass it.',
  },
  'sub-user-levels': {
    operation: 'CreateBucket, PutBucketCors, HeadBucket, ListParts',
    s3: 'A sub-user’s level bounds every operation.',
    rgw: 'Sub-users of any level, those limited to folders included, create buckets and set CORS; those of write may not head a bucket or list parts.',
    console: 'adapts',
  },
  'tag-checks': {
    operation: 'PutObjectTagging, PutObject',
    s3: 'Refuses empty and forbidden keys, and a key twice.',
    rgw: 'Takes them.',
  },
  'tag-copy': {
    operation: 'CopyObject',
    s3: 'x-amz-tagging-directive replaces the tags of the source.',
    rgw: 'A copy has the tags of its source, or none where its metadata is replaced.',
    console: 'adapts',
  },
  'tag-header-plus': {
    operation: 'PutObject',
    s3: 'A plus in x-amz-tagging is a space.',
    rgw: 'It stays a plus.',
  },
  'tag-multipart': {
    operation: 'CreateMultipartUpload',
    s3: 'x-amz-tagging of an upload tags its object.',
    rgw: 'It is dropped.',
  },
  'topics-shared': {
    operation: 'SNS: ListTopics, GetTopicAttributes, DeleteTopic',
    s3: 'Topics are of the account that made them.',
    rgw: 'Every user of the tenant may list, read, replace and delete all of them.',
    console: 'adapts',
  },
  'trailing-checksums': {
    operation: 'PutObject',
    s3: 'A stream may be sent in chunks with its checksum behind it, as the AWS SDK does by default.',
    rgw: 'MissingContentLength.',
  },
  'unknown-sub-resources': {
    operation: 'all',
    s3: 'A change with an unknown sub-resource is NotImplemented.',
    rgw: 'The sub-resource is ignored: the object or bucket itself is changed.',
  },
  'unsigned-headers': {
    operation: 'all, by pre-signed URLs',
    s3: 'Refuses a request with an x-amz-* header that is not signed.',
    rgw: 'Takes it, so that a URL for a PUT can also set an ACL or copy.',
    console: 'adapts',
  },
  'uploads-folded': {
    operation: 'ListMultipartUploads',
    s3: 'A delimiter folds uploads into prefixes.',
    rgw: 'The prefixes are left out.',
  },
  'uploads-initiator': {
    operation: 'ListMultipartUploads, ListParts',
    s3: 'The initiator of an upload is the sub-user that started it.',
    rgw: 'The account, whoever started it.',
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
} as const satisfies Record<string, Difference>

export type StorageDifference = keyof typeof storageDifferences

type Hidden<Table> = {
  [Id in keyof Table]: Table[Id] extends { console: 'hides' } ? Id : never
}[keyof Table]

/** A difference because of which the console hides a feature. */
export type HiddenDifference = Hidden<typeof storageDifferences>

export const hiddenDifferences = (Object.keys(storageDifferences) as StorageDifference[]).filter(
  (id): id is HiddenDifference =>
    'console' in storageDifferences[id] && storageDifferences[id].console === 'hides',
)

/** Whether this kind of storage has the difference `id`. */
export function differsFromS3(kind: StorageKind, id: StorageDifference): boolean {
  return kind === 'rgw' && id in storageDifferences
}
