import { expect, test } from 'vitest'
import { affectedBy, packReach, unpackReach } from '../support/reach.ts'

const reached = new Map([
  ['screen files', new Set(['src/files/list/columns.ts', 'src/ui/button.tsx', 'languages/en/files.ts'])],
  ['action buckets: open one', new Set(['src/ui/button.tsx'])],
  ['tests/browser/guide.test.ts', new Set<string>()],
])
const reach = packReach('c0ffee', reached)

const affected = (...changed: string[]) => {
  const affects = affectedBy(changed, reach)
  return [...reached.keys()].filter(key => affects(key, [`tests/${key.split(' ')[0]}.ts`]))
}

test('a record says after it was written what it said before', () => {
  expect(unpackReach(JSON.parse(JSON.stringify(reach)))).toEqual(reached)
})

test.each([
  ['a source that one screen reaches', 'src/files/list/columns.ts', ['screen files']],
  ['a shared one', 'src/ui/button.tsx', ['screen files', 'action buckets: open one']],
  ['its text in the other language', 'languages/vi/files.ts', ['screen files']],
  ['the file that has an action', 'tests/action.ts', ['action buckets: open one']],
  ['how the console is built', 'vite.config.ts', ['screen files', 'action buckets: open one']],
  ['what its configuration names', 'build/messages.ts', ['screen files', 'action buckets: open one']],
  ['what makes packages', 'build/release.ts', []],
  ['the server', 'server/main.ts', []],
])('a change of %s affects what reaches it', (_, file, keys) => {
  expect(affected(file)).toEqual([...keys, 'tests/browser/guide.test.ts'])
})
