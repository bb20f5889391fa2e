/** The messages of the pages opened by links mailed to old and new addresses. */
export const messages = {
  'email.confirmTitle': 'Confirm your new email',
  'email.confirmLead': 'From then on you sign in with {newEmail} instead of {email}.',
  'email.password': 'Your {brand} password',
  'email.confirm': 'Confirm',
  'email.changedTitle': 'Your email was changed',
  'email.changedLead': 'You sign in with {newEmail} now.',
  'email.changedUndo': 'We notified {email}. The link in that email can undo the change for 7 days.',
  'email.continue': 'Continue to {brand}',
  'email.undoTitle': 'Undo the email change',
  'email.undoLead': 'You sign in with {newEmail} again instead of {email}, with a new password. Then:',
  'email.undoSessions': 'Everyone is signed out, on every device.',
  'email.undoPin': 'The PIN is removed. You choose a new one at the next sign-in.',
  'email.undoKeys': 'Sub-users, S3 keys and API clients that were created since the change stop working.',
  'email.undo': 'Undo the change',
  'email.undoneTitle': 'The change was undone',
  'email.undoneLead': 'You sign in with {newEmail} and your new password.',
  'email.undoneEnded': 'Created since the change, and ended:',
  'email.undoneSubUser': 'Sub-user {email}',
  'email.undoneKey': 'S3 key {name} of {user}',
  'email.undoneClient': 'API client {name} of {user}',
  'email.undoneCheck':
    'Also check what existed before the change: sub-users, keys, API clients, bucket permissions and where events are sent.',
  'email.undoneContinue': 'Go to sign-in',
  'email.confirmInvalid':
    'A link is valid for one hour and works once, and only the newest one is valid. You can request another one on your profile.',
  'email.undoInvalid':
    'A link is valid for 7 days and works once. If you can no longer sign in, ask the owner of your account or your provider.',
  'email.checkFailed': 'The link could not be checked',
} as const
