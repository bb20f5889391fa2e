// @vitest-environment happy-dom

import { ChakraProvider } from '@chakra-ui/react'
import { EditorView } from '@codemirror/view'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CodeEditor } from '../../src/buckets/page/policy/code-editor.tsx'
import { createTheme } from '../../src/theme/system.ts'

test('what is typed while an earlier text comes back as the value stays', () => {
  const typed: string[] = []
  const shown = (value: string) => (
    <ChakraProvider value={createTheme()}>
      <CodeEditor
        label="policy"
        value={value}
        onChange={text => typed.push(text)}
        readOnly={false}
        issues={() => []}
        names={{ bucket: 'kho', principals: [] }}
        handle={null}
      />
    </ChakraProvider>
  )
  const { container, rerender } = render(shown('{'))
  const host = [...container.querySelectorAll('div')].find(each => each.shadowRoot)
  const view = EditorView.findFromDOM(host!.shadowRoot!.querySelector<HTMLElement>('.cm-editor')!)!
  const text = () => view.state.doc.toString()
  const type = (added: string) => view.dispatch({ changes: { from: text().length, insert: added } })

  type('a')
  type('b')
  expect(typed).toEqual(['{a', '{ab'])
  rerender(shown('{a'))
  expect(text()).toBe('{ab')
  rerender(shown('{ab'))
  expect(text()).toBe('{ab')

  rerender(shown('{'))
  expect(text()).toBe('{')
  rerender(shown('{ab'))
  expect(text()).toBe('{ab')
})
