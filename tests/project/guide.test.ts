import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesOf, readApi } from '../../build/api-reference/document.ts'
import { guidePage, readGuide } from '../../build/guide.ts'
import { type Locale, locales } from '../../languages/languages.ts'
import { allTexts } from '../../languages/screen-texts.ts'
import { wrongWords } from '../support/words.ts'

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(match => match[1]!)

const operations = new Set<string>(entriesOf(readApi()).map(({ operation }) => operation.operationId))

test('the guide has the same headings in every language', () => {
  const shape = (locale: Locale) => readGuide(locale).headings.map(({ level, id }) => [level, id])
  for (const locale of locales) expect(shape(locale)).toEqual(shape('en'))
  const ids = shape('en').flatMap(([level, id]) => (level === 1 ? [] : [id]))
  expect(ids).toEqual([...new Set(ids)])
  expect(ids.filter(id => id === '')).toEqual([])
})

describe.each(locales)('the guide in %s', locale => {
  const page = guidePage(locale, [])

  test('has only links that lead somewhere, and pictures that are there', () => {
    const ids = all(page, / id="([^"]+)"/g)
    const links = all(page, /<a [^>]*href="([^"]+)"/g)
    const pages = ['/', `/guide/${locale}/api/`, ...locales.map(each => `/guide/${each}/`)]
    const leads = (link: string) =>
      link.startsWith('#')
        ? ids.includes(link.slice(1))
        : pages.includes(new URL(link, `https://kho.example/guide/${locale}/`).pathname) &&
          (!link.includes('#') || operations.has(link.split('#')[1]!))
    expect(links.length).toBeGreaterThan(ids.length)
    expect(links.filter(link => !leads(link))).toEqual([])
    const pictures = all(page, /<img src="([^"]+)"/g).filter(source => !source.endsWith('.svg'))
    expect(pictures.filter(name => !existsSync(join('languages', locale, 'guide', name)))).toEqual([])
  })

  test('uses the words of the console', () => {
    const text = page.replace(/<[^>]+>/g, ' ')
    expect(wrongWords[locale].flatMap(([wrong]) => text.match(wrong)?.[0] ?? [])).toEqual([])
  })

  test('calls buttons and screens what the console calls them', async () => {
    const parts = await Promise.all(allTexts.map(part => part[locale]()))
    const texts = parts.flatMap(({ messages }): string[] => Object.values(messages))
    const labels = texts.map(text => text.replace(/ \{name\}$/, ''))
    expect(all(page, /<strong>([^<]+)<\/strong>/g).filter(name => !labels.includes(name))).toEqual([])
  })
})
