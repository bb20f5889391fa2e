import type { MailTexts } from '../../languages/language.ts'
import { type Locale, languages, mails } from '../../languages/languages.ts'
import { escapeHtml, fillIn } from '../brand/fill-in.ts'
import type { Brand } from '../config.ts'

/** A mail to one address, as text and as HTML. */
export type FramedMail = { to: string; subject: string; text: string; html: string; unsubscribe?: string }

/**
 * The text of a mail between `why` and `life`. `{color}` in its HTML is the brand's first colour. `unsubscribe`: a URL, see
 * `unsubscribeLink`.
 */
export type Mail = {
  to: string
  locale: Locale
  words: MailTexts
  text: string
  html: string
  unsubscribe?: string | null
}

const gray = '#6b7280'

/**
 * A mail as the operator sends it: with the name and colour of the brand, and where to find the console, at `origin` if
 * that is known, and help.
 */
export function framed(
  { to, locale, words, text, html, unsubscribe }: Mail,
  brand: Brand,
  origin: string | null,
): FramedMail {
  const plain = (id: keyof MailTexts) => fillIn(words[id], brand.name)
  const rich = (id: keyof MailTexts) => fillIn(words[id], escapeHtml(brand.name))
  const help = brand.support && helpOf(locale, brand.support)
  const home = origin && linkOf(fillIn(mails[locale].open, brand.name), origin)
  const out = unsubscribe && linkOf(mails[locale].unsubscribe, unsubscribe)
  const body = [
    ...[`<p>${rich('hello')}</p>`, `<p>${rich('why')}</p>`],
    `<p>${html.replaceAll('{color}', brand.colors[0])}</p>`,
    ...[`<p>${rich('life')}</p>`, `<p style="color:${gray}">${rich('notYou')}</p>`],
    home ? `<p style="color:${gray}">${home.html}</p>` : '',
    out ? `<p style="color:${gray}">${out.html}</p>` : '',
    help ? `<p style="color:${gray}">${help.html}</p>` : '',
    `<p style="color:${gray}">— ${escapeHtml(brand.name)}</p>`,
  ].join('')
  const lines = [plain('hello'), plain('why'), text, plain('life'), plain('notYou')]
  if (home) lines.push(home.text)
  if (out) lines.push(out.text)
  if (help) lines.push(help.text)
  return {
    to,
    subject: plain('subject'),
    text: `${[...lines, `— ${brand.name}`].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${locale}" dir="${languages[locale].direction}"><head><meta charset="utf-8"><title>${rich('subject')}</title></head><body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5;color:#1f2937"><div style="max-width:520px;margin:0 auto">${body}</div></body></html>`,
    ...(unsubscribe && { unsubscribe }),
  }
}

function helpOf(locale: Locale, url: string): { text: string; html: string } {
  return linkOf(mails[locale].help, url, url.startsWith('mailto:') ? new URL(url).pathname : url)
}

function linkOf(before: string, url: string, shown = url): { text: string; html: string } {
  return {
    text: `${before} ${shown}`,
    html: `${escapeHtml(before)} <a href="${escapeHtml(url)}">${escapeHtml(shown)}</a>`,
  }
}
