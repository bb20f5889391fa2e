/** Emptying and deleting a bucket, and the jobs that do it. */
export const bucketJobs = {
  'contents.counting': 'Counting the bucket’s contents…',
  'contents.holds':
    'It contains {more, select, yes {more than } other {}}{files, plural, one {# file} other {# files}} ({size}){versions, plural, =0 {} one {, # previous version} other {, # previous versions}}{uploads, plural, =0 {} one {, # unfinished upload} other {, # unfinished uploads}}.',
  'contents.empty': 'The bucket is empty.',
  'contents.allGoes': 'Everything in it will be permanently deleted.',
  'contents.unknown': 'Its contents could not be counted. Everything in it will be permanently deleted.',
  'contents.lock': 'Versions in compliance mode or under a legal hold stay until their lock ends.',
  'contents.bypass': 'Also delete versions locked in governance mode',
  'contents.deleteTitle': 'Delete {name} and everything in it?',
  'contents.deleteDo': 'Empty and delete',
  'format.title': 'Delete all data in {name}?',
  'format.lead': 'The bucket itself and its settings stay.',
  'format.name': 'Type {name} to confirm',
  'format.do': 'Delete all data',
  'jobs.tray': 'Jobs',
  'jobs.close': 'Close the message about {bucket}',
  'jobs.empty-bucket.live': 'Deleting all data in {bucket}',
  'jobs.empty-bucket.done': 'All data in {bucket} is deleted',
  'jobs.empty-bucket.stayed': 'Some data in {bucket} could not be deleted',
  'jobs.empty-bucket.failed': 'Deleting all data in {bucket} did not finish',
  'jobs.empty-bucket.cancelled': 'Stopped deleting all data in {bucket}',
  'jobs.delete-bucket.live': 'Deleting {bucket} and everything in it',
  'jobs.delete-bucket.done': '{bucket} is deleted',
  'jobs.delete-bucket.stayed': '{bucket} is deleted',
  'jobs.delete-bucket.failed': '{bucket} could not be deleted',
  'jobs.delete-bucket.cancelled': 'Stopped deleting {bucket} and everything in it',
  'jobs.abort-uploads.live': 'Cleaning up unfinished uploads in {bucket}',
  'jobs.abort-uploads.done': 'Unfinished uploads in {bucket} are cleaned up',
  'jobs.abort-uploads.stayed': 'Some unfinished uploads in {bucket} could not be cleaned up',
  'jobs.abort-uploads.failed': 'Cleaning up unfinished uploads in {bucket} did not finish',
  'jobs.abort-uploads.cancelled': 'Stopped cleaning up unfinished uploads in {bucket}',
  'jobs.copy-objects.live': 'Copying {several, select, yes {files} other {{name}}} from {bucket} to {target}',
  'jobs.copy-objects.done':
    '{several, select, yes {Files were copied} other {{name} was copied}} from {bucket} to {target}',
  'jobs.copy-objects.stayed':
    '{several, select, yes {Not all files were copied} other {{name} was not copied completely}} from {bucket} to {target}',
  'jobs.copy-objects.failed':
    'Copying {several, select, yes {files} other {{name}}} from {bucket} to {target} did not finish',
  'jobs.copy-objects.cancelled':
    'Stopped copying {several, select, yes {files} other {{name}}} from {bucket} to {target}',
  'jobs.move-objects.live': 'Moving {several, select, yes {files} other {{name}}} from {bucket} to {target}',
  'jobs.move-objects.done':
    '{several, select, yes {Files were moved} other {{name} was moved}} from {bucket} to {target}',
  'jobs.move-objects.stayed':
    '{several, select, yes {Not all files were moved} other {{name} was not moved completely}} from {bucket} to {target}',
  'jobs.move-objects.failed':
    'Moving {several, select, yes {files} other {{name}}} from {bucket} to {target} did not finish',
  'jobs.move-objects.cancelled':
    'Stopped moving {several, select, yes {files} other {{name}}} from {bucket} to {target}',
  'jobs.rename-folder.live': 'Renaming {name} to {target}',
  'jobs.rename-folder.done': '{name} is now {target}',
  'jobs.rename-folder.stayed': 'Not everything in {name} was moved to {target}',
  'jobs.rename-folder.failed': 'Renaming {name} to {target} did not finish',
  'jobs.rename-folder.cancelled': 'Stopped renaming {name} to {target}',
  'jobs.delete-objects.live': '{several, select, yes {Deleting files in {bucket}} other {Deleting {name}}}',
  'jobs.delete-objects.done':
    '{several, select, yes {Files in {bucket} are deleted} other {{name} is deleted}}',
  'jobs.delete-objects.stayed': 'Some files in {name} could not be deleted',
  'jobs.delete-objects.failed':
    '{several, select, yes {Deleting files in {bucket} did not finish} other {Deleting {name} did not finish}}',
  'jobs.delete-objects.cancelled':
    'Stopped deleting {several, select, yes {files in {bucket}} other {{name}}}',
  'jobs.change-acl.live':
    'Making {several, select, yes {files in {bucket}} other {{name}}} {acl, select, public {public} private {private} other {public or private}}',
  'jobs.change-acl.done':
    '{several, select, yes {Files in {bucket} are} other {{name} is}} {acl, select, public {public now} private {private now} other {changed}}',
  'jobs.change-acl.stayed':
    'Some files in {name} could not be made {acl, select, public {public} private {private} other {public or private}}',
  'jobs.change-acl.failed':
    'Making {several, select, yes {files in {bucket}} other {{name}}} {acl, select, public {public} private {private} other {public or private}} did not finish',
  'jobs.change-acl.cancelled':
    'Stopped making {several, select, yes {files in {bucket}} other {{name}}} {acl, select, public {public} private {private} other {public or private}}',
  'jobs.queued': 'Waiting to start',
  'jobs.counting': 'Counting…',
  'jobs.progress': '{done, number} of {total, number}',
  'jobs.speed': '{speed, number}/s',
  'jobs.live': '{count, plural, one {# job running} other {# jobs running}}',
  'jobs.ended': '{count, plural, one {# job finished} other {# jobs finished}}',
  'jobs.clear': 'Clear finished',
  'jobs.fold': 'Collapse',
  'jobs.unfold': 'Expand',
  'jobs.progressOpen': '{done, number} done',
  'jobs.result':
    '{done, plural, one {# {act, select, upload {upload} other {file}}} other {# {act, select, upload {uploads} other {files}}}}{act, select, copy { copied} move { moved} change {} other { deleted}}{failed, plural, =0 {} other {, # failed}}{skipped, plural, =0 {} other {, # skipped}}.',
  'jobs.stays': 'The bucket was kept because some of its contents could not be deleted.',
  'jobs.refilled': 'The bucket was kept because new files were added while it was being emptied.',
  'jobs.cancelling': 'Stopping…',
  'jobs.lost': 'Connection lost. The job continues on the server.',
  'jobs.why': 'Show what failed',
  'jobs.hideWhy': 'Hide what failed',
  'jobs.failures': 'What failed, and why',
  'jobs.moreFailures': 'And {count, number} more.',
  'jobs.targetMoves': 'Its target still had to be copied or moved itself. Try again to finish.',
  'jobs.lock.compliance': 'Locked in compliance mode until {until}',
  'jobs.lock.governance': 'Locked in governance mode until {until}',
  'jobs.lock.legal-hold': 'Under a legal hold',
  'error.NAME_MISMATCH': 'Not match',
  'error.CLIENT_GONE': 'The API client that started this has been deleted or has expired.',
  'error.BUCKET_REPLACED':
    'The bucket was deleted and created again. This job was for the earlier bucket, so nothing in the new one was changed.',
  'error.JOB_RUNNING': 'This is already in progress.',
  'error.TARGET_BUCKET_NOT_FOUND': 'The target bucket does not exist, or is not yours.',
  'error.TARGET_EXISTS': 'A file or folder with this name already exists there.',
  'error.TARGET_INSIDE_SOURCE': 'The target is the folder itself, or inside it. Choose another one.',
  'error.KEY_TOO_LONG': 'Its full path would be longer than 1,024 bytes.',
  'error.NOTHING_TO_RETRY': 'There is nothing left to retry.',
} as const
