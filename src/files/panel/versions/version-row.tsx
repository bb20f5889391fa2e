import { chakra } from '@chakra-ui/react'
import { Download, EllipsisVertical, Eye, History, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { mayCall } from '../../../../domain/permissions.ts'
import type { VersionItem } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { type ApiResult, result } from '../../../api/result.ts'
import { useFormats } from '../../../i18n/formats.ts'
import type { MessageId } from '../../../i18n/messages.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { showFailure } from '../../../shell/show-failure.ts'
import { showToast } from '../../../shell/toast.ts'
import { ActionMenu, type MenuAction } from '../../../ui/action-menu.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { downloadVersion } from '../../download.ts'
import { useVersionsChanged } from '../queries.ts'

type Props = {
  bucket: string
  version: VersionItem
  /** Unique label of the version. */
  time: string
  onDelete: () => void
  onPreview: () => void
}

/** A version or delete marker in the timeline of a file. */
export function VersionRow({ bucket, version, time, onDelete, onPreview }: Props) {
  const t = useText()
  const user = useUser()
  const format = useFormats()
  const [busy, setBusy] = useState(false)
  const { key, version_id, latest, delete_marker, size, etag } = version
  const changed = useVersionsChanged(bucket)
  const body = { bucket, path: key, version_id }

  async function run(call: Promise<ApiResult<unknown>>, done: MessageId) {
    setBusy(true)
    const outcome = await call
    await changed()
    setBusy(false)
    if (outcome.ok) showToast(done, { about: time })
    else showFailure(outcome)
  }
  const restore = () => run(result(api.PUT('/objects/versions/restore', { body })), 'version.restored')
  const undo = () => run(result(api.DELETE('/objects/versions', { body })), 'version.undone')
  async function download() {
    const failure = await downloadVersion(bucket, key, version_id)
    if (failure) showFailure(failure)
  }

  const mayRead = mayCall(user, 'getDownloadUrl') && !delete_marker
  const mayDelete = mayCall(user, 'deleteObjectVersion')
  const mayRestore = mayCall(user, 'restoreObjectVersion') && !delete_marker && !latest
  const groups: (MenuAction | false)[][] = [
    [
      mayRead && { id: 'preview', label: t('files.preview'), icon: <Eye />, run: onPreview },
      mayRead && {
        id: 'download',
        label: t('files.download'),
        icon: <Download />,
        run: () => void download(),
      },
      mayRestore && {
        id: 'restore',
        label: t('version.restore'),
        icon: <History />,
        run: () => void restore(),
      },
    ],
    [
      mayDelete && {
        id: 'remove',
        label: t(delete_marker ? 'version.removeMarker' : 'version.remove'),
        icon: <Trash2 />,
        danger: true,
        run: onDelete,
      },
    ],
  ]
  const shown = groups
    .map(group => group.filter(action => action !== false))
    .filter(group => group.length > 0)
  const actions = shown.flatMap((group, at) => (at === 0 ? group : [null, ...group]))
  const isCurrentMarker = delete_marker && latest
  return (
    <Row data-latest={latest || undefined} aria-busy={busy}>
      <chakra.div flex="1" minW="0">
        <chakra.div display="flex" alignItems="center" flexWrap="wrap" columnGap="2" rowGap="1" minH="8">
          <chakra.span fontWeight="medium" fontVariantNumeric="tabular-nums">
            {time}
          </chakra.span>
          {latest && !delete_marker && <Chip tone="good">{t('version.current')}</Chip>}
          {delete_marker && <Chip tone="danger">{t('version.marker')}</Chip>}
        </chakra.div>
        <chakra.div textStyle="small" color="fg.muted" overflowWrap="anywhere">
          {delete_marker ? t('version.markerLead') : format.bytes(size ?? 0)}
        </chakra.div>
        {etag && (
          <chakra.div textStyle="caption" color="fg.muted" fontFamily="mono" truncate title={etag}>
            {t('version.etag', { etag: etag.replaceAll('"', '') })}
          </chakra.div>
        )}
        {isCurrentMarker && mayDelete && (
          <Button size="sm" mt="2" loading={busy} onClick={() => void undo()}>
            <RotateCcw />
            {t('version.undo')}
          </Button>
        )}
      </chakra.div>
      {actions.length > 0 && !isCurrentMarker && (
        <ActionMenu
          title={time}
          trigger={
            <IconButton size="sm" label={t('version.actionsFor', { time })}>
              <EllipsisVertical />
            </IconButton>
          }
          actions={actions}
        />
      )}
    </Row>
  )
}

const Row = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2',
    position: 'relative',
    ps: '6',
    pb: '5',
    _before: {
      content: '""',
      position: 'absolute',
      insetStart: '1',
      top: '11px',
      boxSize: '10px',
      borderRadius: 'full',
      bg: 'bg.panel',
      borderWidth: '2px',
      borderColor: 'line.field',
      zIndex: '1',
    },
    '&[data-latest]': { _before: { bg: 'accent', borderColor: 'accent' } },
    '&:not(:last-child)': {
      _after: {
        content: '""',
        position: 'absolute',
        insetStart: '8px',
        top: '16px',
        bottom: '-11px',
        width: '2px',
        bg: 'line',
      },
    },
  },
})
