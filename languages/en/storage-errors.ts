/** Messages of failures and issues that buckets and files have. */
export const storageErrors = {
  'error.CONFIRM_REQUIRED': 'Please confirm!',
  'error.BUCKET_NOT_FOUND': 'This bucket does not exist.',
  'error.BUCKET_EXISTS': 'Bucket name had use by other user!',
  'error.BUCKET_IS_YOURS': 'You already have a bucket with this name.',
  'error.BUCKET_NOT_EMPTY': 'Bucket not empty. Please check again!',
  'error.OBJECT_NOT_FOUND': 'This file does not exist.',
  'error.OBJECT_CHANGED': 'This file has changed in the meantime. Open it again to see how it is now.',
  'error.UPLOAD_NOT_FOUND': 'This upload no longer exists.',
  'error.INVALID_PARTS': 'The parts received do not make up the complete file.',
  'error.FILE_TOO_LARGE': 'The file must be smaller than 5 GB.',
  'issue.bucket-name-length': '3 to 63 characters',
  'issue.bucket-name-characters': 'Lowercase letters, digits, hyphens and periods only',
  'issue.bucket-name-labels': 'Each part between periods starts and ends with a letter or a digit',
  'issue.bucket-name-address': 'Must not be in the form of an IP address',
  'issue.folder-name-slash': 'A folder name cannot contain a slash',
  'issue.folder-name-dots': '“.” and “..” stand for this folder and the one above. Use another name.',
  'issue.folder-name-spaces': 'A folder name cannot begin or end with a space',
  'issue.folder-name-hidden':
    'The name contains characters that cannot be seen. Type it instead of pasting it.',
  'issue.key-too-long': 'The name is too long: the whole path can be at most 1,024 bytes',
  'issue.key-not-unicode': 'The name contains characters that cannot be stored',
} as const
