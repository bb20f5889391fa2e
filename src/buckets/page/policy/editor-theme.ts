import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const color = (name: string) => `var(--kho-colors-${name})`

const look = EditorView.theme({
  '&': { color: color('fg'), backgroundColor: color('bg'), fontSize: '13px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--kho-fonts-mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { caretColor: color('fg'), padding: '12px 0' },
  '.cm-line': { padding: '0 12px 0 6px' },
  // The editor paints its selection itself, behind the text: the page's own colours would hide it.
  '.cm-line::selection, .cm-line ::selection': { color: 'currentcolor', backgroundColor: 'transparent' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: color('fg') },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: color('bg-selected'),
  },
  '.cm-gutters': { backgroundColor: color('bg-subtle'), color: color('fg-subtle'), border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '.cm-placeholder': { color: color('fg-subtle') },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: color('bg-muted'),
    outline: 'none',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: color('danger-subtle') },
  '.cm-tooltip': {
    backgroundColor: color('bg-raised'),
    color: color('fg'),
    border: `1px solid ${color('line-strong')}`,
    borderRadius: '8px',
    overflow: 'hidden',
    boxShadow: 'var(--kho-shadows-md)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--kho-fonts-mono)',
    maxWidth: 'min(520px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '20px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: color('bg-selected'),
    color: color('fg'),
  },
  '.cm-completionIcon': { display: 'none' },
  '.cm-completionDetail': { color: color('fg-muted'), fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--kho-fonts-body)', border: 'none' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: `underline wavy ${color('fg-danger')}`,
    textUnderlineOffset: '3px',
  },
  '.cm-gutter-lint': { width: '16px' },
  '.cm-lint-marker-error': {
    content: '""',
    width: '8px',
    height: '8px',
    margin: '6px 0 0 6px',
    borderRadius: '50%',
    backgroundColor: color('fg-danger'),
  },
})

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: color('fg-accent') },
  { tag: tags.string, color: color('fg-success') },
  { tag: [tags.number, tags.bool, tags.null], color: color('fg-warning') },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: color('fg-muted') },
])

/** The editor's theme, in the console's colours: it follows light and dark mode. */
export const editorTheme = [look, syntaxHighlighting(colors)]
