import { useState } from 'react'
import { Lines } from '../../buckets/dialogs/public-facts.tsx'
import { useVersioning } from '../../buckets/queries.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { NameList } from '../../ui/name-text.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { nameOfItem } from '../item-parts.tsx'
import type { Part } from '../parts.ts'
import { Facts } from './acl-facts.tsx'
import { addCharsets } from './add-charset.ts'

type Props = { parts: readonly Part[]; onClose: () => void }

/** Ms for a toast with several sentences. */
const toastMs = 12_000

/** Adds their encoding to the Content-Type of text files, so that browsers show Vietnamese letters. */
export default function CharsetDialog({ parts, onClose }: Props) {
  const t = useText()
  const items = parts.flatMap(part => part.items)
  const versioning = useVersioning(parts[0]!.bucket)
  const [controller] = useState(() => new AbortController())
  const [done, setDone] = useState<number | null>(null)
  const count = items.length

  async function send() {
    const { signal } = controller
    setDone(0)
    try {
      const files = parts.flatMap(({ bucket, items }) => items.map(({ key }) => ({ bucket, path: key })))
      return await addCharsets(files, () => setDone(done => (done ?? 0) + 1), signal)
    } catch (error) {
      if (signal.aborted) return null
      throw error
    } finally {
      setDone(null)
    }
  }

  return (
    <ActDialog
      title={t('files.charset.title', { count, name: items[0] ? nameOfItem(t, items[0]) : '' })}
      lead={t('files.charset.lead')}
      action={t('files.charset.do')}
      send={send}
      onSent={counts =>
        showToast('files.charset.done', {
          values: counts,
          severity: counts.failed > 0 ? 'warning' : counts.set > 0 ? 'success' : 'info',
          durationMs: toastMs,
        })
      }
      onClose={() => {
        controller.abort()
        onClose()
      }}
    >
      <Facts>
        {count > 1 && <NameList names={items.map(({ name }) => name)} />}
        <Lines>
          <li>{t('files.charset.left')}</li>
          {(versioning === 'enabled' || parts.length > 1) && <li>{t('files.charset.versions')}</li>}
        </Lines>
        {done !== null && count > 1 && (
          <ProgressBar label={t('files.charset.do')} percent={(100 * done) / count} />
        )}
      </Facts>
    </ActDialog>
  )
}
