import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Locale, languages, locales, startTexts, staticTexts } from '../languages/languages.ts'

const bootFile = join(import.meta.dirname, '../public/boot.js')
/** Without comments and indentation. */
const bootScript = () => readFileSync(bootFile, 'utf8').replace(/^ *(\/\/.*\n)?/gm, '')

const each = (text: (locale: Locale) => string) => locales.map(text).join('\n')

/**
 * The sign-in page before its script has loaded: the markup of `src/sign-in/sign-in-screen.tsx`, which takes over what
 * was typed meanwhile.
 */
async function signIn(): Promise<string> {
  const texts = await Promise.all(
    locales.map(async locale => ({ locale, messages: (await startTexts[locale]()).messages })),
  )
  const say = (id: SignInText) =>
    texts.map(({ locale, messages }) => `<span lang="${locale}">${messages[id]}</span>`).join('')
  const choices = (chosen: Locale) =>
    locales.map(each => `<b${each === chosen ? ' class="chosen"' : ''}>${each}</b>`).join('')
  const field = (name: string, label: SignInText, more: string) =>
    `<label class="label" for="boot-${name}">${say(label)}</label>
<input class="input" id="boot-${name}" name="${name}" autocapitalize="none" spellcheck="false" ${more} />`
  // `dialog`: neither the Enter key nor the browser submits it anywhere.
  return `<form class="sign-in" method="dialog">
${each(locale => `<div class="languages" lang="${locale}" aria-hidden="true">${choices(locale)}</div>`)}
<div class="title">${say('auth.signInTitle')}</div>
<div class="lead">${say('auth.signInLead')}</div>
${field('username', 'auth.email', 'type="email" autocomplete="username" autofocus')}
${field('password', 'auth.password', 'type="password" autocomplete="current-password"')}
<div class="main" aria-hidden="true">${say('auth.signIn')}</div>
<div class="forgot" aria-hidden="true">${say('auth.forgotPassword')}</div>
</form>`
}

type SignInText =
  | 'auth.signInTitle'
  | 'auth.signInLead'
  | 'auth.email'
  | 'auth.password'
  | 'auth.signIn'
  | 'auth.forgotPassword'

/** `boot.js` takes the one of the page's language. */
function description(): string {
  const each = locales.map(locale => `data-${locale}="${staticTexts[locale].description}"`)
  return `content="${staticTexts.en.description}" ${each.join(' ')}`
}

/** Fills the languages into index.html and its `boot.css`. */
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
      async handler(html, { server }) {
        const parts = new Map([
          [
            '%LANGUAGES%',
            locales
              .map(locale => `${locale}:${languages[locale].direction}:${languages[locale].fonts.join(',')}`)
              .join(' '),
          ],
          ['%DESCRIPTION%', description()],
          ['%SIGN_IN%', await signIn()],
          [
            '%NOT_LOADED%',
            each(locale => {
              const { notLoaded, retry } = staticTexts[locale]
              return `<p lang="${locale}">${notLoaded} <button type="button">${retry}</button></p>`
            }),
          ],
          ['%NO_SCRIPT%', each(locale => `<p lang="${locale}">${staticTexts[locale].noScript}</p>`)],
        ])
        const filled = html.replace(/%[A-Z_]+%/g, part => parts.get(part) ?? part)
        // The server fills in the name in the page of a build: see server/http/brand-pages.ts.
        return server ? filled.replaceAll('{brand}', 'Kho') : filled
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
              ? `<link rel="modulepreload" crossorigin href="./${file.fileName}" data-for="${locale}" />`
              : [],
          ),
        )
        if (texts.length !== locales.length)
          throw new Error('The texts of a language are no chunk of their own.')
        const scripts = html.match(/<script type="module"[^>]*><\/script>\s*/g) ?? []
        return scripts
          .reduce((page, script) => page.replace(script, ''), html)
          .replace('</template>', () => `${texts.join('\n')}\n${scripts.join('')}</template>`)
          .replace('<script src="./boot.js"></script>', () => `<script>${bootScript()}</script>`)
          .replace(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"[^>]*>/, (_, name: string) => {
            const sheet = bundle[name]
            if (sheet?.type !== 'asset') throw new Error(`The style sheet ${name} is not in the build.`)
            return `<style>${String(sheet.source).replaceAll('url(./', 'url(./assets/')}</style>`
          })
      },
    },
  }
}
