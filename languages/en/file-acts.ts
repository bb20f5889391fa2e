/** Dialogs about files and folders. */
export const fileActs = {
  'files.renameTitle': 'Rename {name}',
  'files.renameFolderLead': 'Everything in the folder is moved to the new name in the background.',
  'files.newName': 'New name',
  'files.renamed': 'Rename Successful!',
  'files.undo': 'Undo',
  'files.undoGone': 'This can no longer be undone.',
  'files.linkTitle': 'Generate a link to {name}',
  'files.public.title': 'Make {count, plural, one {{name}} other {# items}} public?',
  'files.public.until': 'They can download it until it is made private, replaced or deleted.',
  'files.public.many': 'They can download each chosen file until it is made private, replaced or deleted.',
  'files.public.folders':
    'For folders, this covers every file now in them and their subfolders, not files added later.',
  'files.public.folder':
    'They can download every file now in it and its subfolders, until it is made private, replaced or deleted. Files added later are not included.',
  'files.public.below': 'Below this address:',
  'files.private.title': 'Make {count, plural, one {{name}} other {# items}} private?',
  'files.private.lead': 'It can no longer be downloaded without signing in.',
  'files.private.manyLead': 'They can no longer be downloaded without signing in.',
  'files.private.folderLead':
    'The files now in it and its subfolders can no longer be downloaded without signing in.',
  'files.private.versions':
    'Only the current version changes. An earlier one that is public can still be downloaded by its version ID.',
  'files.private.links':
    'Websites that use it will no longer show it. Generated links work until they expire.',
  'files.private.stays': 'The policy of the bucket keeps files open to everyone: {names}. Change it there:',
  'files.private.bucketStays':
    'The bucket is public, so its files stay open to everyone. Make the bucket private there:',
  'files.madePublic': '{name} is public',
  'files.madePrivate': '{name} is private',
  'files.staysPublic': '{name} is still open to everyone by the settings of its bucket.',
  'files.charset.title': 'Fix garbled text in {count, plural, one {{name}} other {# files}}?',
  'files.charset.lead':
    'Browsers garble Vietnamese letters if a file’s Content-Type states no encoding. This reads the start of each text and adds its encoding: UTF-8 or UTF-16.',
  'files.charset.left':
    'Files that are not text, already state an encoding or use another one are left unchanged.',
  'files.charset.versions': 'This bucket keeps versions: each changed file gets a new one.',
  'files.charset.do': 'Fix text',
  'files.charset.done':
    '{set, plural, =0 {No encoding was added.} one {Encoding added to # file.} other {Encoding added to # files.}}{left, plural, =0 {} one { # file left unchanged.} other { # files left unchanged.}}{failed, plural, =0 {} one { # file could not be changed.} other { # files could not be changed.}}',
  'files.copyTitle': 'Copy {count, plural, =1 {{name}} other {# items}}',
  'files.moveTitle': 'Move {count, plural, =1 {{name}} other {# items}}',
  'files.copyLead':
    'Choose a folder in any bucket, or type its path. A folder that does not exist is created.',
  'files.target': 'To',
  'files.targetHint': 'bucket/folder/',
  'files.existing': 'If a name is taken',
  'files.existing.keep-both': 'Keep both, under a new name',
  'files.existing.replace': 'Replace the existing file',
  'files.existing.skip': 'Skip the file',
  'files.copy': 'Copy',
  'files.move': 'Move',
  'files.copied': 'Copy Successful!',
  'files.moved': 'Move Successful!',
  'files.copySkipped': 'The name is already taken there. Nothing was changed.',
  'issue.target-out-of-reach': 'Your access is limited to other folders. Choose one of them.',
} as const
