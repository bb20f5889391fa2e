import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Api, codesOf, entriesOf, readApi, type Schema } from '../../build/api-reference/document.ts'
import { apiPage } from '../../build/api-reference/page.ts'
import { readText } from '../../build/guide-frame.ts'
import { type Locale, locales } from '../../languages/languages.ts'
import { wrongWords } from '../support/words.ts'

const api = readApi()
const entries = entriesOf(api)

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found!)
const textOf = (html = '') =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()

/** The sections of operations and schemas, by id. */
const sectionsOf = (page: string) =>
  new Map(
    [...page.matchAll(/<article [^>]*id="([^"]+)".*?<\/article>/gs)].map(([html, id]): [string, string] => [
      id!,
      html,
    ]),
  )
const fieldsIn = (section = '') => all(section, / data-field="([^"]+)"/g).sort()

/** The names of fields, at any depth, that a schema has by itself: named schemas with fields are elsewhere on the page. */
function ownFields(schema: Schema): string[] {
  const { properties = {}, items, oneOf = [], allOf = [] } = schema
  return [
    ...Object.keys(properties),
    ...[...Object.values(properties), ...oneOf, ...allOf, ...(items ? [items] : [])].flatMap(ownFields),
  ]
}

/** A body's own fields, and those of the schema that it names, also as entries of a list. */
function bodyFields(schema: Schema | undefined): string[] {
  if (!schema) return []
  const named = ($ref: string) => api.components.schemas[$ref.split('/').at(-1)!]!
  if (schema.$ref) return ownFields(named(schema.$ref))
  return [...ownFields(schema), ...(schema.items?.$ref ? ownFields(named(schema.items.$ref)) : [])]
}

describe.each(locales)('the API reference in %s', locale => {
  const page = apiPage(api, locale, [])
  const sections = sectionsOf(page)

  test('has every operation with its method, path, parameters, fields, responses and errors', () => {
    const shown = entries.map(({ operation }) => {
      const section = sections.get(operation.operationId) ?? ''
      const errors = /<ul class="errors">.*?<\/ul>/s.exec(section)?.[0] ?? ''
      return {
        title: textOf(/<h3.*?<\/h3>/s.exec(section)?.[0]),
        summary: textOf(/<p class="summary".*?<\/p>/s.exec(section)?.[0]),
        fields: fieldsIn(section),
        statuses: all(section, /<b class="status">(\d+)</g),
        errors: all(errors, /<code[^>]*>([A-Z_]+)</g),
      }
    })
    const stated = entries.map(({ method, path, operation, parameters, answers }) => {
      const [body] = Object.values(operation.requestBody?.content ?? {})
      const results = answers.flatMap(([status, { content = {} }]) =>
        status.startsWith('2') ? Object.values(content).map(({ schema }) => schema) : [],
      )
      const fields = [body?.schema.contentSchema ?? body?.schema, ...results].flatMap(bodyFields)
      return {
        title: `${method} ${path}`,
        summary: operation.summary.trim().replaceAll('`', ''),
        fields: [...parameters.map(({ name }) => name), ...fields].sort(),
        statuses: answers.map(([status]) => status).sort(),
        errors: answers.flatMap(([, answer]) => codesOf(answer)),
      }
    })
    expect(shown).toEqual(stated)
    expect(all(page, /<article class="(operation)"/g)).toHaveLength(stated.length)
  })

  test('has every schema with fields, and every error code', () => {
    const { ErrorCode, ...schemas } = api.components.schemas
    const structured = Object.entries(schemas).filter(([, schema]) => ownFields(schema).length > 0)
    expect(structured.map(([name]) => [name, fieldsIn(sections.get(`schema-${name}`))])).toEqual(
      structured.map(([name, schema]) => [name, ownFields(schema).sort()]),
    )
    expect(all(page, / id="error-([A-Z_]+)"/g).sort()).toEqual([...(ErrorCode?.enum ?? [])].sort())
  })

  test('has only links that lead somewhere, relative to its address, and no id twice', () => {
    const ids = all(page, / id="([^"]+)"/g)
    expect(ids).toEqual([...new Set(ids)])
    const root = 'https://kho.example/kho/'
    const pages = [
      '',
      'guide/openapi.json',
      ...locales.flatMap(each => [`guide/${each}/`, `guide/${each}/api/`]),
    ]
    const leads = (address: string) => {
      if (address.startsWith('#')) return ids.includes(address.slice(1))
      const path = new URL(address, `${root}guide/${locale}/api/`).href.replace(root, '')
      return !address.startsWith('/') && (pages.includes(path) || existsSync(`public/${path}`))
    }
    const addresses = new Set(all(page, / (?:href|src)="([^"]+)"/g))
    expect([...addresses].filter(address => !leads(address))).toEqual([])
  })

  test('uses the words of the console in what is not of the contract', () => {
    const text = textOf(page.replace(/<(p|span)[^>]* lang="en".*?<\/\1>|<(code|pre)\b.*?<\/\2>/gs, ''))
    expect(wrongWords[locale].flatMap(([wrong]) => text.match(wrong)?.[0] ?? [])).toEqual([])
  })
})

test('both languages have the same sections in the introduction', () => {
  const introduction = (locale: Locale) =>
    readText(locale, 'api.md').headings.map(({ level, id }) => [level, id])
  expect(introduction('vi')).toEqual(introduction('en'))
})

/** The page's section of a schema, in an API that has these. */
function sectionOf(name: string, schemas: Record<string, Schema>): string {
  const small: Api = { ...api, paths: {}, components: { schemas } }
  return sectionsOf(apiPage(small, 'en', [])).get(`schema-${name}`) ?? ''
}
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('schemas that contain themselves are links to each other', () => {
  const schemas: Record<string, Schema> = {
    Tree: { type: 'object', properties: { branches: { type: 'array', items: ref('Tree') } } },
    Nested: { type: 'array', items: { oneOf: [ref('Nested'), { type: 'string' }] } },
  }
  expect(sectionOf('Tree', schemas)).toContain('<a href="#schema-Tree">Tree</a>[]')
  expect(sectionOf('Nested', schemas)).toContain('(<a href="#schema-Nested">Nested</a> | string)[]')
})

test('a schema made of others has their fields, and says which may be null', () => {
  const section = sectionOf('Whole', {
    Job: { type: 'object', properties: {} },
    Short: { type: 'string', maxLength: 3 },
    Whole: {
      allOf: [
        { type: 'object', required: ['job'], properties: { job: { oneOf: [ref('Job'), { type: 'null' }] } } },
        { type: 'object', properties: { name: { oneOf: [ref('Short'), { type: 'null' }] } } },
      ],
    },
  })
  expect([...section.matchAll(/<li data-field.*?<\/li>/g)].map(([field]) => textOf(field))).toEqual([
    'job Job | null required',
    'name string | null optionalat most 3 characters',
  ])
})

test('what the page cannot show fails the build', () => {
  const schemas = { Odd: { type: 'object', patternProperties: {} } as Schema }
  expect(() => sectionOf('Odd', schemas)).toThrow('The API reference does not show patternProperties.')
})
