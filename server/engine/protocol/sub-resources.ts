/** Query parameters that select another operation than the method alone. */
export const bucketSubresources = [
  ...['abac', 'accelerate', 'acl', 'analytics', 'cors', 'delete', 'encryption', 'intelligent-tiering'],
  ...['inventory', 'lifecycle', 'location', 'logging', 'metadataConfiguration', 'metadataInventoryTable'],
  ...['metadataJournalTable', 'metadataTable', 'metrics', 'notification', 'object-lock', 'ownershipControls'],
  ...['policy', 'policyStatus', 'publicAccessBlock', 'replication', 'requestPayment', 'session', 'tagging'],
  ...['uploads', 'versioning', 'versions', 'website'],
]

export const objectSubresources = [
  ...['acl', 'attributes', 'encryption', 'legal-hold', 'renameObject', 'restore', 'retention', 'select'],
  ...['tagging', 'torrent', 'uploadId', 'uploads'],
]
