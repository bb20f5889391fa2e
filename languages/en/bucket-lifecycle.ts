export const bucketLifecycle = {
  'issue.lifecycle-act-required': 'Choose at least one action for the rule',
  'issue.lifecycle-days': 'A whole number of days, 1 or more',
  'lifecycle.title': 'Lifecycle rules',
  'lifecycle.lead': 'Rules delete files automatically once they are old enough. They run every day.',
  'lifecycle.empty': 'No rules: files stay until someone deletes them.',
  'lifecycle.ofFolder':
    '{count, plural, =0 {No rule covers the folder “{folder}” yet.} one {# rule covers the folder “{folder}”. It is marked.} other {# rules cover the folder “{folder}”. They are marked.}}',
  'lifecycle.marked': 'Covers this folder',
  'lifecycle.add': 'Add rule',
  'lifecycle.edit': 'Edit',
  'lifecycle.remove': 'Remove',
  'lifecycle.new': 'New rule',
  'lifecycle.editing': 'Edit rule',
  'lifecycle.save': 'Save rule',
  'lifecycle.removeTitle': 'Remove this rule?',
  'lifecycle.removeDo': 'Remove rule',
  'lifecycle.deleteAll.title': 'Delete all files in “{bucket}” automatically?',
  'lifecycle.deleteAll.lead':
    'Every file is deleted {days, plural, one {# day} other {# days}} after it was uploaded, including files uploaded later.',
  'lifecycle.deleteAll.now':
    '{count, plural, one {The current file ({size}) is} other {All # current files ({size}) are}} deleted by then.',
  'lifecycle.deleteAll.do': 'Delete files automatically',
  'lifecycle.switch': 'On: {says}',
  'lifecycle.where': 'Applies to',
  'lifecycle.where.all': 'All files',
  'lifecycle.where.folder': 'One folder',
  'lifecycle.where.names': 'Names that begin with',
  'lifecycle.folder': 'Folder',
  'lifecycle.folder.help': 'Includes all its subfolders. For example logs/',
  'lifecycle.names': 'Beginning of the name',
  'lifecycle.does': 'What it does',
  'lifecycle.current_days.before': 'Delete files',
  'lifecycle.current_days.after': 'days after they were uploaded',
  'lifecycle.current_days.days': 'Days until files are deleted',
  'lifecycle.previous_days.before': 'Delete previous versions',
  'lifecycle.previous_days.after': 'days after they were replaced',
  'lifecycle.previous_days.days': 'Days until previous versions are deleted',
  'lifecycle.abort_days.before': 'Clean up unfinished uploads',
  'lifecycle.abort_days.after': 'days after they began',
  'lifecycle.abort_days.days': 'Days until unfinished uploads are cleaned up',
  'lifecycle.says.current_days':
    'Deletes {where, select, all {all files} folder {files in “{prefix}”} other {files whose names begin with “{prefix}”}} {days, plural, one {# day} other {# days}} after they were uploaded.',
  'lifecycle.says.previous_days':
    'Deletes previous versions {where, select, all {of all files} folder {in “{prefix}”} other {of files whose names begin with “{prefix}”}} {days, plural, one {# day} other {# days}} after they were replaced.',
  'lifecycle.says.abort_days':
    'Cleans up unfinished uploads {where, select, all {} folder {to “{prefix}” } other {whose names begin with “{prefix}” }}{days, plural, one {# day} other {# days}} after they began.',
  'lifecycle.says.other':
    'Applies to {where, select, all {all files} folder {files in “{prefix}”} other {files whose names begin with “{prefix}”}}.',
  'lifecycle.off': 'Off',
  'lifecycle.foreign': 'From another program',
  'lifecycle.foreign.help':
    'The form cannot show the whole rule, so you cannot edit it here. You can turn it off or remove it.',
  'lifecycle.other.tag': 'Only files with the tag “{text}”.',
  'lifecycle.other.larger': 'Only files larger than {size}.',
  'lifecycle.other.smaller': 'Only files smaller than {size}.',
  'lifecycle.other.date': 'Deletes files on {date}.',
  'lifecycle.other.marker': 'Removes delete markers that have no versions left.',
  'lifecycle.other.newer':
    'Keeps the newest {number, plural, one {previous version} other {# previous versions}}.',
  'lifecycle.other.transition-days':
    'Moves files to {text} after {number, plural, one {# day} other {# days}}.',
  'lifecycle.other.transition-date': 'Moves files to {text} on {date}.',
  'lifecycle.other.previous-transition':
    'Moves previous versions to {text} after {number, plural, one {# day} other {# days}}.',
  'lifecycle.other.unknown': 'Has an action that this console does not recognize.',
  'lifecycle.preview.counting': 'Counting what it would delete today…',
  'lifecycle.preview.failed': 'What it would delete today could not be counted.',
  'lifecycle.preview.nothing': 'Today it would delete nothing.',
  'lifecycle.preview.says': 'Today it would delete: {what}.',
  'lifecycle.preview.current': '{count, plural, one {# file} other {# files}} ({size})',
  'lifecycle.preview.previous':
    '{count, plural, one {# previous version} other {# previous versions}} ({size})',
  'lifecycle.preview.uploads': '{count, plural, one {# unfinished upload} other {# unfinished uploads}}',
  'lifecycle.preview.partly': 'Counted over the first {looked}; there are more.',
  'lifecycle.conflict.earlier':
    'Another rule comes first for {where, select, all {all files} other {“{prefix}”}}: after {days, plural, one {# day} other {# days}}.',
  'lifecycle.conflict.locked':
    'Object lock keeps each version for {days, plural, one {# day} other {# days}}; until then nothing is deleted.',
  'lifecycle.conflict.no-versions': 'Versions are off, so there are no previous versions to delete.',
  'lifecycle.conflict.kept':
    'Versions are on: the files become previous versions and keep taking up storage until a rule deletes those too.',
} as const
