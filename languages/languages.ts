import { language as en } from './en/language.ts'
import { mails as enMails, type Mails } from './en/mails.ts'
import { texts as enStatic } from './en/static.ts'
import type { Catalogue, Language, StaticTexts } from './language.ts'
import { language as vi } from './vi/language.ts'
import { mails as viMails } from './vi/mails.ts'
import { texts as viStatic } from './vi/static.ts'

/**
 * Every language, in the order in which they are offered. The first is the default if the reader's language is unknown.
 */
export const languages = { vi, en } satisfies Record<string, Language>

export type Locale = keyof typeof languages

export const locales = Object.keys(languages) as Locale[]

/** For readers of any other language. */
export const fallback = 'en' satisfies Locale

export function isLocale(text: string): text is Locale {
  return Object.hasOwn(languages, text)
}

/**
 * The language of a BCP 47 tag, or of the first tag of a list as in `Accept-Language`; without a tag, the first
 * language.
 */
export function localeOf(tag: string): Locale {
  const [language = ''] = tag.toLowerCase().split(/[^a-z]/, 1)
  if (language === '') return locales[0]!
  return isLocale(language) ? language : fallback
}

// Each table below is a constant of its own, so that a bundle includes only the tables that it uses.

/** The messages of one part of the console, by language; each is a chunk of its own. */
type Texts<English> = Record<Locale, () => Promise<{ messages: Catalogue<English> }>>

/** For sign-in and everything before the console, and for every form. */
export const startTexts: Texts<typeof import('./en/start.ts')['messages']> = {
  vi: () => import('./vi/start.ts'),
  en: () => import('./en/start.ts'),
}

/** For the pages opened by links mailed to old and new addresses. */
export const emailTexts: Texts<typeof import('./en/email-pages.ts')['messages']> = {
  vi: () => import('./vi/email-pages.ts'),
  en: () => import('./en/email-pages.ts'),
}

export const consoleTexts: Texts<typeof import('./en/console.ts')['messages']> = {
  vi: () => import('./vi/console.ts'),
  en: () => import('./en/console.ts'),
}

/** For questions while files are added. */
export const addFilesTexts: Texts<typeof import('./en/add-files.ts')['messages']> = {
  vi: () => import('./vi/add-files.ts'),
  en: () => import('./en/add-files.ts'),
}

/**
 * For the page of one bucket, dialogs about a bucket or its files, the accounts, and the audit log, which the page
 * shows too.
 */
export const bucketTexts: Texts<typeof import('./en/bucket.ts')['messages']> = {
  vi: () => import('./vi/bucket.ts'),
  en: () => import('./en/bucket.ts'),
}

/** For the security page; the audit log uses some. */
export const securityTexts: Texts<typeof import('./en/security-page.ts')['messages']> = {
  vi: () => import('./vi/security-page.ts'),
  en: () => import('./en/security-page.ts'),
}

/** For notification groups and alerts; the audit log uses some. */
export const groupTexts: Texts<typeof import('./en/groups.ts')['messages']> = {
  vi: () => import('./vi/groups.ts'),
  en: () => import('./en/groups.ts'),
}

export const previewTexts: Texts<typeof import('./en/preview.ts')['messages']> = {
  vi: () => import('./vi/preview.ts'),
  en: () => import('./en/preview.ts'),
}

export const objectTexts: Texts<typeof import('./en/object.ts')['messages']> = {
  vi: () => import('./vi/object.ts'),
  en: () => import('./en/object.ts'),
}

export const dashboardTexts: Texts<typeof import('./en/dashboard.ts')['messages']> = {
  vi: () => import('./vi/dashboard.ts'),
  en: () => import('./en/dashboard.ts'),
}

/** For topics and bucket notifications. */
export const eventTexts: Texts<typeof import('./en/events.ts')['messages']> = {
  vi: () => import('./vi/events.ts'),
  en: () => import('./en/events.ts'),
}

/** For a file's versions and lock, and for deleted files. */
export const versionTexts: Texts<typeof import('./en/object-versions.ts')['messages']> = {
  vi: () => import('./vi/object-versions.ts'),
  en: () => import('./en/object-versions.ts'),
}

/** For the list of keyboard shortcuts. */
export const shortcutTexts: Texts<typeof import('./en/shortcuts.ts')['messages']> = {
  vi: () => import('./vi/shortcuts.ts'),
  en: () => import('./en/shortcuts.ts'),
}

/** For the panel of uploads. */
export const uploadPanelTexts: Texts<typeof import('./en/upload-panel.ts')['messages']> = {
  vi: () => import('./vi/upload-panel.ts'),
  en: () => import('./en/upload-panel.ts'),
}

export const allTexts = [
  startTexts,
  emailTexts,
  consoleTexts,
  addFilesTexts,
  bucketTexts,
  securityTexts,
  groupTexts,
  previewTexts,
  objectTexts,
  versionTexts,
  dashboardTexts,
  eventTexts,
  shortcutTexts,
  uploadPanelTexts,
] as const

export const mails: Record<Locale, Mails> = { vi: viMails, en: enMails }

export const staticTexts: Record<Locale, StaticTexts> = { vi: viStatic, en: enStatic }
