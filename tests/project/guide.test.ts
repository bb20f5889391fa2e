import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { guideLocales, guidePage, readGuide } from '../../build/guide.ts'
import { messages as enConsole } from '../../src/i18n/en/console.ts'
import { messages as enStart } from '../../src/i18n/en/start.ts'
import { messages as viConsole } from '../../src/i18n/vi/console.ts'
import { messages as viStart } from '../../src/i18n/vi/start.ts'

const messages = { en: { ...enStart, ...enConsole }, vi: { ...viStart, ...viConsole } }
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(match => match[1]!)

test('the guide has the same headings in both languages', () => {
  const shape = (locale: 'vi' | 'en') => readGuide(locale).headings.map(({ level, id }) => [level, id])
  expect(shape('vi')).toEqual(shape('en'))
  const ids = shape('en').flatMap(([level, id]) => (level === 1 ? [] : [id]))
  expect(ids).toEqual([...new Set(ids)])
  expect(ids.filter(id => id === '')).toEqual([])
})

describe.each(guideLocales)('the guide in %s', locale => {
  const page = guidePage(locale, [])

  test('has only links that lead somewhere, and pictures that are there', () => {
    const ids = all(page, / id="([^"]+)"/g)
    const links = all(page, /<a [^>]*href="([^"]+)"/g)
    const pages = ['/', ...guideLocales.map(each => `/guide/${each}/`)]
    const leads = (link: string) =>
      link.startsWith('#') ? ids.includes(link.slice(1)) : pages.includes(link)
    expect(links.length).toBeGreaterThan(ids.length)
    expect(links.filter(link => !leads(link))).toEqual([])
    const pictures = all(page, /<img src="([^"]+)"/g).filter(source => !source.startsWith('/'))
    expect(pictures.filter(name => !existsSync(join('docs/guide', name)))).toEqual([])
  })

  test('calls buttons and screens what the console calls them', () => {
    const labels = Object.values(messages[locale]).map(text => text.replace(/ \{name\}$/, ''))
    expect(all(page, /<strong>([^<]+)<\/strong>/g).filter(name => !labels.includes(name))).toEqual([])
  })
})
