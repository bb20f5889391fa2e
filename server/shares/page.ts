import { createHash } from 'node:crypto'
import { formatBytes } from '../../domain/bytes.ts'
import { bareName } from '../../domain/object-key.ts'
import { type Locale, languages, sharePages } from '../../languages/languages.ts'
import { escapeHtml, fillIn } from '../brand/fill-in.ts'
import type { Brand } from '../config.ts'
import type { Share } from '../store/shares.ts'
import { pageStyle } from './page-style.ts'

/** A preview of the file on its page. `text`: the beginning of one; `whole`: whether it is all. */
export type Preview = { kind: 'image' | 'video' | 'audio' } | { kind: 'text'; text: string; whole: boolean }

export type GuestPages = ReturnType<typeof makeGuestPages>

/**
 * The pages for guests: HTML without scripts, so that the policy allows none. `address`: of a share below the console's
 * origin, without its token in any log.
 */
export function makeGuestPages({ brand, basePath }: { brand: Brand; basePath: string }) {
  const style = pageStyle(brand.colors)
  const hash = createHash('sha256').update(style).digest('base64')
  const name = escapeHtml(brand.name)
  const { logo } = brand
  const mark =
    logo === null
      ? '<svg width="28" height="28" viewBox="0 0 32 32" fill="none" aria-hidden="true"><path class="roof" d="M2.6 13.2c4.7-.9 8.8-3.7 11.4-8.2a2.3 2.3 0 0 1 4 0c2.6 4.5 6.7 7.3 11.4 8.2"/><rect class="drawer" x="6" y="15.6" width="20" height="12.4" rx="2.6"/><rect class="handle" x="12" y="20" width="8" height="3.2" rx="1.6"/></svg>'
      : `<img src="${basePath}/${logo.file}" alt="${logo.wide ? name : ''}" width="${logo.width}" height="${logo.height}">`
  const banner = logo?.wide ? mark : `${mark}<span>${name}</span>`

  function page(locale: Locale, title: string, main: string, { head = '', short = false } = {}): string {
    const { tag, direction } = languages[locale]
    return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${title} · ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${basePath}/${logo !== null && !logo.wide ? logo.file : 'favicon.svg'}">
${head}<style>${style}</style>
</head>
<body>
<header>${banner}</header>
<main${short ? ' class="short"' : ''}>
${main}
</main>
</body>
</html>
`
  }

  function message(locale: Locale, title: string, text: string): string {
    return page(locale, title, `<div class="panel"><h1>${title}</h1><p>${text}</p></div>`, { short: true })
  }

  const textsOf = (locale: Locale) => {
    const texts = sharePages[locale]
    return (id: keyof typeof texts) => fillIn(texts[id], brand.name)
  }

  return {
    /** Its inline style by its hash, and pictures and sounds of this origin. Source: CSP Level 3. */
    policy: `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,

    gone(locale: Locale): string {
      const say = textsOf(locale)
      return message(locale, say('goneTitle'), say('gone'))
    },

    busy(locale: Locale): string {
      const say = textsOf(locale)
      return message(locale, say('busyTitle'), say('busy'))
    },

    down(locale: Locale): string {
      const say = textsOf(locale)
      return message(locale, say('downTitle'), say('down'))
    },

    /** `wait`: seconds until another attempt. */
    password(locale: Locale, answer: 'wrong' | { wait: number } | null = null): string {
      const say = textsOf(locale)
      const minutes = typeof answer === 'object' && answer ? Math.ceil(answer.wait / 60) : 0
      const bad =
        answer === null
          ? ''
          : `<p class="bad" id="bad" role="alert">${answer === 'wrong' ? say('wrong') : say('wait').replace('{minutes}', String(minutes))}</p>`
      const wrong = answer === null ? '' : ' aria-invalid="true" aria-describedby="bad"'
      const main = `<div class="panel"><h1>${say('passwordTitle')}</h1><p>${say('passwordLead')}</p>${bad}
<form method="post"><label>${say('password')}<input name="password" type="password" required maxlength="128" autocomplete="off" autocapitalize="none" spellcheck="false" autofocus${wrong}></label>
<button class="main" type="submit">${say('enter')}</button></form></div>`
      return page(locale, say('passwordTitle'), main, { short: true })
    },

    /** `path`: of the share below the console's origin. */
    file(
      locale: Locale,
      share: Share,
      { path, size, preview }: { path: string; size: number; preview: Preview | null },
    ): string {
      const say = textsOf(locale)
      const title = escapeHtml(shownName(share))
      const length = formatBytes(size, languages[locale].tag)
      const until =
        share.expireDate === 0
          ? ''
          : ` · ${say('until').replace('{until}', timeText(locale, share.expireDate))}`
      const head =
        share.passwordHash === null
          ? `<meta property="og:type" content="website">\n<meta property="og:title" content="${title}">\n<meta property="og:description" content="${escapeHtml(length)}">\n<meta property="og:site_name" content="${name}">\n`
          : ''
      const parts = [
        `<p class="over">${say('shared')}</p><h1>${title}</h1><p class="facts">${escapeHtml(length)}${until}</p>`,
        share.note === '' ? '' : `<p class="note">${escapeHtml(share.note)}</p>`,
        preview === null ? '' : previewHtml(preview, { path, title, say }),
        share.mode === 'download'
          ? `<a class="main" href="${path}/file">${say('download')}</a>`
          : `<p class="over">${say('lookOnly')}</p>`,
      ]
      return page(locale, title, `<div class="panel">${parts.filter(Boolean).join('\n')}</div>`, { head })
    },
  }
}

type Say = (id: 'textStart' | 'openText') => string

function previewHtml(
  preview: Preview,
  { path, title, say }: { path: string; title: string; say: Say },
): string {
  const source = `src="${path}/view"`
  switch (preview.kind) {
    case 'image':
      return `<img class="shown" ${source} alt="${title}">`
    case 'video':
      return `<video class="shown" ${source} controls playsinline preload="metadata"></video>`
    case 'audio':
      return `<audio ${source} controls preload="metadata"></audio>`
    case 'text': {
      const { text, whole } = preview
      const rest = whole
        ? ''
        : `<p class="over">${say('textStart')} <a href="${path}/view">${say('openText')}</a></p>`
      return `<pre tabindex="0">${escapeHtml(text)}</pre>${rest}`
    }
  }
}

/** The name of the file, without letters that turn the direction of text or cannot be seen. */
function shownName({ path }: Pick<Share, 'path'>): string {
  return (bareName(path) || path).replace(
    /[\p{Cc}\p{Bidi_Control}\u{200b}\u{2028}\u{2029}\u{feff}]/gu,
    '\u{fffd}',
  )
}

/** In UTC, as the guest's time zone is unknown. `at`: unix seconds. */
function timeText(locale: Locale, at: number): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  const text = new Intl.DateTimeFormat(languages[locale].tag, options).format(at * 1000)
  return escapeHtml(`${text} (UTC)`)
}
