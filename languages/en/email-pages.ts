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
  'email.undoKeys':
    'Sub-users, S3 keys and API clients that were created since the change stop working, and topics send no more events.',
  'email.undo': 'Undo the change',
  'email.undoneTitle': 'The change was undone',
  'email.undoneLead': 'You sign in with {newEmail} and your new password.',
  'email.undoneEnded': 'Created since the change, and ended:',
  'email.undoneSubUser': 'Sub-user {email}',
  'email.undoneKey': 'S3 key {name} of {user}',
  'email.undoneClient': 'API client {name} of {user}',
  'email.undoneTopic': 'Topic {name}',
  'email.undoneCheck':
    'Also check what existed before the change: sub-users, keys, API clients, bucket permissions and where events are sent.',
  'email.undoneContinue': 'Go to sign-in',
  'email.confirmInvalid':
    'A link is valid for one hour and works once, and only the newest one is valid. You can request another one on your profile.',
  'email.undoInvalid':
    'A link is valid for 7 days and works once. If you can no longer sign in, ask the owner of your account or your provider.',
  'email.addressTitle': 'Confirm your email address',
  'email.addressLead': 'The account {account} wants to send notifications to {email}.',
  'email.addressDoneTitle': 'Your email address is confirmed',
  'email.addressDone':
    'From now on {email} gets the notifications of the account {account}. Each has a link to unsubscribe.',
  'email.addressInvalid':
    'A link is valid for 7 days and works once, and only the newest one is valid. If you have confirmed already, there is nothing to do. Otherwise ask the owner of the account to send another one.',
  'email.unsubscribeTitle': 'Unsubscribe from notifications',
  'email.unsubscribeLead': 'The account {account} will send no more notifications to {email}.',
  'email.unsubscribe': 'Unsubscribe',
  'email.unsubscribedTitle': 'You have unsubscribed',
  'email.unsubscribedLead':
    'The account {account} sends no more notifications to {email}, unless you confirm the address again.',
  'email.unsubscribeInvalid':
    'The link is incomplete, or this address is no longer in a notification group of the account.',
  'email.checkFailed': 'The link could not be checked',
} as const
