import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Locale, languages, locales, startTexts, staticTexts } from '../languages/languages.ts'

const bootFile = join(import.meta.dirname, '../public/boot.js')
/** Without comments and indentation. */
const bootScript = () => readFileSync(bootFile, 'utf8').replace(/^ *(\/\/.*\n)?/gm, '')

const each = (text: (locale: Locale) => string) => locales.map(text).join('\n')

/**
 * The sign-in page before its script has come: what `src/sign-in/sign-in-screen.tsx` will show, and takes over what was
 * typed from.
 */
async function signInOf(locale: Locale): Promise<string> {
  const { messages } = await startTexts[locale]()
  const choices = locales.map(each => `<b${each === locale ? ' class="chosen"' : ''}>${each}</b>`).join('')
  const input = (name: string, label: string, more: string) =>
    `<div class="label">${label}</div><input class="input" name="${name}" aria-label="${label}" autocapitalize="none" spellcheck="false" ${more} />`
  return `<div class="sign-in" lang="${locale}">
<div class="languages" aria-hidden="true">${choices}</div>
<div class="title">${messages['auth.signInTitle']}</div>
<div class="lead">${messages['auth.signInLead']}</div>
${input('username', messages['auth.email'], 'type="email" autocomplete="username" autofocus')}
${input('password', messages['auth.password'], 'type="password" autocomplete="current-password"')}
<div class="main" aria-hidden="true">${messages['auth.signIn']}</div>
<div class="forgot" aria-hidden="true">${messages['auth.forgotPassword']}</div>
</div>`
}

/** Fills in what index.html and its `boot.css` must know of the languages. */
export function staticPage(): Plugin {
  const otherLanguages = each(
    locale => `html:not([lang="${locale}"]) #boot [lang="${locale}"] { display: none }`,
  )
  return {
    name: 'kho-static-page',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('src/theme/boot.css') ? `${code}\n${otherLanguages}\n` : null
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const parts = new Map([
          [
            '%LANGUAGES%',
            locales
              .map(locale => `${locale}:${languages[locale].direction}:${languages[locale].fonts.join(',')}`)
              .join(' '),
          ],
          ['%SIGN_IN%', (await Promise.all(locales.map(signInOf))).join('\n')],
          [
            '%NOT_LOADED%',
            each(locale => {
              const { notLoaded, retry } = staticTexts[locale]
              return `<p lang="${locale}">${notLoaded} <button type="button">${retry}</button></p>`
            }),
          ],
          ['%NO_SCRIPT%', each(locale => `<p lang="${locale}">${staticTexts[locale].noScript}</p>`)],
        ])
        return html.replace(/%[A-Z_]+%/g, part => parts.get(part) ?? part)
      },
    },
  }
}

/**
 * Puts the style sheet and `boot.js` into the page of a build, so that the first paint needs no second request; the
 * server allows them by their hashes. The scripts go to the template of what `boot.js` loads after that paint.
 */
export function inlined(): Plugin {
  return {
    name: 'kho-inlined',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const texts = locales.flatMap(locale =>
          Object.values(bundle).flatMap(file =>
            file.type === 'chunk' && file.facadeModuleId?.endsWith(`languages/${locale}/start.ts`)
              ? `<link rel="modulepreload" crossorigin href="/${file.fileName}" data-for="${locale}" />`
              : [],
          ),
        )
        if (texts.length !== locales.length)
          throw new Error('The texts of a language are no chunk of their own.')
        const scripts = html.match(/<script type="module"[^>]*><\/script>\s*/g) ?? []
        return scripts
          .reduce((page, script) => page.replace(script, ''), html)
          .replace('</template>', () => `${texts.join('\n')}\n${scripts.join('')}</template>`)
          .replace('<script src="/boot.js"></script>', () => `<script>${bootScript()}</script>`)
          .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/, (_, name: string) => {
            const sheet = bundle[name]
            if (sheet?.type !== 'asset') throw new Error(`The style sheet ${name} is not in the build.`)
            return `<style>${sheet.source}</style>`
          })
      },
    },
  }
}
