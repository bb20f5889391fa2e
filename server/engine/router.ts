import { getBucketAcl, getObjectAcl, putBucketAcl, putObjectAcl } from './operations/acl.ts'
import {
  deleteBucketPolicy,
  getBucketPolicy,
  getBucketPolicyStatus,
  putBucketPolicy,
} from './operations/bucket-policy.ts'
import {
  cors,
  encryption,
  lifecycle,
  notification,
  ownershipControls,
  publicAccessBlock,
  tagging,
  versioning,
} from './operations/bucket-settings.ts'
import {
  createBucket,
  deleteBucket,
  getBucketLocation,
  headBucket,
  listBuckets,
} from './operations/buckets.ts'
import { completeMultipartUpload } from './operations/complete-upload.ts'
import { copyObject } from './operations/copy-object.ts'
import { deleteObject, deleteObjects } from './operations/delete-objects.ts'
import { getObject } from './operations/get-object.ts'
import { listObjects } from './operations/list-objects.ts'
import { listVersions } from './operations/list-versions.ts'
import {
  abortMultipartUpload,
  createMultipartUpload,
  listMultipartUploads,
  listParts,
  uploadPart,
} from './operations/multipart.ts'
import {
  defaultConfiguration,
  deleteNothing,
  noneOf,
  notConfigured,
  type Operation,
  onlyDefault,
} from './operations/not-configured.ts'
import { getObjectAttributes } from './operations/object-attributes.ts'
import {
  getObjectLegalHold,
  getObjectRetention,
  objectLock,
  putObjectLegalHold,
  putObjectRetention,
} from './operations/object-lock.ts'
import { deleteObjectTagging, getObjectTagging, putObjectTagging } from './operations/object-tagging.ts'
import { postObject } from './operations/post-object.ts'
import { putObject } from './operations/put-object.ts'
import { uploadPartCopy } from './operations/upload-part-copy.ts'
import { S3Error } from './protocol/errors.ts'
import { bucketSubresources, objectSubresources } from './protocol/sub-resources.ts'
import { type Action, ofVersion } from './request/actions.ts'
import { authorizeRequest } from './request/authorize.ts'
import { type Context, header } from './request/context.ts'
import { refuseEncryption } from './request/encryption.ts'
import type { Query } from './signature/uri.ts'

/**
 * An operation, and its S3 action on the bucket or the object that the request names. Null: the operation authorizes
 * the entries of its body.
 */
type Row = readonly [action: Action | null, run: Operation]

const serviceOperations: Record<string, Row> = {
  GET: ['s3:ListAllMyBuckets', listBuckets],
}

const bucketOperations: Record<string, Row> = {
  GET: ['s3:ListBucket', listObjects],
  HEAD: ['s3:HeadBucket', headBucket],
  PUT: ['s3:CreateBucket', createBucket],
  DELETE: ['s3:DeleteBucket', deleteBucket],
  POST: [null, postObject],
  'GET acl': ['s3:GetBucketAcl', getBucketAcl],
  'PUT acl': ['s3:PutBucketAcl', putBucketAcl],
  'GET accelerate': ['s3:GetAccelerateConfiguration', defaultConfiguration('AccelerateConfiguration')],
  'PUT accelerate': [
    's3:PutAccelerateConfiguration',
    onlyDefault('AccelerateConfiguration', { name: 'Status', text: 'Suspended' }),
  ],
  'GET analytics': ['s3:GetAnalyticsConfiguration', noneOf('ListBucketAnalyticsConfigurationResult')],
  'GET cors': ['s3:GetBucketCORS', cors.get],
  'PUT cors': ['s3:PutBucketCORS', cors.put],
  'DELETE cors': ['s3:PutBucketCORS', cors.remove],
  'POST delete': [null, deleteObjects],
  'GET encryption': ['s3:GetEncryptionConfiguration', encryption.get],
  'PUT encryption': ['s3:PutEncryptionConfiguration', encryption.put],
  'DELETE encryption': ['s3:PutEncryptionConfiguration', encryption.remove],
  'GET intelligent-tiering': [
    's3:GetIntelligentTieringConfiguration',
    noneOf('ListBucketIntelligentTieringConfigurationsOutput'),
  ],
  'GET inventory': ['s3:GetInventoryConfiguration', noneOf('ListInventoryConfigurationsResult')],
  'GET lifecycle': ['s3:GetLifecycleConfiguration', lifecycle.get],
  'PUT lifecycle': ['s3:PutLifecycleConfiguration', lifecycle.put],
  'DELETE lifecycle': ['s3:PutLifecycleConfiguration', lifecycle.remove],
  'GET location': ['s3:GetBucketLocation', getBucketLocation],
  'GET logging': ['s3:GetBucketLogging', defaultConfiguration('BucketLoggingStatus')],
  'PUT logging': ['s3:PutBucketLogging', onlyDefault('BucketLoggingStatus')],
  'GET metrics': ['s3:GetMetricsConfiguration', noneOf('ListMetricsConfigurationsResult')],
  'GET notification': ['s3:GetBucketNotification', notification.get],
  'PUT notification': ['s3:PutBucketNotification', notification.put],
  'GET object-lock': ['s3:GetBucketObjectLockConfiguration', objectLock.get],
  'PUT object-lock': ['s3:PutBucketObjectLockConfiguration', objectLock.put],
  'GET ownershipControls': ['s3:GetBucketOwnershipControls', ownershipControls.get],
  'PUT ownershipControls': ['s3:PutBucketOwnershipControls', ownershipControls.put],
  'DELETE ownershipControls': ['s3:PutBucketOwnershipControls', ownershipControls.remove],
  'GET policy': ['s3:GetBucketPolicy', getBucketPolicy],
  'PUT policy': ['s3:PutBucketPolicy', putBucketPolicy],
  'DELETE policy': ['s3:DeleteBucketPolicy', deleteBucketPolicy],
  'GET policyStatus': ['s3:GetBucketPolicyStatus', getBucketPolicyStatus],
  'GET publicAccessBlock': ['s3:GetBucketPublicAccessBlock', publicAccessBlock.get],
  'PUT publicAccessBlock': ['s3:PutBucketPublicAccessBlock', publicAccessBlock.put],
  'DELETE publicAccessBlock': ['s3:PutBucketPublicAccessBlock', publicAccessBlock.remove],
  'GET replication': [
    's3:GetReplicationConfiguration',
    notConfigured('ReplicationConfigurationNotFoundError'),
  ],
  'DELETE replication': ['s3:PutReplicationConfiguration', deleteNothing],
  'GET requestPayment': [
    's3:GetBucketRequestPayment',
    defaultConfiguration('RequestPaymentConfiguration', '<Payer>BucketOwner</Payer>'),
  ],
  'PUT requestPayment': [
    's3:PutBucketRequestPayment',
    onlyDefault('RequestPaymentConfiguration', { name: 'Payer', text: 'BucketOwner' }),
  ],
  'GET tagging': ['s3:GetBucketTagging', tagging.get],
  'PUT tagging': ['s3:PutBucketTagging', tagging.put],
  'DELETE tagging': ['s3:PutBucketTagging', tagging.remove],
  'GET uploads': ['s3:ListBucketMultipartUploads', listMultipartUploads],
  'GET versioning': ['s3:GetBucketVersioning', versioning.get],
  'PUT versioning': ['s3:PutBucketVersioning', versioning.put],
  'GET versions': ['s3:ListBucketVersions', listVersions],
  'GET website': ['s3:GetBucketWebsite', notConfigured('NoSuchWebsiteConfiguration')],
  'DELETE website': ['s3:DeleteBucketWebsite', deleteNothing],
}

const objectOperations: Record<string, Row> = {
  GET: ['s3:GetObject', getObject],
  HEAD: ['s3:GetObject', getObject],
  PUT: [
    's3:PutObject',
    context =>
      header(context, 'x-amz-copy-source') === undefined ? putObject(context) : copyObject(context),
  ],
  DELETE: ['s3:DeleteObject', deleteObject],
  'GET acl': ['s3:GetObjectAcl', getObjectAcl],
  'PUT acl': ['s3:PutObjectAcl', putObjectAcl],
  'GET attributes': ['s3:GetObjectAttributes', getObjectAttributes],
  'GET legal-hold': ['s3:GetObjectLegalHold', getObjectLegalHold],
  'PUT legal-hold': ['s3:PutObjectLegalHold', putObjectLegalHold],
  'GET retention': ['s3:GetObjectRetention', getObjectRetention],
  'PUT retention': ['s3:PutObjectRetention', putObjectRetention],
  'GET tagging': ['s3:GetObjectTagging', getObjectTagging],
  'PUT tagging': [null, putObjectTagging],
  'DELETE tagging': ['s3:DeleteObjectTagging', deleteObjectTagging],
  'POST uploads': ['s3:PutObject', createMultipartUpload],
  'GET uploadId': ['s3:ListMultipartUploadParts', listParts],
  'PUT uploadId': [
    's3:PutObject',
    context =>
      header(context, 'x-amz-copy-source') === undefined ? uploadPart(context) : uploadPartCopy(context),
  ],
  'POST uploadId': ['s3:PutObject', completeMultipartUpload],
  'DELETE uploadId': ['s3:AbortMultipartUpload', abortMultipartUpload],
}

/** Every operation: its method, and the query parameter that selects it. */
export const operations = [
  ...Object.keys(serviceOperations).map(name => ({ of: 'service', name })),
  ...Object.keys(bucketOperations).map(name => ({ of: 'bucket', name })),
  ...Object.keys(objectOperations).map(name => ({ of: 'object', name })),
]

/** Whether a write selects an operation that this table does not know, by a parameter without a value. */
const changesUnknown = ({ method, query }: Context): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  query.entries.some(([name, value]) => value === '' && !/^(x-amz-.*|versionId)$/i.test(name))

/** The query parameter that selects another operation than the method alone, on a bucket (`key` '') or an object. */
export const subresourceOf = (key: string, query: Query): string | undefined =>
  (key === '' ? bucketSubresources : objectSubresources).find(name => query.has(name))

/**
 * Authorizes the request, and runs its operation.
 * @throws S3Error InvalidURI for a key without a bucket; NotImplemented for S3's operations that the engine lacks; MethodNotAllowed otherwise; as
 * `authorizeRequest`
 */
export const dispatch = (context: Context): void | Promise<void> => {
  const { method, bucket, key, query } = context
  if (bucket === '' && key !== '') throw new S3Error('InvalidURI')
  const subresource = bucket === '' ? undefined : subresourceOf(key, query)
  const operations = bucket === '' ? serviceOperations : key === '' ? bucketOperations : objectOperations
  const row = operations[subresource === undefined ? method : `${method} ${subresource}`]
  if (!row || (subresource === undefined && changesUnknown(context))) {
    const lacking = row !== undefined || subresource !== undefined || (method === 'POST' && bucket !== '')
    throw new S3Error(lacking ? 'NotImplemented' : 'MethodNotAllowed')
  }
  const [action, run] = row
  authorizeRequest(context, action && ofVersion(action, query.get('versionId')), context.bucketRow)
  if (action === 's3:PutObject' && query.has('versionId')) {
    throw new S3Error('InvalidArgument', 'This operation does not accept a version-id.', {
      ArgumentName: 'versionId',
      ArgumentValue: query.get('versionId') ?? '',
    })
  }
  refuseEncryption(context, action === 's3:PutObject' && !query.has('uploadId'))
  return run(context)
}
