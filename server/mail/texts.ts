import type { MailTexts } from '../../languages/language.ts'
import { type Locale, languages, mails } from '../../languages/languages.ts'
import type { SignInPart } from '../../openapi/schema.ts'
import type { Mail } from './mailer.ts'

/** The warning about wrong pins, sent when the first wait begins. */
export function wrongPinsMail(locale: Locale, to: string): Mail {
  const words = mails[locale].wrongPins
  return compose(locale, to, words, words.wait, words.wait)
}

export function resetPasswordMail(locale: Locale, to: string, link: string): Mail {
  const words = mails[locale].resetPassword
  const address = escapeHtml(link)
  const button = `<a href="${address}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${words.button}</a>`
  return compose(
    locale,
    to,
    words,
    link,
    `${button}</p><p style="font-size:14px;word-break:break-all">${address}`,
  )
}

export function resetPinMail(locale: Locale, to: string, code: string): Mail {
  const shown = `<span style="font-size:28px;font-weight:700;letter-spacing:6px">${code}</span>`
  return compose(locale, to, mails[locale].resetPin, code, shown)
}

/** Who has reset something: an administrator of the server or of the service, or the owner of the account. */
export type Resetter = keyof (typeof mails)[Locale]['signInReset']['why']

/** The notice of what somebody else has reset. */
export function signInResetMail(locale: Locale, to: string, parts: SignInPart[], by: Resetter): Mail {
  const words = mails[locale].signInReset
  const names = parts.map(part => words.parts[part])
  return compose(locale, to, { ...words, why: words.why[by] }, names.join('\n'), names.join('<br>'))
}

function compose(locale: Locale, to: string, words: MailTexts, text: string, html: string): Mail {
  const { subject, hello, why, life, notYou } = words
  return {
    to,
    subject,
    text: `${[hello, why, text, life, notYou, '— Kho'].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${locale}" dir="${languages[locale].direction}"><head><meta charset="utf-8"><title>${subject}</title></head><body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5;color:#1f2937"><div style="max-width:520px;margin:0 auto"><p>${hello}</p><p>${why}</p><p>${html}</p><p>${life}</p><p style="color:#6b7280">${notYou}</p><p style="color:#6b7280">— Kho</p></div></body></html>`,
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}
