/** The subsets of the typeface, as in `src/theme/base.css`. */
export type FontSubset = 'latin' | 'vietnamese'

/** What must be known of a language beside its texts. What `Intl` knows by the tag (separators, order of a date) is not here. */
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
  /** What its letters need. */
  fonts: readonly FontSubset[]
  /** For those who are talked into pasting something into the browser's console. */
  consoleWarning: { title: string; body: string }
}

/** A catalogue in another language: the same ids as the English one. */
export type Catalogue<English> = { readonly [Id in keyof English]: string }

/** The texts of one mail. */
export type MailTexts = {
  subject: string
  hello: string
  /** The reason for the mail, before the link or the code. */
  why: string
  /** How long it is valid, and how often it works. */
  life: string
  /** What to do if one has requested nothing. */
  notYou: string
}

export type Mails = {
  resetPassword: MailTexts & { button: string }
  resetPin: MailTexts
  /** `wait`: how long a PIN is locked. */
  wrongPins: MailTexts & { wait: string }
  /** What somebody else has reset; `why`: by who did it. */
  signInReset: Omit<MailTexts, 'why'> & {
    why: { server: string; admin: string; owner: string }
    parts: { password: string; pin: string; 'two-step': string }
  }
  confirmEmail: MailTexts & { button: string }
  /** `nothing`: that nothing changes. */
  emailInUse: MailTexts & { nothing: string }
  /** `undo`: what the link does. */
  emailChanged: MailTexts & { undo: string; button: string }
  emailUndone: MailTexts
  /** `kinds`: of what has ended. */
  accessEnded: MailTexts & { kinds: { subUser: string; key: string; client: string } }
  ownerReplaced: MailTexts
  newOwner: MailTexts & { button: string }
  /** `why`: by what the person is to be; `choose`: what the link does. */
  invitation: Omit<MailTexts, 'why'> & {
    why: { owner: string; subUser: string }
    choose: string
    button: string
  }
  /** What an account nears, by the threshold (percent of the quota, days); `facts`: names of what follows. */
  alert: Omit<MailTexts, 'subject' | 'why' | 'life'> & {
    quota: Record<80 | 95 | 100, Pick<MailTexts, 'subject' | 'why' | 'life'>>
    expiry: Record<30 | 7 | 1, Pick<MailTexts, 'subject' | 'why' | 'life'>>
    facts: { account: string; used: string; expires: string }
  }
  /** What changed in how a user signs in, each with a subject and `why`; `facts`: names of what follows. */
  security: Omit<MailTexts, 'subject' | 'why'> & {
    events: Record<
      | 'password'
      | 'pin'
      | 'twoStepOn'
      | 'twoStepOff'
      | 'recoveryCodes'
      | 'confirmationMethod'
      | 'accessKey'
      | 'apiClient'
      | 'newDevice',
      Pick<MailTexts, 'subject' | 'why'>
    >
    facts: { subject: string; time: string; device: string; address: string }
    unknownDevice: string
  }
  /** `more`: that as many events happened beside those named. */
  bucketEvents: MailTexts & { more: (count: number) => string }
}

/** The texts of pages that are there before any script, or without one. */
export type StaticTexts = {
  notLoaded: string
  retry: string
  noScript: string
  guide: { console: string; contents: string; languages: string }
}
