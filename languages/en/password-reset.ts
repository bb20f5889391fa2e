/** For the links of a reset and of an invitation, beside those of sign-in. */
export const messages = {
  'auth.forgotLead': 'Enter the email you sign in with. We will send you a link to set a new password.',
  'auth.sendLink': 'Send link',
  'auth.sentTitle': 'Email sent, please check your inbox',
  'auth.sentLead': 'If there is an account for {email}, we have sent a link to that address.',
  'auth.sentInbox': 'It should arrive within a few minutes. Check your spam folder too.',
  'auth.sentOnce': 'The link is valid for one hour and works once. Only the newest link works.',
  'auth.sendAgain': 'Send again',
  'auth.sendAgainLater':
    'You can request another email in {seconds, plural, one {# second} other {# seconds}}.',
  'auth.otherAddress': 'Use another email',
  'auth.resetTitle': 'Set a new password',
  'auth.resetLead': 'You will be signed out everywhere. Sign in again with the new password.',
  'auth.invitedTitle': 'Welcome to {brand}',
  'auth.invitedLead':
    'Choose your password. You then sign in with it and the email address that the invitation was sent to.',
  'auth.invitationInvalidLead':
    'An invitation is valid for seven days and works once, and only the newest one is valid. Ask for another one, or have a link sent to the invited email address.',
  'auth.setPassword': 'Set password',
  'auth.linkInvalidLead': 'A link is valid for one hour and works once, and only the newest one is valid.',
  'auth.requestAgain': 'Request a new link',
} as const
