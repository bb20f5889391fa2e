import type { ApiReferenceTexts } from '../../languages/language.ts'
import { type Locale, languages, staticTexts } from '../../languages/languages.ts'
import { version } from '../../server/program.ts'
import { guideFrame, readText } from '../guide-frame.ts'
import { type Api, byToken, type Entry, entriesOf } from './document.ts'
import { english, filled, type Links } from './html.ts'
import { method, operationWriter, schemaSections } from './operation.ts'

type Group = { name: keyof ApiReferenceTexts['groups']; description: string; entries: Entry[] }

/** By tag; first those in which tokens may call something. */
function groupsOf(api: Api): Group[] {
  const entries = entriesOf(api)
  const groups = api.tags.map(({ name, description }) => ({
    name: name as Group['name'],
    description,
    entries: entries.filter(({ operation }) => operation.tags[0] === name),
  }))
  const open = (group: Group) => group.entries.some(byToken)
  return [...groups.filter(open), ...groups.filter(group => !open(group))]
}

function linksOf(api: Api, entries: Entry[]): Links {
  const { ErrorCode, ...schemas } = api.components.schemas
  return new Map([
    ...Object.keys(schemas).map((name): [string, string] => [name, `#schema-${name}`]),
    ...Object.keys(ErrorCode?.['x-catalogue'] ?? {}).map((name): [string, string] => [
      name,
      `#error-${name}`,
    ]),
    ...entries.map(({ operation: { operationId } }): [string, string] => [operationId, `#${operationId}`]),
  ])
}

const item = (id: string, text: string, more = '') => `<li${more}><a href="#${id}">${text}</a></li>`

/** The API reference below `/guide/<language>/api/`. `styles`: URLs of the guide's style sheets. */
export function apiPage(api: Api, locale: Locale, styles: string[]): string {
  const { api: texts, guide: words } = staticTexts[locale]
  const groups = groupsOf(api)
  const all = groups.flatMap(({ entries }) => entries)
  const context = { api, texts, tag: languages[locale].tag, links: linksOf(api, all) }
  const section = operationWriter(context)
  const schemas = schemaSections(context)
  const intro = readText(locale, 'api.md')
  const introItems = intro.headings.filter(({ level }) => level === 2).map(({ id, text }) => item(id, text))
  const groupItems = groups.map(({ name, entries }) => {
    const items = entries.map(({ method: name, path, operation }) =>
      item(
        operation.operationId,
        `${method(name)} <span class="path">${path.replace(/^\/api/, '').replaceAll('/', '/<wbr />')}</span>`,
        ' translate="no"',
      ),
    )
    return `<section><h3><a href="#group-${name}">${texts.groups[name]}</a></h3><ul class="paths">${items.join('')}</ul></section>`
  })
  const contents = `<nav class="contents" id="contents" aria-label="${words.contents}">
<form class="search" role="search" hidden><label for="search">${texts.search}</label><input type="search" id="search" autocomplete="off" spellcheck="false" />
<label class="check"><input type="checkbox" id="token-only" /> ${texts.tokenOnly}</label>
<p role="status" data-text="${texts.found}"></p></form>
<details><summary>${words.contents}</summary><div class="list">
<section><h3>${texts.introduction}</h3><ul>${introItems.join('')}</ul></section>
${groupItems.join('\n')}
<section><h3><a href="#schemas">${texts.schemas}</a></h3><ul translate="no">${schemas.map(({ name }) => item(`schema-${name}`, name)).join('')}</ul></section>
</div></details></nav>`
  const sections = groups.map(
    ({ name, description, entries }) =>
      `<section class="group" aria-labelledby="group-${name}"><h2 id="group-${name}">${texts.groups[name]}</h2><p lang="en">${english(description, context.links)}</p>
${entries.map(section).join('\n')}</section>`,
  )
  const body = `<a class="skip" href="#content">${texts.skip}</a>
${contents}
<main id="content" tabindex="-1" data-copy="${texts.copy}" data-copied="${texts.copied}">
<div class="introduction">${intro.html}
<p><a class="download" href="../../openapi.json" download="kho-openapi.json">${texts.download}</a></p></div>
${sections.join('\n')}
<section class="schemas" aria-labelledby="schemas"><h2 id="schemas">${texts.schemas}</h2>
${schemas.map(({ html }) => html).join('\n')}</section>
<p class="version">${filled(texts.version, { version })}</p>
</main>
<a class="up" href="#contents">${words.contents}</a>`
  return guideFrame({
    locale,
    title: `${intro.title} · {brand}`,
    path: 'api/',
    styles: [...styles, ...['api', 'api-contents', 'api-code'].map(name => `../../${name}.css`)],
    scripts: ['../../api.js'],
    links: `<a href="../">${texts.guide}</a>`,
    body,
  })
}
