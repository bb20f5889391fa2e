/**
 * The engine's error codes, with HTTP status and message.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html; `QuotaExceeded` and `UserSuspended` are Ceph RGW's.
 */
const codes = {
  AccessControlListNotSupported: [400, 'The bucket does not allow ACLs.'],
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [403, 'CORSResponse: This CORS request is not allowed.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  AuthorizationQueryParametersError: [400, 'Error parsing the X-Amz-* query parameters.'],
  BadRequest: [400, 'The request is not valid.'],
  BadDigest: [
    400,
    'The Content-MD5 or checksum value that you specified did not match what the server received.',
  ],
  BucketAlreadyExists: [409, 'The requested bucket name is not available. Select a different name.'],
  BucketAlreadyOwnedByYou: [409, 'The bucket that you tried to create already exists, and you own it.'],
  BucketNotEmpty: [409, 'The bucket that you tried to delete is not empty.'],
  ConditionalRequestConflict: [
    409,
    'The conditional request cannot succeed due to a conflicting operation against this resource.',
  ],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed object size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed size.'],
  IllegalVersioningConfigurationException: [400, 'The Versioning element must be specified'],
  IncompleteBody: [
    400,
    'You did not provide the number of bytes specified by the Content-Length HTTP header.',
  ],
  InsufficientStorage: [507, 'Not enough storage space!'],
  InternalError: [500, 'An internal error occurred. Try again.'],
  InvalidAccessKeyId: [403, 'The AWS access key ID that you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidBucketAclWithObjectOwnership: [
    400,
    "Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting.",
  ],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidChunkSizeError: [403, 'Only the last chunk is allowed to have a size less than 8192 bytes'],
  InvalidBucketState: [409, 'The request is not valid for the current state of the bucket.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum value that you specified is not valid.'],
  InvalidLocationConstraint: [400, 'The specified location-constraint is not valid.'],
  InvalidPart: [
    400,
    "One or more of the specified parts could not be found. The part might not have been uploaded, or the specified entity tag might not have matched the part's entity tag.",
  ],
  InvalidPartNumber: [416, 'The requested partnumber is not satisfiable.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidPolicyDocument: [
    400,
    'The content of the form does not meet the conditions specified in the policy document.',
  ],
  InvalidRange: [416, 'The requested range is not satisfiable.'],
  InvalidRequest: [400, 'Invalid Request'],
  InvalidRetentionPeriod: [400, 'The retention period must be a positive integer.'],
  InvalidStorageClass: [400, 'The storage class that you specified is not valid.'],
  InvalidTag: [400, 'The tag provided was not a valid tag.'],
  InvalidToken: [400, 'The provided token is malformed or otherwise not valid.'],
  InvalidURI: [400, "The specified URI couldn't be parsed."],
  KeyTooLongError: [400, 'Your key is too long.'],
  MalformedPOSTRequest: [400, 'The body of your POST request is not well-formed multipart/form-data.'],
  MalformedACLError: [
    400,
    'The XML you provided was not well-formed or did not validate against our published schema.',
  ],
  MalformedPolicy: [400, 'The policy is not valid.'],
  MalformedTrailerError: [
    400,
    'The request contained trailing data that was not well-formed or did not conform to our published schema.',
  ],
  MalformedXML: [
    400,
    'The XML you provided was not well-formed or did not validate against our published schema.',
  ],
  MaxMessageLengthExceeded: [400, 'Your request was too large.'],
  MaxPostPreDataLengthExceededError: [
    400,
    'Your POST request fields preceding the upload file were too large.',
  ],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  MissingRequestBodyError: [400, 'Request Body is empty'],
  MissingSecurityHeader: [400, 'Your request is missing a required header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchBucketPolicy: [404, 'The specified bucket does not have a bucket policy.'],
  NoSuchCORSConfiguration: [404, 'The specified bucket does not have a CORS configuration.'],
  NoSuchConfiguration: [404, 'The specified configuration does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchLifecycleConfiguration: [404, 'The lifecycle configuration does not exist.'],
  NoSuchObjectLockConfiguration: [404, 'The specified object does not have an ObjectLock configuration.'],
  NoSuchPublicAccessBlockConfiguration: [404, 'The public access block configuration was not found.'],
  NoSuchTagSet: [404, 'The TagSet does not exist.'],
  NoSuchUpload: [
    404,
    'The specified multipart upload does not exist. The upload ID might not be valid, or the multipart upload might have been aborted or completed.',
  ],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NoSuchWebsiteConfiguration: [404, 'The specified bucket does not have a website configuration.'],
  NotImplemented: [501, 'A header or query you provided implies functionality that is not implemented.'],
  ObjectLockConfigurationNotFoundError: [404, 'Object Lock configuration does not exist for this bucket.'],
  OwnershipControlsNotFoundError: [404, 'The bucket ownership controls were not found.'],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold'],
  QuotaExceeded: [403, 'The quota of this user is exceeded.'],
  ReplicationConfigurationNotFoundError: [404, 'The replication configuration was not found.'],
  RequestTimeTooSkewed: [403, "The difference between the request time and the server's time is too large."],
  RequestTimeout: [400, 'Your socket connection to the server was not read from or written to in time.'],
  ServerSideEncryptionConfigurationNotFoundError: [
    404,
    'The server side encryption configuration was not found.',
  ],
  SlowDown: [503, 'Please reduce your request rate.'],
  ServiceUnavailable: [503, 'Service is unable to handle the request.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature that the server calculated does not match the signature that you provided. Check your secret access key and signing method.',
  ],
  TooManyBuckets: [400, 'You have attempted to create more buckets than allowed.'],
  TooManyUploads: [
    400,
    'The user has too many unfinished multipart uploads. Complete or abort some of them.',
  ],
  UnexpectedContent: [400, 'This request does not support content.'],
  UnresolvableGrantByEmailAddress: [
    400,
    'The email address you provided does not match any account on record.',
  ],
  UserSuspended: [403, 'The user is suspended.'],
  XAmzContentSHA256Mismatch: [
    400,
    'The provided x-amz-content-sha256 header does not match what was computed.',
  ],
} as const satisfies Record<string, readonly [number, string]>

export type S3Code = keyof typeof codes

/** An S3 error response: `code`, HTTP `status`, message, further elements of its XML (`fields`), and headers. */
export class S3Error extends Error {
  readonly code: S3Code
  readonly status: number
  readonly fields: Record<string, string>
  readonly headers: Record<string, string>
  constructor(
    code: S3Code,
    message?: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) {
    super(message ?? codes[code][1])
    this.code = code
    this.status = codes[code][0]
    this.fields = fields
    this.headers = headers
  }
}
