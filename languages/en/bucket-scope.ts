/** What a sub-user or a key is limited to. */
export const bucketScope = {
  'scope.title': 'Where it applies',
  'scope.off': 'All buckets',
  'scope.on': 'Limit to folders',
  'scope.help':
    'Nothing else is shown or reached, in the console and with keys, and no bucket is created or changed.',
  'scope.bucket': 'Bucket',
  'scope.folder': 'Folder',
  'scope.whole': 'Whole bucket',
  'scope.add': 'Add a folder',
  'scope.remove': 'Remove row {row}',
  'scope.row': 'Row {row}',
  'scope.nothing': 'Nothing is reached yet: add a folder.',
  'scope.mark': '{count, plural, =0 {Nothing} one {# folder} other {# folders}}',
  'scope.may.read': 'May read {folder} in {bucket}',
  'scope.may.write': 'May write to {folder} in {bucket}',
  'scope.may.read-write': 'May read and write {folder} in {bucket}',
  'scope.may.full-control': 'Has full control of files in {folder} in {bucket}',
  'scope.all.read': 'May read {bucket}',
  'scope.all.write': 'May write to {bucket}',
  'scope.all.read-write': 'May read and write {bucket}',
  'scope.all.full-control': 'Has full control of files in {bucket}',
  'error.SCOPE_TOO_LARGE':
    'The policy of a bucket has no room for these rights. Limit to fewer folders of it.',
  'issue.scope-folder': 'Enter a folder, such as photos/2024/.',
  'issue.scope-letters': 'A folder to limit to cannot have *, ? or $ in its path.',
  'issue.scope-too-long': 'The path of this folder is too long to limit to.',
} as const
