import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyMade, copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'
import { Tip } from './tip.tsx'

/** How long the tick stays, in ms. */
const shown = 2000

type Props = {
  /** The text, or a function that creates it when it is copied. */
  value: string | (() => Promise<string>)
  /** Its name: "Copy the password". */
  label: string
  /** Receives what `value` throws. */
  onError?: (error: unknown) => void
}

/** Copies `value` and confirms it. */
export function CopyButton({ value, label, onError }: Props) {
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
