/** For the panel of uploads, which comes with the first upload. */
export const messages = {
  'uploads.showFiles': 'Show the files of {name}',
  'uploads.hideFiles': 'Hide the files of {name}',
  'uploads.filesFailed': '{count, plural, one {# file} other {# files}}: {reason}',
  'uploads.folder.queued': 'Waiting',
  'uploads.folder.pausing': 'Pausing',
  'uploads.folder.paused': 'Paused',
  'uploads.folder.uploaded': '{count, plural, one {# file uploaded} other {# files uploaded}}',
  'uploads.cancelFolderTitle': 'Cancel uploading “{name}”?',
  'uploads.cancelFolder': 'Cancel upload',
  'uploads.tellWhenDone': 'Tell me when it is done',
} as const
