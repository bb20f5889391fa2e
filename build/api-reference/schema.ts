import type { ApiReferenceTexts } from '../../languages/language.ts'
import { type Api, type Json, nameOf, type Schema } from './document.ts'
import { code, english, escaped, filled, type Links } from './html.ts'

const understood = new Set([
  ...['$ref', 'description', 'type', 'properties', 'required', 'additionalProperties', 'items', 'oneOf'],
  ...['allOf', 'enum', 'const', 'default', 'example', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'uniqueItems', 'pattern', 'format', 'contentSchema', 'x-actions', 'x-catalogue'],
])
/** Longer lists of values have a section of their own. */
const shortList = 12

export type Context = {
  api: Api
  texts: ApiReferenceTexts
  /** BCP 47 */
  tag: string
  links: Links
}

/**
 * The HTML of schemas. A named schema with fields, or with many values, has a section of its own, which its uses link to:
 * so each is written once, however schemas refer to each other. Other named schemas are written where they are used.
 */
export function schemaWriter({ api, texts, tag, links }: Context) {
  const { schemas } = api.components
  const number = new Intl.NumberFormat(tag)
  const say = (text: string) => english(text, links)

  function named($ref: string): Schema {
    const found = schemas[nameOf($ref)]
    if (!found) throw new Error(`The contract has no ${$ref}.`)
    return found
  }

  const refsOf = (schema: Schema): string[] =>
    [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)

  /** Whether a named schema contains itself. */
  function isCyclic(name: string): boolean {
    const seen = new Set<string>()
    const next = refsOf(schemas[name]!)
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      if (at === name) return true
      if (seen.has(at)) continue
      seen.add(at)
      next.push(...refsOf(named(at)))
    }
    return false
  }

  const sections = new Set(Object.keys(schemas).filter(name => isLarge(schemas[name]!) || isCyclic(name)))

  function isLarge(schema: Schema): boolean {
    const unknown = Object.keys(schema).filter(key => !understood.has(key))
    if (unknown.length > 0) throw new Error(`The API reference does not show ${unknown.join(', ')}.`)
    const within = [schema.items ?? [], schema.oneOf ?? [], schema.allOf ?? []].flat()
    return (
      schema.properties !== undefined ||
      (schema.enum ?? []).length > shortList ||
      within.some(each => each.$ref === undefined && isLarge(each))
    )
  }

  const hasSection = ($ref: string) => sections.has(nameOf($ref))

  /** The type as in TypeScript: `string | null`, `Job[]`. */
  function typeOf(schema: Schema): string {
    if (schema.$ref) {
      const name = nameOf(schema.$ref)
      const target = named(schema.$ref)
      return hasSection(schema.$ref) ? `<a href="#schema-${name}">${name}</a>` : typeOf(target)
    }
    if (schema.oneOf) return [...new Set(schema.oneOf.map(typeOf))].join(' | ')
    if (schema.allOf) return schema.allOf.map(typeOf).join(' &amp; ')
    if (schema.items) {
      const inner = typeOf(schema.items)
      return inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`
    }
    const values = schema.const === undefined ? schema.enum : [schema.const]
    const types = schema.type ?? [
      ...new Set((values ?? []).map(each => (each === null ? 'null' : typeof each))),
    ]
    return [types].flat().join(' | ') || texts.anything
  }

  const range = (least: number | undefined, most: number | undefined, unit: string) => {
    const [min, max] = [least ?? 0, most ?? 0].map(each => number.format(each))
    if (least === undefined && most === undefined) return []
    const text =
      least === most
        ? texts.exactly
        : most === undefined
          ? texts.atLeast
          : least === undefined
            ? texts.atMost
            : texts.between
    return [filled(unit, { range: filled(text, { min: min!, max: max! }) })]
  }
  const value = (each: Json) => code(JSON.stringify(each))
  const values = (list: Json[]) => list.map(value).join(', ')

  /** What limits a value: lengths, numbers, patterns, lists of values. */
  function limitsOf(schema: Schema): string[] {
    if (schema.$ref) {
      const target = named(schema.$ref)
      return hasSection(schema.$ref) ? [] : limitsOf(target)
    }
    const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
    const inner = schema.items ? limitsOf(schema.items) : []
    return [
      ...(schema.oneOf ?? []).flatMap(limitsOf),
      ...range(minLength, maxLength, texts.characters),
      ...range(minimum, maximum, '{range}'),
      ...range(minItems, maxItems, texts.entries),
      ...(schema.uniqueItems ? [texts.unique] : []),
      ...(schema.pattern ? [filled(texts.pattern, { pattern: code(schema.pattern) })] : []),
      ...(schema.format ? [filled(texts.format, { format: code(schema.format) })] : []),
      ...(schema.enum ? [filled(texts.oneOf, { values: values(schema.enum) })] : []),
      ...(schema.const === undefined ? [] : [filled(texts.always, { value: value(schema.const) })]),
      ...(schema.default === undefined ? [] : [filled(texts.byDefault, { value: value(schema.default) })]),
      ...(inner.length > 0 ? [filled(texts.each, { limits: inner.join('; ') })] : []),
    ]
  }

  /** Descriptions of the schema itself and of the named ones that are written here. */
  function notesOf(schema: Schema): string[] {
    const { $ref, items = [], oneOf = [] } = schema
    const target = $ref && !hasSection($ref) ? named($ref) : []
    const inner = [target, items, oneOf.filter(each => each.$ref)].flat().flatMap(notesOf)
    return [...(schema.description ? [schema.description] : []), ...inner]
  }

  /** Everything about a value but its name: description, limits, and the fields in it. */
  function about(schema: Schema): string {
    const notes = [...new Set(notesOf(schema))].map(note => `<p lang="en">${say(note)}</p>`)
    const limits = limitsOf(schema)
    const actions = schema['x-actions']
    return [
      ...notes,
      limits.length > 0 ? `<p class="limits">${limits.join('; ')}</p>` : '',
      actions ? `<p class="limits">${filled(texts.actions, { actions: values(actions) })}</p>` : '',
      fieldsOf(schema),
    ].join('')
  }

  function field(name: string, schema: Schema, required: boolean): string {
    const need = required
      ? `<span class="required">${texts.required}</span>`
      : `<span class="optional">${texts.optional}</span>`
    const type = `<code class="type" translate="no">${typeOf(schema)}</code>`
    return `<li data-field="${escaped(name)}"><div class="field">${code(name)} ${type} ${need}</div>${about(schema)}</li>`
  }

  const list = (items: string[]) => `<ul class="fields">${items.join('')}</ul>`

  /** The fields that are written in place: of named schemas with a section, none. */
  function fieldsOf(schema: Schema): string {
    if (schema.$ref) return hasSection(schema.$ref) ? '' : fieldsOf(named(schema.$ref))
    if (schema.properties) {
      const { properties, required = [] } = schema
      return list(
        Object.entries(properties).map(([name, each]) => field(name, each, required.includes(name))),
      )
    }
    if (schema.items) return fieldsOf(schema.items)
    if (schema.allOf) return schema.allOf.map(fieldsOf).join('')
    const inline = (schema.oneOf ?? []).filter(each => !each.$ref && isLarge(each))
    if (inline.length <= 1) return inline.map(fieldsOf).join('')
    const variants = inline.map(each => `<li>${about(each)}</li>`)
    return `<p class="variants">${texts.variants}</p><ol class="variant">${variants.join('')}</ol>`
  }

  /** The schema of a body: the fields of what it names are shown at once. */
  function body(schema: Schema): string {
    if (schema.$ref) return about(named(schema.$ref))
    if (schema.items?.$ref) return about({ ...schema, items: named(schema.items.$ref) })
    return about(schema)
  }

  return { typeOf, field, about, body, sections, list }
}
