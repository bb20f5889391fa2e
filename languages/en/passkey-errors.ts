/** Failures of passkeys, which the sign-in page loads with them. */
export const passkeyErrors = {
  'error.PASSKEYS_UNAVAILABLE': 'Passkeys need https and a domain name, which this console does not have.',
  'error.PASSKEY_UNKNOWN':
    'This passkey is not known here: it may have been removed. Please use another way.',
  'error.PASSKEY_INVALID': 'The passkey could not be verified. Please try again.',
  'error.PASSKEY_TIMED_OUT': 'That took too long. Please try again.',
  'error.PASSKEY_CLONED':
    'This passkey was refused, because a copy of it seems to be in use. Please use another way, then remove it under Security.',
  'error.PASSKEY_REQUIRED': 'Please sign in with your passkey: your account requires it.',
  'error.PASSKEY_EXISTS': 'This passkey has already been added.',
} as const
