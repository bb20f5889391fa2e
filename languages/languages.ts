import { language as en } from './en/language.ts'
import { mails as enMails, type Mails } from './en/mails.ts'
import { sharePage as enSharePage, type SharePageTexts } from './en/share-page.ts'
import { texts as enStatic } from './en/static.ts'
import type { Catalogue, Language, StaticTexts } from './language.ts'
import { language as vi } from './vi/language.ts'
import { mails as viMails } from './vi/mails.ts'
import { sharePage as viSharePage } from './vi/share-page.ts'
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
export type Texts<English> = Record<Locale, () => Promise<{ messages: Catalogue<English> }>>

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

/** What goes wrong with passkeys, for the sign-in page; the console has it. */
export const passkeyTexts: Texts<typeof import('./en/passkey-texts.ts')['messages']> = {
  vi: () => import('./vi/passkey-texts.ts'),
  en: () => import('./en/passkey-texts.ts'),
}

export const consoleTexts: Texts<typeof import('./en/console.ts')['messages']> = {
  vi: () => import('./vi/console.ts'),
  en: () => import('./en/console.ts'),
}

/** For the security page; the audit log uses some. */
export const securityTexts: Texts<typeof import('./en/security-page.ts')['messages']> = {
  vi: () => import('./vi/security-page.ts'),
  en: () => import('./en/security-page.ts'),
}

export const mails: Record<Locale, Mails> = { vi: viMails, en: enMails }

export const staticTexts: Record<Locale, StaticTexts> = { vi: viStatic, en: enStatic }

/** Of pages for guests, which the server makes. */
export const sharePages: Record<Locale, SharePageTexts> = { vi: viSharePage, en: enSharePage }
