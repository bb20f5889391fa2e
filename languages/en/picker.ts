/** The choice of a file, or of a folder. */
export const picker = {
  'picker.show': 'Show the list',
  'picker.hide': 'Hide the list',
  'picker.list': 'Files and folders',
  'picker.up': 'Up one folder',
  'picker.empty': 'Nothing in this folder.',
  'picker.none': 'Nothing here is called “{search}”.',
  'picker.more': 'The first {count, number} are shown. Type to find the others.',
  'picker.found': '{count, plural, one {# entry} other {# entries}}',
  'picker.failed': 'The list could not be loaded.',
  'picker.tree': 'Buckets and folders',
  'picker.cut': 'There are more: type the path to find them.',
} as const
