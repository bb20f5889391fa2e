import type { Plugin } from 'vite'
import { type Locale, languages, locales, staticTexts } from '../languages/languages.ts'

const each = (text: (locale: Locale) => string) => locales.map(text).join('\n')

/** Fills in what index.html, its `boot.js` and its `boot.css` must know of the languages before the console is there. */
export function staticLanguages(): Plugin {
  const parts = {
    '%LANGUAGES%': locales.map(locale => `${locale}:${languages[locale].direction}`).join(' '),
    '%NOT_LOADED%': each(locale => {
      const { notLoaded, retry } = staticTexts[locale]
      return `<p lang="${locale}">${notLoaded} <button type="button">${retry}</button></p>`
    }),
    '%NO_SCRIPT%': each(locale => `<p lang="${locale}">${staticTexts[locale].noScript}</p>`),
  }
  const otherLanguages = each(
    locale => `html:not([lang="${locale}"]) #boot [lang="${locale}"] { display: none }`,
  )
  return {
    name: 'kho-languages',
    enforce: 'pre',
    transformIndexHtml: {
      order: 'pre',
      handler: html => html.replace(/%[A-Z_]+%/g, part => parts[part as keyof typeof parts] ?? part),
    },
    transform(code, id) {
      return id.endsWith('src/theme/boot.css') ? `${code}\n${otherLanguages}\n` : null
    },
  }
}
