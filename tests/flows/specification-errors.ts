import type { Statement } from './support/statement.ts'

const bucketDialogs = 'tests/src/bucket-dialogs.test.tsx'
const subUsers = 'tests/src/sub-users.test.tsx'
const fileJob = 'tests/browser/support/file-job.ts'

/** Section 8: messages of the server, of success, and of the console itself. */
export const errors: Statement[] = [
  {
    says: 'Invalid credentials;',
    code: 'INVALID_CREDENTIALS',
    shows: { authenticate: ['password.submitting: xstate.done.actor.signIn [4] → password.editing'] },
  },
  {
    says: 'User does not exists!;',
    code: 'USER_NOT_FOUND',
    elsewhere: ['tests/server/people.test.ts', subUsers],
    differs: {
      why: 'nobody who is not signed in is told, as strangers could find out who is a user',
      see: [
        'docs/decisions.md',
        'A password request writes the same sealed row for known and unknown addresses',
      ],
    },
  },
  {
    says: 'INVALID TOKEN (check your mail);',
    code: 'INVALID_TOKEN',
    shows: {
      'password-reset': [
        'checking: xstate.done.actor.checkLink [1] → linkInvalid',
        'link.submitting: xstate.done.actor.resetPassword [2] → linkInvalid',
      ],
      pin: [
        'recovering.entering.form.submitting: xstate.done.actor.resetPin [4] → recovering.entering.form.editing',
      ],
    },
  },
  {
    says: 'Auth code invalid (two-factor; also shown on a 403 in two-step verification);',
    code: 'AUTH_CODE_INVALID',
    shows: {
      authenticate: ['code.submitting: xstate.done.actor.verifyCode [6] → code.editing'],
      'two-step': [
        'code.submitting: xstate.done.actor.confirmSetUp [5] → code.editing',
        'proving.submitting: xstate.done.actor.runTask [5] → proving.editing',
      ],
    },
  },
  {
    says: 'Current password incorrect!;',
    code: 'CURRENT_PASSWORD_INCORRECT',
    shows: {
      session: [
        'signedIn.open.steps.passwordChange.submitting: xstate.done.actor.changePassword [4] → signedIn.open.steps.passwordChange.editing',
      ],
      'two-step': ['password.submitting: xstate.done.actor.beginSetUp [4] → password.editing'],
    },
  },
  {
    says: 'Password not match (shown as pin code not match);',
    code: 'PIN_MISMATCH',
    shows: { pin: ['changing.submitting: xstate.done.actor.changePin [5] → changing.editing'] },
  },
  {
    says: 'Incorrect password! (shown as incorrect pin or code);',
    code: 'PIN_INCORRECT',
    shows: {
      'confirm-identity': ['submitting: xstate.done.actor.confirm [5] → editing'],
      'two-step': ['proving.submitting: xstate.done.actor.runTask [5] → proving.editing'],
    },
  },
  {
    says: 'Email taken!;',
    code: 'EMAIL_TAKEN',
    elsewhere: ['tests/server/people.test.ts', 'tests/src/people.test.ts'],
  },
  { says: 'User taken! (member already exists);', code: 'USER_TAKEN', elsewhere: [subUsers] },
  {
    says: 'Pin user is exists;',
    code: 'PIN_EXISTS',
    shows: {
      session: [
        'signedIn.open.steps.pinSetUp.submitting: xstate.done.actor.initPin [1] → signedIn.open.steps.deciding',
      ],
    },
    differs: {
      why: 'no message: who has set the PIN in another tab is through',
      see: ['tests/machines/session-steps.test.ts', 'a pin that was set meanwhile is as good as a new one'],
    },
  },
  {
    says: 'Exceeding the permitted limits (OTP resend).',
    code: 'OTP_LIMIT',
    shows: {
      pin: [
        'recovering.requesting: xstate.done.actor.requestCode [2] → recovering.entering',
        'recovering.entering.resend.sending: xstate.done.actor.requestAnotherCode [2] → recovering.entering.resend.waiting',
      ],
    },
  },
  {
    says: 'Bucket not empty! (Bucket not empty. Please check again!);',
    code: 'BUCKET_NOT_EMPTY',
    shows: { 'confirm-identity': ['submitting: xstate.done.actor.confirm [5] → editing'] },
  },
  {
    says: 'Bucket exists. (Bucket name had use by other user!);',
    code: 'BUCKET_EXISTS',
    elsewhere: [bucketDialogs],
  },
  {
    says: 'Not enough storage space!;',
    code: 'NOT_ENOUGH_STORAGE',
    shows: { upload: ['judging: always [6] → failed'] },
  },
  {
    says: 'AccessDenied',
    code: 'ACCESS_DENIED',
    shows: {
      'confirm-identity': ['submitting: xstate.done.actor.confirm [5] → editing'],
      upload: ['judging: always [6] → failed'],
    },
  },
  {
    says: 'and You do not have permission for this action.;',
    code: 'PERMISSION_DENIED',
    shows: {
      'confirm-identity': ['submitting: xstate.done.actor.confirm [5] → editing'],
      'add-files': ['lookingUp: xstate.done.actor.lookUpNames [4] → confirming'],
    },
  },
  {
    says: 'Too Many Requests',
    code: 'TOO_MANY_REQUESTS',
    shows: {
      authenticate: [
        'password.submitting: xstate.done.actor.signIn [3] → password.locked',
        'code.submitting: xstate.done.actor.verifyCode [5] → code.locked',
      ],
      'confirm-identity': ['submitting: xstate.done.actor.confirm [4] → locked'],
      'password-reset': ['request.submitting: xstate.done.actor.requestLink [2] → request.locked'],
      upload: ['judging: always [4] → waiting.toRetry'],
    },
  },
  {
    says: 'and BulkError (too many requests);',
    missing:
      'no call answers so: an act on many files is a job, which waits, and records what failed for each file',
    differs: {
      why: 'one file that fails does not end the others',
      see: ['docs/decisions.md', 'An error that concerns one file is recorded as its failure'],
    },
  },
  {
    says: 'Please go to a bucket first!;',
    elsewhere: ['tests/src/bucket-list.test.tsx'],
  },
  {
    says: 'Response data invalid!;',
    elsewhere: ['tests/src/result.test.ts', 'tests/server/contract.test.ts'],
    differs: {
      why: 'said as UNKNOWN_ERROR: a user can do nothing with it',
      see: ['src/api/result.ts', 'not one of the contract (a proxy'],
    },
  },
  {
    says: 'UNKNOWN_ERROR (An error has occurred);',
    code: 'UNKNOWN_ERROR',
    shows: {
      authenticate: ['password.submitting: xstate.error.actor.signIn → password.editing'],
      'confirm-identity': ['submitting: xstate.error.actor.confirm → editing'],
      'bulk-job': ['ended.retrying: xstate.error.actor.retryJob → ended.summary'],
      preview: ['linking: xstate.error.actor.getLink → failed'],
      upload: ['judging: always [6] → failed'],
    },
  },
  {
    says: 'overflowMemory (download to view files over 20MB).',
    shows: {
      preview: ['choosing: always [2] → too large', 'reading: xstate.done.actor.readFile [2] → too large'],
    },
  },
  {
    says: 'Success messages: Update Successful!,',
    shows: { 'bucket-settings': ['refreshing: xstate.done.actor.readSetting [1] → editing'] },
  },
  {
    says: 'Register successful,',
    missing: 'nobody registers: it is Create successful! where owners and the super admin create users',
  },
  {
    says: 'Delete successful!,',
    elsewhere: [subUsers],
  },
  {
    says: 'Deactivate successful!,',
    elsewhere: ['tests/src/accounts.test.tsx'],
  },
  {
    says: 'Create successful!,',
    elsewhere: ['tests/browser/support/bucket-job.ts'],
  },
  {
    says: 'Copy Successful!,',
    elsewhere: [fileJob],
  },
  { says: 'Move successful!,', elsewhere: [fileJob] },
  {
    says: 'Rename Successful!,',
    elsewhere: [fileJob],
  },
  {
    says: 'Update Pin Successful,',
    shows: {
      pin: [
        'changing.submitting: xstate.done.actor.changePin [1] → done',
        'recovering.entering.form.submitting: xstate.done.actor.resetPin [1] → done',
      ],
    },
  },
  {
    says: 'Change password successfully!,',
    shows: {
      session: [
        'signedIn.open.steps.passwordChange.submitting: xstate.done.actor.changePassword [1] → signedIn.open.steps.deciding',
      ],
    },
  },
  {
    says: 'Email sent, please check your inbox,',
    shows: { 'password-reset': ['request.submitting: xstate.done.actor.requestLink [1] → sent'] },
  },
  {
    says: 'copied.',
    elsewhere: [subUsers],
  },
  {
    says: 'Client errors: An error occurred on client.',
    elsewhere: ['tests/browser/console.test.ts'],
  },
  {
    says: 'Unauthorised page: Permission Denied.',
    elsewhere: ['tests/browser/console.test.ts'],
  },
  {
    says: 'Logout failure is only logged;',
    shows: {
      session: ['signedIn.signingOut: xstate.error.actor.signOut → signedOut.elsewhere.unconfirmed'],
      'password-reset': ['signingOut: xstate.error.actor.signOut → done'],
    },
    differs: {
      why: 'the sign-in page says so too, as the session may still be open',
      see: ['docs/decisions.md', 'A sign-out that the server did not confirm is said on the sign-in page'],
    },
  },
  {
    says: 'quota and site load failures are silent.',
    elsewhere: ['tests/src/quiet-reads.test.tsx'],
  },
]
