import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Share } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { read } from '../../../api/query.ts'
import { result } from '../../../api/result.ts'
import { ActDialog } from '../../../forms/act-dialog.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { showFailure } from '../../../shell/show-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Read } from '../../../ui/read.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const ShareDialog = lazyDialog(() => import('../../dialogs/share-dialog.tsx'))

const tones = {
  open: 'good',
  paused: 'warning',
  attacked: 'danger',
  expired: 'plain',
  'used-up': 'plain',
} as const satisfies Record<Share['state'], string>

/** The shares of a file that the user may change, and how a new one is made. */
export function Shares({ bucket, path }: { bucket: string; path: string }) {
  const t = useText()
  const [dialog, setDialog] = useState<'new' | Share | null>(null)
  const shares = useQuery(read('/objects/shares', { query: { bucket, path } }))
  return (
    <chakra.section aria-label={t('share.list')}>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3" mb="3">
        <chakra.h3 textStyle="label" color="fg.muted">
          {t('share.list')}
        </chakra.h3>
        <Button size="sm" onClick={() => setDialog('new')}>
          {t('files.share')}
        </Button>
      </chakra.div>
      <Read of={shares} failed="share.failed" compact skeleton={<Skeleton width="60%" />}>
        {({ shares }) =>
          shares.length === 0 ? (
            <chakra.p color="fg.muted">{t('share.none')}</chakra.p>
          ) : (
            <chakra.ul display="grid" gap="3" listStyleType="none">
              {shares.map(share => (
                <Row key={share.id} share={share} onEnd={() => setDialog(share)} />
              ))}
            </chakra.ul>
          )
        }
      </Read>
      {dialog === 'new' && <ShareDialog bucket={bucket} file={path} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'new' && (
        <ActDialog
          title={t('share.endTitle')}
          lead={t('share.endLead')}
          action={t('share.endDo')}
          danger
          send={() => result(api.DELETE('/objects/shares', { body: { id: dialog.id } }))}
          onSent={() => undefined}
          onClose={() => setDialog(null)}
        />
      )}
    </chakra.section>
  )
}

function Row({ share, onEnd }: { share: Share; onEnd: () => void }) {
  const t = useText()
  const format = useFormats()
  const user = useUser()
  const [busy, setBusy] = useState(false)
  const isPaused = share.state === 'paused' || share.state === 'attacked'
  const { download_limit: most, downloads } = share

  async function setPaused(paused: boolean): Promise<void> {
    setBusy(true)
    const outcome = await result(api.PUT('/objects/shares', { body: { id: share.id, paused } }))
    setBusy(false)
    if (!outcome.ok) showFailure(outcome)
  }

  const facts = [
    share.expire_date === 0
      ? t('share.forever')
      : t('share.until', { time: format.dateTime(share.expire_date) }),
    ...(share.has_password ? [t('share.withPassword')] : []),
    ...(share.mode === 'look' ? [t('share.mode.look')] : []),
    t('share.opened', { count: share.views }),
    most === null
      ? t('share.downloaded', { count: downloads })
      : t('share.downloadedOf', { count: downloads, most }),
    ...(share.last_at === null
      ? []
      : [t('share.last', { time: format.dateTime(share.last_at), from: share.last_from })]),
    ...(share.by === user.email ? [] : [t('share.by', { email: share.by })]),
  ]
  return (
    <chakra.li borderWidth="1px" borderRadius="md" p="3" display="grid" gap="2">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3" flexWrap="wrap">
        <Chip tone={tones[share.state]}>{t(`share.state.${share.state}`)}</Chip>
        <chakra.div display="flex" gap="2">
          {(isPaused || share.state === 'open') && (
            <Button size="sm" loading={busy} onClick={() => void setPaused(!isPaused)}>
              {t(isPaused ? 'share.resume' : 'share.pause')}
            </Button>
          )}
          <Button size="sm" onClick={onEnd}>
            {t('share.end')}
          </Button>
        </chakra.div>
      </chakra.div>
      <chakra.p textStyle="small" color="fg.muted" overflowWrap="anywhere">
        {facts.join(' · ')}
      </chakra.p>
    </chakra.li>
  )
}
