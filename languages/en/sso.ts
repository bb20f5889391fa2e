/** The messages of a sign-in at an OpenID provider. */
export const messages = {
  'error.SSO_TIMED_OUT':
    'The sign-in took more than ten minutes, was begun in another browser, or has been used. Please start again.',
  'error.SSO_CANCELLED': 'Your organization did not sign you in. Start again, or ask its administrator.',
  'error.SSO_INVALID':
    'The answer of your organization’s sign-in does not belong to this sign-in. Please start again.',
  'error.SSO_UNAVAILABLE': 'Your organization’s sign-in is not responding. Please try again in a moment.',
  'error.SSO_NO_RULE':
    'No rule lets you in here. Ask the administrator of this service to give you access, and name the request.',
  'error.SSO_CLAIMS_MISSING':
    'Your organization did not send what the rules look at, such as your groups. Ask its administrator, and name the request.',
  'error.SSO_EMAIL_UNVERIFIED':
    'Your organization did not send a verified email address. Have your address verified there, and start again.',
  'error.SSO_OTHER_USER':
    'The rules give you another account or role than the user with your address has here. Ask the administrator of this service, and name the request.',
  'error.SSO_SUBJECT_CHANGED':
    'The user with your address signs in as another person of your organization. Ask the administrator of this service, and name the request.',
  'error.SSO_RIGHTS_FAILED':
    'The rights of your rule could not be given. Ask the administrator of this service, and name the request.',
  'error.SSO_REQUIRED':
    'Your account requires that you sign in with your organization, by its button on the sign-in page. If there is none, ask the administrator of this service.',
  'error.SSO_NOT_FRESH':
    'Your organization did not ask you to sign in again, or did not say when you did. Start again; if this stays, ask the administrator of this service, and name the request.',
  'error.SSO_OTHER_PERSON':
    'At your organization you signed in as another person than the one who is signed in here. Start again, and sign in there as yourself.',
  'sso.with': 'Sign in with {name}',
  'sso.or': 'or',
  'sso.away':
    'This leads to your organization and back to this page. Uploads can continue then; what you have typed here is lost.',
  'sso.linkTitle': 'Link your account',
  'sso.linkLead':
    '{email} has an account here with a password. Enter it once: from then on {name} signs you in.',
  'sso.link': 'Link and sign in',
  'sso.codeLead': 'Enter the code that your authenticator app shows, or one of your recovery codes.',
  'sso.code': 'Code',
  'sso.refusedTitle': 'You are not signed in',
  'sso.again': 'Sign in again with {name}',
  'sso.confirmLead':
    'A new sign-in at your organization confirms that it is you. Then you will not be asked again for a few minutes.',
  'sso.confirmAway':
    'This leads to your organization and back to this page, where you choose the same once more. Uploads can continue then; what you have typed here is lost.',
  'sso.signedInAgain': 'You have signed in again: that confirms it.',
  'sso.confirmed.toast': 'Confirmed. Choose once more what you were about to do.',
  'sso.notConfirmedTitle': 'You are not confirmed',
} as const
