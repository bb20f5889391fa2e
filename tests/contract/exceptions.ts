/** Codes that are answered in one place for all operations, with the reason why few of them are seen. */
export const general: Record<string, string> = {
  UNKNOWN_ERROR: 'a fault: no test brings it about',
  DATABASE_UNAVAILABLE: 'server/errors/problem-of.ts; tests/server/processes.test.ts in the group faults',
  NOT_ENOUGH_STORAGE: 'server/http/routes.ts; tests/server/full-disk.test.ts in the group faults',
}

/** Codes with which one gate answers for many operations, and that are seen at some of them. */
export const gates: Record<string, string> = {
  INVALID_REQUEST: 'server/contract/validate.ts, called by server/http/routes.ts',
  TOO_MANY_REQUESTS: 'server/http/call-rate.ts',
  PERMISSION_DENIED: 'server/http/access.ts; tests/server/rule-table.test.ts has who may call what',
  ACCESS_DENIED: 'server/errors/storage-error.ts',
  BUCKET_NOT_FOUND: 'server/errors/storage-error.ts',
  STORAGE_UNAVAILABLE: 'server/errors/storage-error.ts',
}

/** Codes of operations that no test of the server sees, by the reason. */
export const exceptions: Record<string, Record<string, string>> = {
  'server/operations/notification-addresses.ts mails every link that confirms: seen at createNotificationGroup':
    {
      MAIL_FAILED: 'changeNotificationGroup sendAddressConfirmation',
    },
  'server/jobs/user-jobs.ts starts jobs of every kind: seen at formatBucket and abortUploads': {
    JOB_RUNNING:
      'abortUploads deleteBucket deleteFolder deleteSelection moveObjects putObjectAcls renameObject retryJob undoAct',
    LIMIT_REACHED:
      'copyObjects deleteBucket deleteFolder deleteSelection formatBucket moveObjects putObjectAcls renameObject retryJob undoAct',
  },
  'one function copies, moves and renames: seen at another of the three': {
    KEY_TOO_LONG: 'moveObjects renameObject',
    TARGET_BUCKET_NOT_FOUND: 'moveObjects renameObject',
    TARGET_EXISTS: 'moveObjects',
    TARGET_INSIDE_SOURCE: 'copyObjects renameObject',
    OBJECT_CHANGED: 'copyObjects renameObject restoreObjectVersion',
  },
  'server/storage/revisions.ts compares revisions for all settings of an object': {
    OBJECT_CHANGED: 'deleteObjectTags putObjectLegalHold',
  },
  'server/operations/confirm-identity.ts compares every PIN: seen at confirmIdentity': {
    PIN_BLOCKED: 'changeMethodPin deleteBucket',
    PIN_REQUIRED: 'changeMethodPin',
  },
  'server/storage-admin/bucket-grants.ts counts all folders: seen at changeSubUser': {
    SCOPE_TOO_LARGE: 'changeAccessKey changeSubUserGroup createAccessKey createSubUser createSubUserGroup',
  },
  'Ceph RGW alone refuses it: tests/server/rights-taken.test.ts in the group storages': {
    POLICY_REFUSED: 'changeAccessKey changeSubUser changeSubUserGroup createAccessKey',
  },
  'a storage that reports no changes: tests/server/scopes.test.ts in the group storages': {
    NOT_SUPPORTED: 'watchObjects',
  },
  'the capabilities of the storage, asked as at createAccessKey and createAccount': {
    NOT_SUPPORTED: 'applyAccount changeAccessKey changeAccount deleteAccessKey',
  },
  'a storage without the call, which none of the tests is: server/errors/storage-error.ts': {
    NOT_SUPPORTED:
      'changeObjectDetails deleteBucketLifecycle getBucketLifecycle getBucketQuota getBucketVersioning previewBucketLifecycle putBucketLifecycle putBucketQuota putBucketVersioning putObjectLegalHold restoreObjectVersion',
    LIMIT_REACHED: 'createBucket',
  },
  'what the storage says to a completion: server/errors/storage-error.ts': {
    FILE_TOO_LARGE: 'completeUpload',
    INVALID_PARTS: 'completeUpload',
  },
  'needs an archive of a million files, or a policy of 20 KiB': {
    LIMIT_REACHED: 'createZip putBucketAcl',
  },
  'both steps of a sign-in end in server/auth/begin-session.ts: seen at login': {
    ACCOUNT_EXPIRED: 'verifyTwoStep',
    INVALID_CREDENTIALS: 'verifyTwoStep signInByPasskey completeSso',
  },
  'the policy is read as by putBucketPolicy': { INVALID_POLICY: 'simulateBucketPolicy' },
  'one handler serves both paths: seen at createSubUser': {
    USER_TAKEN: 'createUser',
    EMAIL_TAKEN: 'createUser',
    LIMIT_REACHED: 'createUser',
    BUCKET_NOT_FOUND: 'createUser',
    SCOPE_TOO_LARGE: 'createUser',
    USER_NOT_FOUND: 'createUser',
    MAIL_FAILED: 'createUser',
    GROUP_NOT_FOUND: 'createUser',
    RIGHTS_OF_GROUP: 'createUser',
  },
  'the caller is deleted during the call': {
    USER_NOT_FOUND: 'createAccount createSubUser',
    UNAUTHORIZED: 'verifyTwoStep',
  },
}
