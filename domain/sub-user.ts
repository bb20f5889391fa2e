import { email } from './email.ts'
import { comingDay, expiryDay } from './expiry-day.ts'
import { firstPassword, firstPasswordRules } from './first-password.ts'
import { label } from './label.ts'
import { permissions } from './permissions.ts'
import { phone } from './phone.ts'
import { folderOf, scopeFolderIssue } from './scope.ts'
import * as v from './valibot.ts'

/** The field `scope` of a form: folders as typed; null: not limited. */
export const scopeField = v.nullable(
  v.array(
    v.object({
      bucket: v.pipe(v.string(), v.minLength(1, 'required')),
      prefix: v.pipe(v.string(), v.transform(folderOf), v.issueOf(scopeFolderIssue)),
    }),
  ),
)

/** `group`: its id; empty: rights of one's own, by permission and scope. */
const subUserFields = v.object({
  fullName: label,
  email: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'required'),
    v.check(text => v.is(email, text), 'sub-user-email'),
  ),
  group: v.string(),
  permission: v.picklist(permissions, 'required'),
  scope: scopeField,
  ...firstPassword,
  phone,
  expiry: comingDay,
})

/** The form of a group of sub-users. */
export const subUserGroupForm = v.object({
  name: label,
  permission: v.picklist(permissions, 'required'),
  scope: scopeField,
})

/** The form that creates a sub-user (specification, sections 3 and 5). */
export const subUserForm = v.pipe(subUserFields, ...firstPasswordRules<v.InferOutput<typeof subUserFields>>())

/** The form that changes many sub-users alike: `rights`, `folders` and `access` say which parts. */
export const manySubUsersChange = v.object({
  rights: v.boolean(),
  group: v.string(),
  permission: v.picklist(permissions, 'required'),
  folders: v.boolean(),
  scope: scopeField,
  access: v.boolean(),
  expiry: expiryDay,
})

/** The form that changes a sub-user; a past day ends the access at once. */
export const subUserChange = v.object({
  fullName: label,
  group: v.string(),
  permission: v.picklist(permissions, 'required'),
  scope: scopeField,
  phone,
  expiry: expiryDay,
})
