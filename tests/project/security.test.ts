import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const document = readFileSync('docs/security.md', 'utf8')

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; their numbers have no gaps. */
const sections: Record<string, number> = {
  ...{ 'V1.1': 2, 'V1.2': 9, 'V1.3': 11, 'V1.4': 3, 'V1.5': 2 },
  ...{ 'V2.1': 3, 'V2.2': 3, 'V2.3': 4, 'V2.4': 1 },
  ...{ 'V3.2': 2, 'V3.3': 4, 'V3.4': 6, 'V3.5': 5, 'V3.7': 2 },
  ...{ 'V4.1': 3, 'V4.2': 1, 'V4.3': 2, 'V4.4': 4 },
  ...{ 'V5.1': 1, 'V5.2': 3, 'V5.3': 2, 'V5.4': 3 },
  ...{ 'V6.1': 3, 'V6.2': 12, 'V6.3': 4, 'V6.4': 4, 'V6.5': 5, 'V6.6': 3, 'V6.8': 4 },
  ...{ 'V7.1': 3, 'V7.2': 4, 'V7.3': 2, 'V7.4': 5, 'V7.5': 2, 'V7.6': 2 },
  ...{ 'V8.1': 2, 'V8.2': 3, 'V8.3': 1, 'V8.4': 1 },
  ...{ 'V9.1': 3, 'V9.2': 4 },
  ...{ 'V10.1': 2, 'V10.2': 2, 'V10.3': 4, 'V10.4': 11, 'V10.5': 5, 'V10.6': 2, 'V10.7': 3 },
  ...{ 'V11.1': 2, 'V11.2': 3, 'V11.3': 3, 'V11.4': 4, 'V11.5': 1, 'V11.6': 1 },
  ...{ 'V12.1': 3, 'V12.2': 2, 'V12.3': 4 },
  ...{ 'V13.1': 1, 'V13.2': 5, 'V13.3': 2, 'V13.4': 5 },
  ...{ 'V14.1': 2, 'V14.2': 4, 'V14.3': 3 },
  ...{ 'V15.1': 3, 'V15.2': 3, 'V15.3': 7 },
  ...{ 'V16.1': 1, 'V16.2': 5, 'V16.3': 4, 'V16.4': 3, 'V16.5': 3 },
  ...{ 'V17.1': 1, 'V17.2': 4, 'V17.3': 2 },
}

const numbered = (section: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`)

/** The requirements that a cell names: `V1.2.3`, `V1.2.6–V1.2.8`, or several with commas. */
function requirements(cell: string): string[] {
  return cell.split(', ').flatMap(part => {
    const [, section, from, , to] = /^(V\d+\.\d+)\.(\d+)(–\1\.(\d+))?$/.exec(part) ?? []
    return section ? numbered(section, Number(from), Number(to ?? from)) : [part]
  })
}

type Row = { ids: string; asks: string; shown: string }

function rowsOf(text: string): Row[] {
  const lines = text.split('\n').filter(line => line.startsWith('| V'))
  return lines.map(line => {
    const [ids = '', asks = '', shown = ''] = line.slice(2, -2).split(' | ')
    return { ids, asks, shown }
  })
}

const [chapters, explained] = document.split('\n## Not met\n') as [string, string]
const rows = rowsOf(chapters)

const folders = readdirSync('tests')

/** Each requirement with each file below `tests` that its row names. */
const named = rows.flatMap(({ ids, shown }) =>
  [...shown.matchAll(/`(\w+)(\/[\w/-]+)`/g)].flatMap(([, folder, rest]) =>
    folders.includes(folder!) ? [`${ids} ${folder}${rest}`] : [],
  ),
)

/** The same, of the titles of tests that end with requirements in brackets. */
const claimed = globSync('tests/**/*.test.{ts,tsx}').flatMap(path =>
  [...readFileSync(path, 'utf8').matchAll(/ \[(V\d[V\d., –]*)\]['"`]/g)].flatMap(([, ids]) =>
    ids!.split(', ').map(id => `${id} ${path.replace(/^tests\/|\.test\.tsx?$/g, '')}`),
  ),
)

test('each requirement of levels 1 and 2 has one row', () => {
  const all = Object.entries(sections).flatMap(([section, count]) => numbered(section, 1, count))
  expect(all.length).toBe(253)
  expect(rows.flatMap(({ ids }) => requirements(ids))).toEqual(all)
})

test('each file that a row names has a test that names the requirement, and no other has', () => {
  expect(named.length).toBeGreaterThan(100)
  expect(named.sort()).toEqual([...new Set(claimed)].sort())
})

test('each row has a test or says why not, and what is not met is explained', () => {
  const reason = /^\*\*(n\/a|documents|operator|no test|not met)\*\*/
  const proven = /^`\w+\//
  expect(rows.filter(({ shown }) => !proven.test(shown) && !reason.test(shown))).toEqual([])
  const unreasoned = /^\*\*(n\/a|documents|operator|no test)\*\*(?!: .)/
  expect(rows.filter(({ shown }) => unreasoned.test(shown))).toEqual([])
  const documents = rows.filter(({ shown }) => shown.startsWith('**documents**'))
  expect(documents.filter(({ shown }) => !shown.includes(']('))).toEqual([])
  const unmet = rows.filter(({ shown }) => /\*\*not met\*\*|#not-met/.test(shown)).map(({ ids }) => ids)
  expect(
    rowsOf(explained)
      .flatMap(({ ids }) => requirements(ids))
      .sort(),
  ).toEqual(unmet.sort())
})

test('each link leads to a file or a heading that is there', () => {
  const anchors = (text: string) =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    )
  const links = [...document.matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]+))?\)/g)]
  const broken = links.filter(([, file, anchor]) => {
    const path = join('docs', file || 'security.md')
    if (!existsSync(path)) return true
    return anchor !== undefined && !anchors(readFileSync(path, 'utf8')).includes(anchor)
  })
  expect(links.length).toBeGreaterThan(20)
  expect(broken.map(([link]) => link)).toEqual([])
})
