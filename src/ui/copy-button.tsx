import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'
import { Tip } from './tip.tsx'

/** How long the tick stays, in ms. */
const shown = 2000

/** Copies `value` and says so; `label` is its name: "Copy the password". */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shown)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    if (!(await copyText(value))) return
    setCopied(true)
    showToast('common.copied')
  }

  return (
    <Tip label={copied ? t('common.copied') : label}>
      <IconButton size="sm" label={label} onClick={() => void copy()}>
        {copied ? <Check /> : <Copy />}
      </IconButton>
    </Tip>
  )
}
