import { deleteBucketCors, getBucketCors, putBucketCors } from './operations/bucket-cors.ts'
import {
  createBucket,
  deleteBucket,
  getBucketLocation,
  headBucket,
  listBuckets,
  privateAcl,
} from './operations/buckets.ts'
import { completeMultipartUpload } from './operations/complete-upload.ts'
import { copyObject, uploadPartCopy } from './operations/copy-object.ts'
import { deleteObject, deleteObjects } from './operations/delete-objects.ts'
import { getObject } from './operations/get-object.ts'
import { listObjects } from './operations/list-objects.ts'
import {
  abortMultipartUpload,
  createMultipartUpload,
  listMultipartUploads,
  listParts,
  uploadPart,
} from './operations/multipart.ts'
import { defaultConfiguration, notConfigured, type Operation, ofObject } from './operations/not-configured.ts'
import { getObjectAttributes } from './operations/object-attributes.ts'
import { putObject } from './operations/put-object.ts'
import { S3Error } from './protocol/errors.ts'
import { type Context, header } from './request/context.ts'

const bucketOperations: Record<string, Operation> = {
  GET: listObjects,
  HEAD: headBucket,
  PUT: createBucket,
  DELETE: deleteBucket,
  'GET acl': privateAcl,
  'GET accelerate': defaultConfiguration('AccelerateConfiguration'),
  'GET cors': getBucketCors,
  'PUT cors': putBucketCors,
  'DELETE cors': deleteBucketCors,
  'POST delete': deleteObjects,
  'GET encryption': notConfigured('ServerSideEncryptionConfigurationNotFoundError'),
  'GET lifecycle': notConfigured('NoSuchLifecycleConfiguration'),
  'GET location': getBucketLocation,
  'GET logging': defaultConfiguration('BucketLoggingStatus'),
  'GET notification': defaultConfiguration('NotificationConfiguration'),
  'GET object-lock': notConfigured('ObjectLockConfigurationNotFoundError'),
  'GET ownershipControls': notConfigured('OwnershipControlsNotFoundError'),
  'GET policy': notConfigured('NoSuchBucketPolicy'),
  'GET policyStatus': notConfigured('NoSuchBucketPolicy'),
  'GET publicAccessBlock': notConfigured('NoSuchPublicAccessBlockConfiguration'),
  'GET replication': notConfigured('ReplicationConfigurationNotFoundError'),
  'GET requestPayment': defaultConfiguration('RequestPaymentConfiguration', '<Payer>BucketOwner</Payer>'),
  'GET tagging': notConfigured('NoSuchTagSet'),
  'GET uploads': listMultipartUploads,
  'GET versioning': defaultConfiguration('VersioningConfiguration'),
  'GET website': notConfigured('NoSuchWebsiteConfiguration'),
}

const objectOperations: Record<string, Operation> = {
  GET: getObject,
  HEAD: getObject,
  PUT: context =>
    header(context, 'x-amz-copy-source') === undefined ? putObject(context) : copyObject(context),
  DELETE: deleteObject,
  'GET acl': ofObject(privateAcl),
  'GET attributes': getObjectAttributes,
  'GET legal-hold': ofObject(notConfigured('NoSuchObjectLockConfiguration')),
  'GET retention': ofObject(notConfigured('NoSuchObjectLockConfiguration')),
  'GET tagging': ofObject(defaultConfiguration('Tagging', '<TagSet></TagSet>')),
  'POST uploads': createMultipartUpload,
  'GET uploadId': listParts,
  'PUT uploadId': context =>
    header(context, 'x-amz-copy-source') === undefined ? uploadPart(context) : uploadPartCopy(context),
  'POST uploadId': completeMultipartUpload,
  'DELETE uploadId': abortMultipartUpload,
}

/** Query parameters that select another operation than the method alone. */
const bucketSubresources = [
  ...['accelerate', 'acl', 'analytics', 'cors', 'delete', 'encryption', 'intelligent-tiering', 'inventory'],
  ...['lifecycle', 'location', 'logging', 'metadataTable', 'metrics', 'notification', 'object-lock'],
  ...['ownershipControls', 'policy', 'policyStatus', 'publicAccessBlock', 'replication', 'requestPayment'],
  ...['session', 'tagging', 'uploads', 'versioning', 'versions', 'website'],
]
const objectSubresources = [
  ...[
    'acl',
    'attributes',
    'legal-hold',
    'restore',
    'retention',
    'select',
    'tagging',
    'torrent',
    'uploadId',
    'uploads',
  ],
]

/**
 * Runs the operation that a verified request asks for.
 * @throws S3Error NotImplemented for S3's operations that the engine lacks; MethodNotAllowed otherwise
 */
export const dispatch = (context: Context): void | Promise<void> => {
  const { method, bucket, key, query } = context
  if (bucket === '') {
    if (method === 'GET') return listBuckets(context)
    throw new S3Error('MethodNotAllowed')
  }
  const subresources = key === '' ? bucketSubresources : objectSubresources
  const subresource = subresources.find(name => query.has(name))
  const operations = key === '' ? bucketOperations : objectOperations
  const operation = operations[subresource === undefined ? method : `${method} ${subresource}`]
  if (operation) return operation(context)
  if (subresource !== undefined || method === 'POST') throw new S3Error('NotImplemented')
  throw new S3Error('MethodNotAllowed')
}
