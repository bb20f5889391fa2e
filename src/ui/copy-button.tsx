import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'
import { Tip } from './tip.tsx'

/** How long the tick stays, in ms. */
const shown = 2000

/** Copies `value` and says so; `label` is its name: "Copy the password". */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shown)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Tip label={label}>
      <IconButton
        size="sm"
        label={label}
        color={copied ? 'fg.success' : undefined}
        onClick={async () => setCopied(await copyText(value))}
      >
        {copied ? <Check /> : <Copy />}
      </IconButton>
    </Tip>
  )
}
