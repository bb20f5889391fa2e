import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Tip } from '../ui/tip.tsx'
import { copyText } from './copy-text.ts'

/** Copies `text`; `what` names it in words. Shows for a moment that it is done. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const t = useText()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [done])
  const label = t('keys.copy', { what })
  return (
    <Tip label={label}>
      <IconButton
        size="sm"
        label={label}
        color={done ? 'fg.success' : undefined}
        onClick={async () => {
          const copied = await copyText(text)
          setDone(copied)
          if (copied) showToast('keys.copied')
          else showToast('keys.copyFailed', { severity: 'error' })
        }}
      >
        {done ? <Check /> : <Copy />}
      </IconButton>
    </Tip>
  )
}
