/** For questions while files are added. */
export const messages = {
  'files.conflictTitle':
    '{count, plural, one {“{name}” already exists} other {# of these names already exist}}',
  'files.duplicatesTitle':
    '{count, plural, one {Several of these files are called “{name}”} other {# names are each used by several of these files}}',
  'files.conflictDuplicates':
    'Some of the files you chose have the same name. Replace keeps the last one, Skip keeps the first, and Keep both adds numbers to the names.',
  'files.conflictFiles': 'Replacing a file deletes the one that is there now.',
  'files.conflictFilesKept': 'If you replace a file, the one there now is kept as a previous version.',
  'files.conflictFolders':
    'In folders this is about the files of the same name; the others are added. Keep both adds a second folder.',
  'files.conflictChanged':
    '“Only changed” leaves out files that are the same here and there, by size and content.',
  'files.conflictNotAllowed':
    'You cannot see which names are already in use. Files with the same name as yours will be replaced.',
  'files.conflictTooMany':
    'This folder has too many files to compare. Files with the same name as yours will be replaced.',
  'files.conflictNoAnswer': 'If you upload anyway, files with the same name as yours will be replaced.',
  'files.conflictUnknownTitle': 'Files may be replaced',
  'files.lookUpFailed': 'The names in use could not be checked',
  'files.checkingNames': 'Checking the names in {name}…',
  'files.uploadAnyway': 'Upload anyway',
  'files.replace': 'Replace',
  'files.replaceChanged': 'Only changed',
  'files.keepBoth': 'Keep both',
  'files.skip': 'Skip',
  'files.checkingSizes': 'Checking that there is room for your files…',
  'files.tooLittleSpace':
    '{count, plural, one {# file needs} other {# files need}} {needed}. Free space: {free}.',
  'files.spaceUnderWay': 'Another {size} is kept for uploads under way.',
  'files.someFit':
    '{fitting, plural, one {# of {count, number} files fits} other {# of {count, number} files fit}}. {others, plural, one {This one} other {These #}} would be skipped:',
  'files.noneFits':
    '{count, plural, one {} other {Not one of them fits. }}Delete files to make room, or ask your provider for a larger quota.',
  'files.uploadWhatFits': 'Upload what fits',
} as const
