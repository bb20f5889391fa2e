/** Dialogs about files and folders. */
export const fileActs = {
  'files.renameTitle': 'Rename {name}',
  'files.renameFolderLead':
    'Everything in the folder is moved to its new name. This goes on in the background.',
  'files.newName': 'New name',
  'files.renamed': 'Rename Successful!',
  'files.linkTitle': 'Generate a link to {name}',
} as const
