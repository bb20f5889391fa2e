/** What can be wrong with a field. Each has a sentence in every language: `issue.<id>`. */
export type Issue =
  | 'required'
  | 'confirm'
  | 'not-match'
  | 'wrong-name'
  | 'email-invalid'
  | 'email-unchanged'
  | 'sub-user-email'
  | 'password-rule'
  | 'password-too-long'
  | 'password-reused'
  | 'pin-too-short'
  | 'pin-too-long'
  | 'pin-not-match'
  | 'pin-reused'
  | 'six-digits'
  | 'code-invalid'
  | BucketNameIssue
  | FolderNameIssue
  | ScopeFolderIssue
  | 'folder-exists'
  | 'label-too-long'
  | 'label-characters'
  | 'text-too-long'
  | 'phone-invalid'
  | 'sign-in-part-required'
  | 'place-unknown'
  | 'date-invalid'
  | 'date-past'
  | 'emails-too-many'
  | 'topic-name'
  | 'address-invalid'
  | 'address-refused'
  | 'email-twice'
  | 'quota-invalid'
  | 'contract-code-too-long'
  | 'lock-mode-required'
  | 'lock-days-required'
  | 'lock-days-range'
  | 'lifecycle-act-required'
  | 'lifecycle-days'
  | 'target-out-of-reach'
  | 'header-characters'
  | 'metadata-name'
  | TagIssue
  | CorsIssue

type TagIssue =
  | `tag-key-${'too-long' | 'aws' | 'twice'}`
  | 'tag-value-too-long'
  | 'tag-characters'
  | 'tags-too-many'
  | 'object-tags-too-many'

type CorsIssue =
  `cors-${'origin' | 'one-wildcard' | 'header' | 'exposed-wildcard' | 'id-taken' | 'age' | 'too-long' | 'list-too-long' | 'too-many' | 'too-large'}`

export type BucketNameIssue = `bucket-name-${'length' | 'characters' | 'labels' | 'address'}`

export type KeyIssue = 'required' | 'key-too-long' | 'key-not-unicode'

export type FolderNameIssue = KeyIssue | `folder-name-${'slash' | 'dots' | 'spaces' | 'hidden' | 'too-long'}`

export type ScopeFolderIssue = 'scope-folder' | 'scope-letters' | 'scope-too-long'
