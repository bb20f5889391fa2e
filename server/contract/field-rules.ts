import * as v from 'valibot'
import { bucketName } from '../../domain/bucket-name.ts'
import { bucketTags, objectTags } from '../../domain/bucket-tags.ts'
import { code, codeOrRecoveryCode } from '../../domain/code.ts'
import { corsRules } from '../../domain/cors-rules.ts'
import { email } from '../../domain/email.ts'
import { canonicalEmail } from '../../domain/email-address.ts'
import { label } from '../../domain/label.ts'
import { batchFilesMaximum, emailsPerGroup, itemsPerRequest, selectionMaximum } from '../../domain/limits.ts'
import { groupEmails, notificationGroupForm } from '../../domain/notification-group.ts'
import { folderNameIssue, keyIssue, newFolderIssue } from '../../domain/object-key.ts'
import { newPassword } from '../../domain/password.ts'
import type { OperationId } from '../../domain/permissions.ts'
import { phone } from '../../domain/phone.ts'
import { pin } from '../../domain/pin.ts'
import { profileForm } from '../../domain/profile.ts'
import { foldersPerScope, scopeFolderIssue } from '../../domain/scope.ts'
import { claimsIssue } from '../../domain/sso-claims.ts'
import { topicChange, topicFields } from '../../domain/topic.ts'
import type { FieldIssue } from '../errors/problem.ts'

/** A text to which `issueOf` has no objection. */
function textWithout(issueOf: (text: string) => string | null) {
  return v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      const issue = dataset.typed ? issueOf(dataset.value) : null
      if (issue !== null) addIssue({ message: issue })
    }),
  )
}

const key = textWithout(keyIssue)
const tooMany = (most: number) => `must NOT have more than ${most} items`

function list<Item extends v.GenericSchema>(item: Item, most = itemsPerRequest) {
  return v.pipe(v.array(v.unknown()), v.maxLength(most, tooMany(most)), v.array(item))
}

const selection = list(key, selectionMaximum)

const copying = v.object({
  keys: selection,
  target_folder: textWithout(folder => (folder === '' ? null : keyIssue(folder))),
})

/** The files of a batch are stored side by side: of two with the same key, either could be the last. */
const batchFiles = v.pipe(
  list(v.object({ key }), batchFilesMaximum),
  v.check(files => new Set(files.map(file => file.key)).size === files.length, 'must have different keys'),
)

const group = v.object({
  name: notificationGroupForm.entries.name,
  emails: v.pipe(v.array(v.unknown()), v.maxLength(emailsPerGroup, 'emails-too-many'), groupEmails),
})

const scope = v.nullable(
  v.pipe(
    v.array(v.unknown()),
    v.maxLength(foldersPerScope, tooMany(foldersPerScope)),
    v.array(v.object({ prefix: textWithout(scopeFolderIssue) })),
  ),
)

/** A list of which no two have the same key: which of them counts would depend on their order. */
function different<Item extends v.GenericSchema>(
  item: Item,
  keyOf: (item: v.InferOutput<Item>) => string,
  keys: string,
) {
  const differ = (items: v.InferOutput<Item>[]) => new Set(items.map(keyOf)).size === items.length
  return v.optional(v.pipe(v.array(item), v.check(differ, `must have different ${keys}`)))
}

const describedKeys = different(v.object({ name: label }), ({ name }) => name, 'names')

const newSubUser = v.object({
  fullName: label,
  email,
  password: v.optional(newPassword),
  phone,
  scope: v.optional(scope),
})

/** Text that may be empty, without control characters: PostgreSQL rejects NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const line = v.pipe(v.string(), v.regex(/^[^\u0000-\u001f\u007f]*$/, 'label-characters'))

/** Fields with rules of domain/ that JSON Schema cannot express. */
const rules: Partial<Record<OperationId, v.GenericSchema>> = {
  changePassword: v.object({ new_password: newPassword }),
  initPin: v.object({ pin }),
  verifyTwoStep: v.object({ code: codeOrRecoveryCode }),
  confirmTwoStep: v.object({ code }),
  endTwoStep: v.object({ code: codeOrRecoveryCode }),
  renewRecoveryCodes: v.object({ code }),
  addPasskey: v.object({ name: label }),
  renamePasskey: v.object({ name: label }),
  requestResetPassword: v.object({ email }),
  resetPassword: v.object({ new_password: newPassword }),
  requestEmailChange: v.object({ email }),
  undoEmailChange: v.object({ new_password: newPassword }),
  changePin: v.object({ new_pin: pin }),
  resetPin: v.object({ code, new_pin: pin }),
  changeProfile: profileForm,
  createNotificationGroup: group,
  changeNotificationGroup: group,
  createTopic: topicFields,
  changeTopic: topicChange,
  createSubUser: newSubUser,
  createUser: newSubUser,
  changeSubUser: v.object({
    fullName: v.optional(label),
    phone: v.optional(phone),
    scope: v.optional(scope),
  }),
  importSubUsers: v.object({
    rows: different(
      v.object({ fullName: label, email, scope: v.optional(scope), group: v.optional(v.nullable(label)) }),
      row => canonicalEmail(row.email),
      'email addresses',
    ),
  }),
  changeManySubUsers: v.object({ scope: v.optional(scope) }),
  createSubUserGroup: v.object({ name: label, scope }),
  changeSubUserGroup: v.object({ name: v.optional(label), scope: v.optional(scope) }),
  createAccount: v.object({
    name: label,
    contract_code: line,
    owner_name: label,
    owner_email: email,
    password: v.optional(newPassword),
  }),
  applyAccount: v.object({
    account: v.object({ name: label, contract_code: label }),
    owner: v.object({ name: label, email, password: v.optional(newPassword), keys: describedKeys }),
    buckets: different(v.object({ name: bucketName }), ({ name }) => name, 'names'),
    sub_users: different(
      v.object({
        email,
        name: label,
        password: v.optional(newPassword),
        phone: v.optional(phone),
        scope,
        keys: describedKeys,
      }),
      user => canonicalEmail(user.email),
      'email addresses',
    ),
  }),
  explainSso: v.object({ claims: textWithout(claimsIssue) }),
  replaceOwner: v.object({ owner_name: label, owner_email: email }),
  changeAccount: v.object({ name: v.optional(label), contract_code: v.optional(line) }),
  createAccessKey: v.object({ name: label, scope: v.optional(scope) }),
  changeAccessKey: v.object({ scope: v.optional(scope) }),
  createApiClient: v.object({ name: label }),
  createBucket: v.object({ bucket: bucketName }),
  putBucketCors: v.object({ rules: corsRules }),
  putBucketTags: v.object({ tags: bucketTags }),
  createFolder: v.object({ folder: textWithout(newFolderIssue) }),
  deleteFolder: v.object({ folder: key }),
  deleteObjects: v.object({ keys: list(key) }),
  deleteSelection: v.object({ keys: selection, objects: v.optional(selection) }),
  copyObjects: copying,
  moveObjects: copying,
  renameObject: v.object({ key, name: textWithout(folderNameIssue) }),
  getDownloadUrl: v.object({ key }),
  generateUrl: v.object({ path: key }),
  getObjectAcl: v.object({ path: key }),
  putObjectAcl: v.object({ path: key }),
  getObjectDetails: v.object({ path: key }),
  changeObjectDetails: v.object({ path: key }),
  getObjectTags: v.object({ path: key }),
  putObjectTags: v.object({ path: key, tags: objectTags }),
  deleteObjectTags: v.object({ path: key }),
  getObjectRetention: v.object({ path: key }),
  putObjectRetention: v.object({ path: key }),
  getObjectLegalHold: v.object({ path: key }),
  putObjectLegalHold: v.object({ path: key }),
  restoreObjectVersion: v.object({ path: key }),
  deleteObjectVersion: v.object({ path: key }),
  restoreDeletedObjects: v.object({ keys: list(key) }),
  createZip: v.object({
    keys: v.optional(selection),
    folders: v.optional(selection),
  }),
  getPutUrls: v.object({ files: list(v.object({ key })) }),
  putBatch: v.object({ files: batchFiles }),
  startUpload: v.object({ key }),
  getUploadUrl: v.object({ key }),
  listUploadParts: v.object({ key }),
  completeUpload: v.object({ key }),
  abortUpload: v.object({ key }),
}

/**
 * The issues that the rules of domain/ find in an operation's query or body, with their ids as messages. Values of the
 * wrong type yield none: the contract's schema rejects them.
 */
export function domainIssues(operation: OperationId, value: unknown): FieldIssue[] {
  const rule = rules[operation]
  if (!rule) return []
  const result = v.safeParse(rule, value, { abortPipeEarly: true })
  if (result.success) return []
  return result.issues
    .filter(issue => issue.kind === 'validation')
    .map(issue => ({ field: v.getDotPath(issue) ?? '', message: issue.message }))
}
