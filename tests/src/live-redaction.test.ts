import { expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { type AnyFlow, untyped } from '../../flows/kit/flow.ts'
import { pathsOf } from '../../flows/kit/paths.ts'
import { factsOf } from '../../flows/live/redact.ts'
import { addFilesMachine } from '../../machines/add-files/machine.ts'
import { authenticateMachine } from '../../machines/authenticate/machine.ts'
import { bucketSettingsMachine } from '../../machines/bucket-settings/machine.ts'
import { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import { confirmIdentityMachine } from '../../machines/confirm-identity/machine.ts'
import { passwordResetMachine } from '../../machines/password-reset/machine.ts'
import { pinMachine } from '../../machines/pin/machine.ts'
import { previewMachine } from '../../machines/preview/machine.ts'
import { restoreMachine } from '../../machines/restore/machine.ts'
import { sessionMachine } from '../../machines/session/machine.ts'
import { twoStepMachine } from '../../machines/two-step/machine.ts'
import { uploadMachine } from '../../machines/upload/machine.ts'
import { addFilesFlow } from '../flows/add-files.flow.ts'
import { authenticateFlow } from '../flows/authenticate.flow.ts'
import { bucketSettingsFlow } from '../flows/bucket-settings.flow.ts'
import { bulkJobFlow } from '../flows/bulk-job.flow.ts'
import { confirmIdentityFlow } from '../flows/confirm-identity.flow.ts'
import { passwordResetFlow } from '../flows/password-reset.flow.ts'
import { pinFlow } from '../flows/pin.flow.ts'
import { previewFlow } from '../flows/preview.flow.ts'
import { restoreFlow } from '../flows/restore.flow.ts'
import { sessionFlow } from '../flows/session.flow.ts'
import { twoStepFlow } from '../flows/two-step.flow.ts'
import { uploadFlow } from '../flows/upload.flow.ts'

const flows: [AnyStateMachine, AnyFlow][] = [
  [addFilesMachine, untyped(addFilesFlow)],
  [authenticateMachine, untyped(authenticateFlow)],
  [bucketSettingsMachine, untyped(bucketSettingsFlow)],
  [bulkJobMachine, untyped(bulkJobFlow)],
  [confirmIdentityMachine, untyped(confirmIdentityFlow)],
  [passwordResetMachine, untyped(passwordResetFlow)],
  [pinMachine, untyped(pinFlow)],
  [previewMachine, untyped(previewFlow)],
  [restoreMachine, untyped(restoreFlow)],
  [sessionMachine, untyped(sessionFlow)],
  [twoStepMachine, untyped(twoStepFlow)],
  [uploadMachine, untyped(uploadFlow)],
]

/** Every event and every context on all paths of the flows. */
function everythingThatHappens(): object[] {
  const found = new Set<object>()
  for (const [machine, flow] of flows) {
    for (const input of Object.values(flow.starts)) {
      for (const { steps } of pathsOf(machine, flow, input)) {
        for (const { event, state } of steps) {
          found.add(event)
          found.add(state.context)
        }
      }
    }
  }
  return [...found]
}

const all = everythingThatHappens()
const shown = all.flatMap(each => Object.values(factsOf(each)))

/** Texts in fields of these names, at any depth. */
function secretsIn(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string') return isSecret && value !== '' ? [value] : []
  if (typeof value !== 'object' || value === null || 'getSnapshot' in value) return []
  if (value instanceof Map || value instanceof Set || Array.isArray(value))
    return [...value].flatMap(each => secretsIn(each, isSecret))
  return Object.entries(value).flatMap(([name, each]) => {
    const isCodeOfFailure = name === 'code' && /^[A-Z]{2,}(_[A-Z]+)*$/.test(String(each))
    return secretsIn(each, isSecret || (secretFields.test(name) && !isCodeOfFailure))
  })
}
const secretFields =
  /^(password|currentPassword|newPassword|pin|ticket|answer|newPin|code|proof|secret|uri|token|challenge|recoveryCodes|username|email|name|key|path|bucket|etag|uploadId)$/

test('no secret, name or address of the flows is shown', () => {
  const secrets = new Set(all.flatMap(each => secretsIn(each)))
  expect([...secrets]).toEqual(expect.arrayContaining(['Vuon-tao#1', '287082', 'owner@example.com']))
  // Names of one letter are in many words.
  const long = [...secrets].filter(secret => secret.length > 1)
  expect(long.filter(secret => shown.some(text => text.includes(secret)))).toEqual([])
})

test('of the flows these words are shown', () => {
  const words = new Set(shown.flatMap(text => text.match(/[a-zA-Z][\w -]*/g) ?? []))
  expect([...words].sort().join('\n')).toMatchInlineSnapshot(`
    "ACCESS_DENIED
    ACCOUNT_EXPIRED
    ACCOUNT_SUSPENDED
    AUTH_CODE_INVALID
    BUCKET_NOT_EMPTY
    BUCKET_NOT_FOUND
    CURRENT_PASSWORD_INCORRECT
    EXPIRED
    FILE_CHANGED
    FILE_GONE
    FILE_TOO_LARGE
    INVALID_CREDENTIALS
    INVALID_PARTS
    INVALID_REQUEST
    INVALID_TOKEN
    MAIL_CODE_EXPIRED
    MAIL_FAILED
    NETWORK
    NEW_DEVICE_BLOCKED
    NOT_ENOUGH_STORAGE
    NOT_FOUND
    OFFLINE
    OTP_LIMIT
    PASSKEYS_UNAVAILABLE
    PASSKEY_CLONED
    PASSKEY_INVALID
    PASSKEY_TIMED_OUT
    PASSKEY_UNKNOWN
    PASSWORD_REUSED
    PERMISSION_DENIED
    PERMISSION_NEEDED
    PIN_BLOCKED
    PIN_EXISTS
    PIN_INCORRECT
    PIN_MISMATCH
    PIN_REQUIRED
    PIN_REUSED
    SETTING_CHANGED
    SSO_TIMED_OUT
    SSO_UNAVAILABLE
    STORAGE_UNAVAILABLE
    TOO_LARGE
    TOO_MANY_NAMES
    TOO_MANY_REQUESTS
    TWO_STEP_EXISTS
    TWO_STEP_NOT_BEGUN
    TWO_STEP_REQUIRED
    TWO_STEP_TIMED_OUT
    UNAUTHORIZED
    UNKNOWN_ERROR
    UPLOAD_NOT_FOUND
    URL_REFUSED
    app
    bucket
    code
    discard
    error
    false
    finished
    hidden
    item
    items
    keep-both
    method
    null
    ok
    password reset
    pin
    recovery
    replace
    retryAfterMs
    send
    session
    session ended
    skip
    timed out
    true
    undefined"
  `)
})

test('a text is shown for its field and its value alone', () => {
  expect(
    factsOf({
      type: 'submit code',
      code: 'ABCD_EFGH',
      state: 'paused',
      kind: 'hunter2',
      step: 'paused',
      otp: 287082,
      sent: 1024,
      names: ['a.txt', 'b.txt'],
      taken: new Set(['a.txt']),
      failure: { ok: false, code: 'ACCESS_DENIED', requestId: 'req-1', retryAfterMs: 5 },
      output: { code: 'ABCD_EFGH', 'a.txt': 5 },
      file: new File(['x'], 'a.txt'),
      go: () => undefined,
      'lương tháng 5': true,
    }),
  ).toEqual({
    code: '(hidden)',
    state: 'paused',
    kind: '(hidden)',
    step: '(hidden)',
    otp: '(hidden)',
    sent: '1024',
    names: '2 items',
    taken: '1 item',
    failure: '{ ok: false, code: ACCESS_DENIED, retryAfterMs: 5, … }',
    output: '{ … }',
    file: '{ … }',
    go: '(function)',
  })
})
