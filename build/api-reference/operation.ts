import { curlOf } from './curl.ts'
import { type Answer, byToken, type CatalogueEntry, codesOf, type Entry, type Media } from './document.ts'
import { code, english, escaped, filled } from './html.ts'
import { type Context, schemaWriter } from './schema.ts'

const KiB = 1024
const usualLimit = KiB * KiB

export const method = (name: string) => `<span class="method ${name.toLowerCase()}">${name}</span>`

/** Code with a button, which the script adds, that copies it. */
export const codeBlock = (text: string, label: string): string =>
  `<figure class="code" translate="no"><figcaption>${label}</figcaption><pre><code>${escaped(text)}</code></pre></figure>`

/** The section of an operation: what it does, who may call it, what it takes and answers, and how curl calls it. */
export function operationWriter(context: Context) {
  const { api, texts, tag, links } = context
  const schemas = schemaWriter(context)
  const size = (bytes: number) => {
    const [amount, unit] = bytes < usualLimit ? [bytes / KiB, 'KiB'] : [bytes / usualLimit, 'MiB']
    return `${new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(amount)} ${unit}`
  }
  const types = (media: Media) => Object.keys(media).map(code).join(', ')
  const part = (title: string, content: string) =>
    content && `<section class="part"><h4>${title}</h4>${content}</section>`

  function rights(entry: Entry): string {
    const { operation } = entry
    const confirm = operation['x-confirm']
    return [
      byToken(entry)
        ? `<li class="token">${texts.byToken}</li>`
        : operation.security.length > 0
          ? `<li>${texts.bySession}</li>`
          : '',
      `<li>${texts.needs[operation['x-need']]}</li>`,
      confirm ? `<li>${texts.confirm[confirm]}</li>` : '',
    ].join('')
  }

  function parameters(entry: Entry): string {
    const of = (place: string) => {
      const found = entry.parameters.filter(each => each.in === place)
      const fields = found.map(({ name, schema, description, required }) =>
        schemas.field(name, description ? { ...schema, description } : schema, required === true),
      )
      return fields.length > 0 ? schemas.list(fields) : ''
    }
    return part(texts.inPath, of('path')) + part(texts.inQuery, of('query'))
  }

  function body({ operation }: Entry): string {
    const [media] = Object.values(operation.requestBody?.content ?? {})
    if (!media) return ''
    const limit = filled(texts.bodyLimit, { size: size(operation['x-body-limit'] ?? usualLimit) })
    const head = media.schema.contentSchema
    const shown = head ? `<p>${schemas.typeOf(head)}</p>${schemas.body(head)}` : schemas.body(media.schema)
    return part(
      texts.body,
      `<p class="limits">${types(operation.requestBody!.content)}, ${limit}</p>${shown}`,
    )
  }

  function success([status, { description, content = {} }]: [string, Answer]): string {
    const [media] = Object.values(content)
    const type = media ? ` <code class="type" translate="no">${schemas.typeOf(media.schema)}</code>` : ''
    const example =
      media?.example === undefined
        ? ''
        : codeBlock(JSON.stringify(media.example, null, 2), texts.exampleAnswer)
    return `<div class="answer"><p><b class="status">${status}</b> <span lang="en">${english(description, links)}</span></p>
${media ? `<p class="limits">${types(content)}${type}</p>${schemas.body(media.schema)}${example}` : ''}</div>`
  }

  function errors(answers: Entry['answers']): string {
    const rows = answers.flatMap(([status, answer]) => {
      const codes = codesOf(answer).map(each => `<a href="#error-${each}">${code(each)}</a>`)
      return codes.length > 0 ? [`<li><b class="status">${status}</b> ${codes.join(' ')}</li>`] : []
    })
    return rows.length > 0 ? `<ul class="errors">${rows.join('')}</ul>` : ''
  }

  return function operationSection(entry: Entry): string {
    const { operation, answers } = entry
    const id = operation.operationId
    const description = operation.description
      ? `<p lang="en">${english(operation.description, links)}</p>`
      : ''
    const good = answers.filter(([status]) => status.startsWith('2'))
    return `<article class="operation" id="${id}"${byToken(entry) ? ' data-token' : ''}>
<header><h3 translate="no">${method(entry.method)} <span class="path">${entry.path.replaceAll('/', '/<wbr />')}</span></h3>
<p class="summary" lang="en">${english(operation.summary, links)}</p>
${description}<ul class="rights">${rights(entry)}</ul><p class="id"><a href="#${id}" translate="no">${id}</a></p></header>
<div class="sides"><div>
${parameters(entry)}${body(entry)}${part(texts.answers, good.map(success).join(''))}${part(texts.errors, errors(answers))}
</div><div>${codeBlock(curlOf(api, entry), texts.example)}</div></div>
</article>`
  }
}

/** The sections of named schemas; that of error codes says what each means. */
export function schemaSections(context: Context): { name: string; html: string }[] {
  const { api, links } = context
  const { about, list, sections, typeOf } = schemaWriter(context)
  const error = ([name, { status, detail, meaning }]: [string, CatalogueEntry]) =>
    `<li id="error-${name}"><div class="field">${code(name)} <b class="status">${status}</b></div><p lang="en">${english(meaning ?? detail, links)}</p></li>`
  return Object.entries(api.components.schemas)
    .filter(([name]) => sections.has(name))
    .map(([name, schema]) => {
      const catalogue = schema['x-catalogue']
      const content = catalogue
        ? list(Object.entries(catalogue).map(error))
        : `<p class="limits"><code class="type" translate="no">${typeOf(schema)}</code></p>${about(schema)}`
      return {
        name,
        html: `<article class="schema" id="schema-${name}"><h3 translate="no">${name}</h3>${content}</article>`,
      }
    })
}
