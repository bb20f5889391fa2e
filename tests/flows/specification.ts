import { errors } from './specification-errors.ts'
import type { Section, Statement } from './support/statement.ts'

const names = 'tests/domain/names.test.ts'
const lock = 'tests/domain/object-lock.test.ts'
const topicEvents = 'tests/server/events.test.ts'
const bucketDialogs = 'tests/src/bucket-dialogs.test.tsx'
const subUsers = 'tests/src/sub-users.test.tsx'

const states: Statement[] = [
  {
    says: 'Sign-in leads to first-time password change,',
    shows: {
      session: [
        'signedOut.form.open: xstate.done.actor.authenticate → signedIn.open.steps.deciding',
        'signedIn.open.steps.deciding: always [1] → signedIn.open.steps.passwordChange',
      ],
    },
  },
  {
    says: 'else buckets if pin exists,',
    shows: { session: ['signedIn.open.steps.deciding: always [4] → signedIn.open.steps.console'] },
  },
  {
    says: 'else security page to create a pin.',
    shows: { session: ['signedIn.open.steps.deciding: always [2] → signedIn.open.steps.pinSetUp'] },
  },
  {
    says: 'Two-step verification is switched on (password, then QR or manual setup key)',
    shows: {
      'two-step': [
        'deciding: always [1] → password',
        'password.submitting: xstate.done.actor.beginSetUp [1] → code',
        'code.submitting: xstate.done.actor.confirmSetUp [1] → showingRecoveryCodes',
      ],
    },
  },
  {
    says: 'and off (confirmation code from the authenticator app);',
    shows: {
      'two-step': [
        'deciding: always [2] → proving',
        'proving.editing: submit proof → proving.submitting',
        'proving.submitting: xstate.done.actor.runTask [2] → done',
      ],
    },
  },
  {
    says: 'it can replace the pin.',
    shows: {
      'two-step': ['proving.submitting: xstate.done.actor.runTask [2] → done'],
      'confirm-identity': ['loading: xstate.done.actor.loadMethod [2] → editing'],
    },
  },
  {
    says: 'Pin can be changed',
    shows: { pin: ['changing.submitting: xstate.done.actor.changePin [1] → done'] },
  },
  {
    says: 'or recovered with an emailed one-time code.',
    shows: {
      pin: [
        'recovering.requesting: xstate.done.actor.requestCode [1] → recovering.entering',
        'recovering.entering.form.submitting: xstate.done.actor.resetPin [1] → done',
      ],
    },
  },
  {
    says: 'Buckets toggle public and private.',
    elsewhere: ['tests/server/sharing.test.ts'],
  },
  {
    says: 'A new bucket with object lock takes 15-20 minutes before the mode applies.',
    elsewhere: [lock],
    differs: {
      why: 'on the embedded engine the mode applies at once',
      see: [
        'domain/object-lock.ts',
        'Whether the lock of a new bucket takes effect only after 15 to 20 minutes',
      ],
    },
  },
  {
    says: 'Upload: uploading,',
    shows: {
      'upload-row': ['queued: start → active', 'active: uploading → active.uploading'],
      upload: ['working.deciding: always [3] → working.sending'],
    },
  },
  {
    says: 'paused,',
    shows: {
      'upload-queue': ['work.running: pause all → work.paused'],
      'upload-row': ['queued: pause → paused', 'active: paused → active.paused'],
    },
  },
  {
    says: 'continued,',
    shows: {
      'upload-queue': ['work.paused: continue all → work.running'],
      'upload-row': ['paused: continue → queued', 'active.paused: continue [1] → active.uploading'],
    },
  },
  {
    says: 'cancelled all,',
    shows: {
      'upload-queue': ['work: cancel all → stays', 'selections: cancel all → selections.idle'],
      'upload-row': ['queued: cancel [2] → cancelled', 'active: cancelled → cancelled'],
    },
  },
  {
    says: 'completed.',
    shows: {
      'upload-row': ['active: completed → completed'],
      upload: ['working.completing: xstate.done.actor.completeUpload [1] → completed'],
    },
  },
  {
    says: 'Other states: theme light/dark,',
    shows: { appearance: ['light: toggle theme → dark', 'dark: toggle theme → light'] },
  },
  { says: 'toast open/closed,', shows: { toast: ['closed: show → open', 'open: dismiss → closed'] } },
  {
    says: 'drawer open/closed.',
    shows: { drawer: ['closed: toggle drawer [2] → open', 'open: toggle drawer → closed'] },
  },
]

const rules: Statement[] = [
  { says: 'Email: required (Required);', elsewhere: [names] },
  { says: 'valid (Email is not valid).', elsewhere: [names] },
  { says: 'Subuser email: Must be a valid email.', elsewhere: [subUsers] },
  {
    says: 'New password: at least 8 characters with an uppercase letter, a lowercase letter, a digit and a special character;',
    elsewhere: ['tests/domain/account.test.ts'],
  },
  {
    says: 'confirmation must match (Not match);',
    elsewhere: [names, subUsers],
  },
  {
    says: 'must differ from old (Please do not use the old password.).',
    code: 'PASSWORD_REUSED',
    shows: {
      session: [
        'signedIn.open.steps.passwordChange.submitting: xstate.done.actor.changePassword [4] → signedIn.open.steps.passwordChange.editing',
      ],
      'password-reset': ['link.submitting: xstate.done.actor.resetPassword [3] → link.editing'],
    },
  },
  {
    says: 'Pin: at least 4 characters;',
    elsewhere: [names],
  },
  {
    says: 'confirmation must match (Pin is not match);',
    elsewhere: [names],
  },
  {
    says: 'new pin must differ from old.',
    code: 'PIN_REUSED',
    shows: {
      pin: [
        'changing.submitting: xstate.done.actor.changePin [5] → changing.editing',
        'recovering.entering.form.submitting: xstate.done.actor.resetPin [4] → recovering.entering.form.editing',
      ],
    },
  },
  { says: 'Bucket name: 3 to 63 characters;', elsewhere: [names] },
  {
    says: 'lowercase letters, digits, hyphens and periods only;',
    elsewhere: [names],
  },
  {
    says: 'each label starts and ends with a lowercase letter or digit;',
    elsewhere: [names],
  },
  { says: 'not IP-address form;', elsewhere: [names] },
  {
    says: 'unique.',
    elsewhere: ['tests/server/other-account.test.ts'],
  },
  {
    says: 'Object lock: mode required (Please choose object lock mode);',
    elsewhere: [lock],
  },
  {
    says: 'retention days required (Please enter number of days to continue!);',
    elsewhere: [lock],
  },
  {
    says: 'maximum 1024000 days.',
    elsewhere: [lock],
  },
  {
    says: 'Bucket deletion requires pin',
    shows: {
      'confirm-identity': [
        'loading: xstate.done.actor.loadMethod [2] → editing',
        'submitting: xstate.done.actor.confirm [1] → confirmed',
        'submitting: xstate.done.actor.confirm [5] → editing',
      ],
    },
  },
  {
    says: 'and a confirmation tick (Please confirm!).',
    elsewhere: ['tests/domain/confirmation.test.ts'],
  },
  {
    says: 'Format data,',
    elsewhere: [bucketDialogs],
  },
  {
    says: 'topic',
    elsewhere: ['tests/src/topics.test.tsx', topicEvents],
  },
  {
    says: 'and notification deletion require typing the exact name (Not match, Wrong name, please check again).',
    elsewhere: ['tests/src/bucket-notifications.test.tsx', topicEvents],
  },
  {
    says: 'Topic name: a-z, 0-9, - only;',
    elsewhere: ['tests/src/topics.test.tsx'],
  },
  {
    says: 'unique (Topic name has already existed! Please use another name).',
    code: 'TOPIC_EXISTS',
    elsewhere: [topicEvents],
  },
  {
    says: 'Bucket notification requires bucket, topic and event.',
    elsewhere: ['tests/src/bucket-notifications.test.tsx'],
  },
  {
    says: 'Phone must be valid (Phone number is not valid).',
    elsewhere: ['tests/src/profile.test.tsx', subUsers],
  },
  {
    says: 'Uploaded files must be smaller than 5GB.',
    shows: { 'upload-row': ['added: always [4] → refused'], upload: ['judging: always [6] → failed'] },
  },
]

/**
 * The specification's statements on states, validation and errors, by its sections. Left out: its remark that it does
 * not show all transition tables.
 */
export const specification: Section[] = [
  { title: '4. States and transitions', statements: states },
  { title: '5. Validation rules', statements: rules },
  { title: '8. Error catalogue', statements: errors },
]
