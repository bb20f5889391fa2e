/** Dialogs about files and folders. */
export const fileActs = {
  'files.renameTitle': 'Rename {name}',
  'files.renameFolderLead':
    'Everything in the folder is moved to its new name. This goes on in the background.',
  'files.newName': 'New name',
  'files.renamed': 'Rename Successful!',
  'files.linkTitle': 'Generate a link to {name}',
  'files.public.title': 'Make {count, plural, one {{name}} other {# items}} public?',
  'files.public.until': 'They can download it until it is made private, replaced or deleted.',
  'files.public.many': 'They can download each chosen file until it is made private, replaced or deleted.',
  'files.public.folders':
    'Of folders this is every file in them and in the folders below now, not those added later.',
  'files.public.below': 'Below this address:',
  'files.private.title': 'Make {count, plural, one {{name}} other {# items}} private?',
  'files.private.lead': 'It can no longer be downloaded without signing in.',
  'files.private.manyLead': 'They can no longer be downloaded without signing in.',
  'files.private.links':
    'Websites that show it will no longer do so. Links that were generated work until they expire.',
  'files.private.stays': 'The policy of the bucket keeps files open to everyone: {names}. Change it there:',
  'files.private.bucketStays':
    'The bucket is public, so its files stay open to everyone. Make the bucket private there:',
  'files.madePublic': '{name} is public',
  'files.madePrivate': '{name} is private',
  'files.staysPublic': '{name} is still open to everyone by the settings of its bucket.',
} as const
