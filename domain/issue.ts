import type { LimitIssue } from './limits.ts'

/** What can be wrong with a field. Each has a sentence in every language: `issue.<id>`. */
export type Issue =
  | LimitIssue
  | 'required'
  | 'confirm'
  | 'not-match'
  | 'wrong-name'
  | 'email-invalid'
  | 'email-unchanged'
  | 'sub-user-email'
  | 'password-rule'
  | 'password-reused'
  | PasswordWeakness
  | 'pin-too-short'
  | 'pin-not-match'
  | 'pin-reused'
  | 'six-digits'
  | 'code-invalid'
  | BucketNameIssue
  | FolderNameIssue
  | ScopeFolderIssue
  | 'folder-exists'
  | 'label-characters'
  | 'text-too-long'
  | 'phone-invalid'
  | 'sign-in-part-required'
  | 'place-unknown'
  | 'date-invalid'
  | 'date-past'
  | 'topic-name'
  | 'address-invalid'
  | 'address-refused'
  | 'email-twice'
  | 'quota-invalid'
  | 'share-password'
  | 'share-limit'
  | 'lock-mode-required'
  | 'lock-days-required'
  | 'lock-days-range'
  | 'lifecycle-act-required'
  | 'lifecycle-days'
  | 'target-out-of-reach'
  | 'header-characters'
  | 'metadata-name'
  | ClaimsIssue
  | TagIssue
  | CorsIssue
  | `csv-${'bucket' | 'cells' | 'folders' | 'permission' | 'quote' | 'rights'}`

/** Of claims that are tried on the rules of single sign-on. */
export type ClaimsIssue = `claims-${'invalid' | 'too-long'}`

type TagIssue = 'tag-key-aws' | 'tag-key-twice' | 'tag-characters'

type CorsIssue =
  `cors-${'origin' | 'one-wildcard' | 'header' | 'exposed-wildcard' | 'id-taken' | 'age' | 'too-large'}`

/** Why a new password is refused that fulfils the rules of `domain/password.ts`; the server decides. */
export type PasswordWeakness = `password-${'common' | 'personal' | 'guessable'}`

export type BucketNameIssue = `bucket-name-${'length' | 'characters' | 'labels' | 'address'}`

export type KeyIssue = 'required' | 'key-too-long' | 'key-not-unicode'

export type FolderNameIssue = KeyIssue | `folder-name-${'slash' | 'dots' | 'spaces' | 'hidden' | 'too-long'}`

export type ScopeFolderIssue = 'scope-folder' | 'scope-letters' | 'scope-too-long'
