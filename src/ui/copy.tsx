import { chakra } from '@chakra-ui/react'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/toast.ts'
import { IconButton } from './icon-button.tsx'
import { Tip } from './tip.tsx'

/** How long the tick stays, in ms. */
const shown = 2000

type CopyButtonProps = {
  /** The text, or a function that creates it when it is copied. */
  value: string | (() => Promise<string>)
  /** Its name: "Copy the password". */
  label: string
  /** Receives what `value` throws. */
  onError?: (error: unknown) => void
}

/** Copies `value` and confirms it. */
export function CopyButton({ value, label, onError }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shown)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy() {
    try {
      setCopied(await (typeof value === 'string' ? copyText(value) : copyMade(value())))
    } catch (error) {
      if (!onError) throw error
      onError(error)
    }
  }
  return (
    <Tip label={label}>
      <IconButton
        size="sm"
        label={label}
        color={copied ? 'fg.success' : undefined}
        onClick={() => void copy()}
      >
        {copied ? <Check /> : <Copy />}
      </IconButton>
    </Tip>
  )
}

type CopyValueProps = {
  label: string
  value: string
  /** Shows only its beginning, on one line. */
  cut?: boolean
  note?: ReactNode
}

/** A value with its label, in an unambiguous font, with a copy button. */
export function CopyValue({ label, value, cut = false, note }: CopyValueProps) {
  const t = useText()
  const id = useId()
  return (
    <chakra.div role="group" aria-labelledby={id} minW="0">
      <chakra.div id={id} textStyle="label" mb="1.5" overflowWrap="anywhere">
        {label}
      </chakra.div>
      <chakra.div
        display="flex"
        alignItems="center"
        gap="2"
        minH="field"
        ps="3"
        pe="1"
        borderWidth="1px"
        borderRadius="md"
        bg="bg.subtle"
      >
        <chakra.code
          flex="1"
          minW="0"
          py="1.5"
          fontFamily="mono"
          textStyle="small"
          userSelect="all"
          {...(cut
            ? { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
            : { overflowWrap: 'anywhere' })}
        >
          {value}
        </chakra.code>
        <CopyButton value={value} label={t('keys.copy', { what: label })} />
      </chakra.div>
      {note && (
        <chakra.p textStyle="small" color="fg.muted" mt="1.5">
          {note}
        </chakra.p>
      )}
    </chakra.div>
  )
}

/**
 * Copies `text` to the clipboard and confirms it, or reports that the browser refuses; returns whether it was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  return told(await putOnClipboard(text))
}

/**
 * Like `copyText`, with a text that is still being created; call it directly in the click handler, as Safari refuses to
 * copy later. Throws what `making` throws.
 */
async function copyMade(making: Promise<string>): Promise<boolean> {
  if (!('ClipboardItem' in window)) return copyText(await making)
  const blob = making.then(text => new Blob([text], { type: 'text/plain' }))
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  } catch (error) {
    const text = await making
    console.warn('The clipboard takes no text that is still being made', error)
    return copyText(text)
  }
  return told(true)
}

function told(copied: boolean): boolean {
  if (copied) showToast('shell.copied')
  else showToast('shell.copyFailed', { severity: 'error' })
  return copied
}

async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.warn('The clipboard API is not to be had; trying the old way', error)
    return copyBySelection(text)
  }
}

/** Outside of secure contexts there is no clipboard API; copying a selection still works. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Within an open dialog: elsewhere its focus trap would take the focus back before the copy.
  const place = before?.closest('[role=dialog], [role=alertdialog]') ?? document.body
  place.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
