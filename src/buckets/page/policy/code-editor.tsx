import { chakra } from '@chakra-ui/react'
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { forceLinting, linter, lintGutter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers, tooltips } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { type Names, policyCompletion } from './completion.ts'
import { editorTheme } from './editor-theme.ts'
import type { PlacedIssue } from './issue-places.ts'

export type EditorHandle = {
  goTo: (offset: number) => void
  /** Selects a part of the text, and scrolls to its start. */
  select: (part: { from: number; to: number }) => void
}

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  readOnly: boolean
  /** The issues of a text, with their sentences. */
  issues: (text: string) => (PlacedIssue & { message: string })[]
  names: Names
  handle: Ref<EditorHandle>
}

/**
 * The editor of a policy's JSON. It lives in a shadow root: there its styles are constructed style sheets, which the
 * console's Content-Security-Policy allows, and not `<style>` elements. Tab leaves the editor.
 */
export function CodeEditor({ label, value, onChange, readOnly, issues, names, handle }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef({ onChange, issues, names })
  latest.current = { onChange, issues, names }
  const first = useRef(value)
  /** What was typed and has not come back as the value: that of a render may be behind the editor. */
  const typed = useRef<string[]>([])

  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' })
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          ...[lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets()],
          ...[json(), indentUnit.of('  '), EditorView.lineWrapping, editorTheme, lintGutter()],
          tooltips({ position: 'absolute' }),
          autocompletion({
            override: [policyCompletion(() => latest.current.names)],
            icons: false,
            // Inside quotation marks Enter is never meant as a line break.
            interactionDelay: 0,
          }),
          linter(
            ({ state }) =>
              latest.current
                .issues(state.doc.toString())
                .map(({ from, to, message }) => ({ from, to, message, severity: 'error' })),
            { delay: 300 },
          ),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true', tabindex: '0' }),
          EditorView.updateListener.of(update => {
            if (!update.docChanged) return
            const text = update.state.doc.toString()
            typed.current.push(text)
            latest.current.onChange(text)
          }),
        ],
      }),
    })
    view.current = made
    return () => made.destroy()
  }, [label, readOnly])

  // A text that did not come from the editor: a template, or the stored one.
  useEffect(() => {
    const shown = view.current
    first.current = value
    const known = typed.current.indexOf(value)
    typed.current.splice(0, known + 1)
    if (known >= 0 || !shown || shown.state.doc.toString() === value) return
    shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: value } })
    typed.current = []
    forceLinting(shown)
  }, [value])

  useImperativeHandle(handle, () => ({
    goTo(offset) {
      view.current?.dispatch({ selection: { anchor: offset }, scrollIntoView: true })
      view.current?.focus()
    },
    select({ from, to }) {
      view.current?.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      })
      view.current?.focus()
    },
  }))

  return (
    <chakra.div
      ref={host}
      height={{ base: '320px', md: '480px' }}
      borderWidth="1px"
      borderColor="line.field"
      borderRadius="md"
      overflow="clip"
      _focusWithin={{
        borderColor: 'focus',
        boxShadow: '0 0 0 3px color-mix(in srgb, var(--kho-colors-focus) 22%, transparent)',
      }}
    />
  )
}

type ListProps = { issues: (PlacedIssue & { message: string })[]; onGoTo: (offset: number) => void }

/** The issues of the text, each with its line. */
export function IssueList({ issues, onGoTo }: ListProps) {
  const t = useText()
  return (
    <chakra.ul
      aria-live="polite"
      display="flex"
      flexDirection="column"
      gap="1"
      listStyleType="none"
      _empty={{ display: 'none' }}
    >
      {issues.map(({ from, line, message }) => (
        <chakra.li
          key={`${from} ${message}`}
          display="flex"
          gap="2"
          textStyle="small"
          overflowWrap="anywhere"
        >
          <Button variant="link" size="inline" textStyle="small" onClick={() => onGoTo(from)}>
            {t('policy.line', { line })}
          </Button>
          <chakra.span color="fg.danger">{message}</chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
