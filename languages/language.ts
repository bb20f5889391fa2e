/** The subsets of the typeface, as in `src/theme/base.css`. */
export type FontSubset = 'latin' | 'vietnamese'

/**
 * What the console needs to know of a language besides its texts. What `Intl` knows by the tag (separators, order of a
 * date) is not here.
 */
export type Language = {
  /** In the language itself. */
  name: string
  /** BCP 47, for `Intl`. */
  tag: string
  direction: 'ltr' | 'rtl'
  /** The short date, as in a table. */
  date: Intl.DateTimeFormatOptions
  /** The time of day. */
  time: Intl.DateTimeFormatOptions
  /** The font subsets that its letters need. */
  fonts: readonly FontSubset[]
  /** For users who are talked into pasting something into the browser's console. */
  consoleWarning: { title: string; body: string }
}

/** A catalogue in another language: the same ids as the English one. */
export type Catalogue<English> = { readonly [Id in keyof English]: string }

export type MailTexts = {
  subject: string
  hello: string
  /** The reason for the mail, before the link or the code. */
  why: string
  /** How long it is valid, and how often it works. */
  life: string
  /** What to do if you did not request this mail. */
  notYou: string
}

/** The texts of pages that are there before any script, or without one. */
export type StaticTexts = {
  /** Of the page, for what reads its head. */
  description: string
  notLoaded: string
  retry: string
  noScript: string
  guide: { console: string; contents: string; languages: string }
  api: ApiReferenceTexts
}

/** The words of the API reference around the texts of the contract, which are in English. */
export type ApiReferenceTexts = {
  title: string
  guide: string
  skip: string
  introduction: string
  search: string
  tokenOnly: string
  /** With `{shown}` and `{all}`, numbers of operations. */
  found: string
  copy: string
  copied: string
  download: string
  /** With `{version}`. */
  version: string
  schemas: string
  groups: Record<
    | 'auth'
    | 'user'
    | 'keys'
    | 'people'
    | 'audit'
    | 'other'
    | 'bucket'
    | 'objects'
    | 'jobs'
    | 'dashboard'
    | 'notification',
    string
  >
  byToken: string
  bySession: string
  /** By `x-need` of the contract. */
  needs: Record<
    | 'public'
    | 'session'
    | 'step'
    | 'user'
    | 'any'
    | 'read'
    | 'write'
    | 'read-write'
    | 'full'
    | 'owner'
    | 'owner-read'
    | 'events'
    | 'super'
    | 'super-client',
    string
  >
  /** By `x-confirm` of the contract. */
  confirm: Record<'session' | 'request', string>
  inPath: string
  inQuery: string
  body: string
  /** With `{size}`. */
  bodyLimit: string
  answers: string
  errors: string
  example: string
  exampleAnswer: string
  required: string
  optional: string
  /** A value of any type. */
  anything: string
  /** Ranges, with `{min}` and `{max}`. */
  exactly: string
  between: string
  atLeast: string
  atMost: string
  /** With `{range}`. */
  characters: string
  entries: string
  unique: string
  pattern: string
  format: string
  oneOf: string
  always: string
  byDefault: string
  /** With `{limits}`, of each entry of a list. */
  each: string
  /** Before the forms that an object may have. */
  variants: string
  actions: string
}
