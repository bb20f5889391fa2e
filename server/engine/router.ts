import { sendXml } from './answers.ts'
import { type Context, header, ownBucket, requireLevel } from './context.ts'
import { type S3Code, S3Error } from './errors.ts'
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
import { findObject, getObject } from './operations/get-object.ts'
import { listObjects } from './operations/list-objects.ts'
import {
  abortMultipartUpload,
  createMultipartUpload,
  listMultipartUploads,
  listParts,
  uploadPart,
} from './operations/multipart.ts'
import { getObjectAttributes } from './operations/object-attributes.ts'
import { putObject } from './operations/put-object.ts'
import { document } from './xml.ts'

type Operation = (context: Context) => void | Promise<void>

/** Answers as S3 does for a bucket that has no such configuration. */
const without =
  (code: S3Code): Operation =>
  context => {
    requireLevel(context, 'read')
    ownBucket(context)
    throw new S3Error(code)
  }

const fixed =
  (root: string, inner = ''): Operation =>
  context => {
    requireLevel(context, 'read')
    ownBucket(context)
    sendXml(context, 200, document(root, inner))
  }

const ofObject =
  (answer: Operation): Operation =>
  context => {
    requireLevel(context, 'read')
    findObject(context, ownBucket(context))
    return answer(context)
  }

const bucketOperations: Record<string, Operation> = {
  GET: listObjects,
  HEAD: headBucket,
  PUT: createBucket,
  DELETE: deleteBucket,
  'GET acl': privateAcl,
  'GET accelerate': fixed('AccelerateConfiguration'),
  'GET cors': getBucketCors,
  'PUT cors': putBucketCors,
  'DELETE cors': deleteBucketCors,
  'POST delete': deleteObjects,
  'GET encryption': without('ServerSideEncryptionConfigurationNotFoundError'),
  'GET lifecycle': without('NoSuchLifecycleConfiguration'),
  'GET location': getBucketLocation,
  'GET logging': fixed('BucketLoggingStatus'),
  'GET notification': fixed('NotificationConfiguration'),
  'GET object-lock': without('ObjectLockConfigurationNotFoundError'),
  'GET ownershipControls': without('OwnershipControlsNotFoundError'),
  'GET policy': without('NoSuchBucketPolicy'),
  'GET policyStatus': without('NoSuchBucketPolicy'),
  'GET publicAccessBlock': without('NoSuchPublicAccessBlockConfiguration'),
  'GET replication': without('ReplicationConfigurationNotFoundError'),
  'GET requestPayment': fixed('RequestPaymentConfiguration', '<Payer>BucketOwner</Payer>'),
  'GET tagging': without('NoSuchTagSet'),
  'GET uploads': listMultipartUploads,
  'GET versioning': fixed('VersioningConfiguration'),
  'GET website': without('NoSuchWebsiteConfiguration'),
}

const objectOperations: Record<string, Operation> = {
  GET: getObject,
  HEAD: getObject,
  PUT: context =>
    header(context, 'x-amz-copy-source') === undefined ? putObject(context) : copyObject(context),
  DELETE: deleteObject,
  'GET acl': ofObject(privateAcl),
  'GET attributes': getObjectAttributes,
  'GET legal-hold': ofObject(without('NoSuchObjectLockConfiguration')),
  'GET retention': ofObject(without('NoSuchObjectLockConfiguration')),
  'GET tagging': ofObject(fixed('Tagging', '<TagSet></TagSet>')),
  'POST uploads': createMultipartUpload,
  'GET uploadId': listParts,
  'PUT uploadId': context =>
    header(context, 'x-amz-copy-source') === undefined ? uploadPart(context) : uploadPartCopy(context),
  'POST uploadId': completeMultipartUpload,
  'DELETE uploadId': abortMultipartUpload,
}

/** Query parameters that choose another operation than the method alone. */
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
 * @throws S3Error NotImplemented for what S3 has and the engine has not; MethodNotAllowed otherwise
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
