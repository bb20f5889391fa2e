import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import { shownType } from '../../../domain/file-kinds.ts'
import { bareName } from '../../../domain/object-key.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { notePlaceOpened } from '../../buckets/recent-places.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { useRawPath } from '../../shell/navigate.ts'
import { changeHistory } from '../../shell/overlays.ts'
import { showFailure } from '../../shell/show-failure.ts'
import { isOverList, previewAddress } from '../addresses.ts'
import { downloadFile, openInTab } from '../download.ts'
import { nameOfItem } from '../item-parts.tsx'
import { namedAt } from '../named-at.ts'
import { useShownRows } from '../shown-rows.ts'
import { usePreviewFlow } from './flow.ts'
import { PreviewContent } from './preview-content.tsx'
import { PreviewLayer } from './preview-layer.tsx'
import type { PassedKey } from './protocol.ts'

type Props = {
  /** The name of a file, as `namedAt` reads it; empty for the own object of the folder of the address. */
  name: string
  onClose: () => void
}

/** The preview of a file over the list; next and previous follow the list. */
export default function Preview({ name, onClose }: Props) {
  const t = useText()
  const [, navigate] = useLocation()
  const { bucket, key } = namedAt(useRawPath(), name)
  const { rows, complete } = useShownRows()
  const files = rows.filter(({ type }) => type === 'file')
  const at = files.findIndex(file => file.name === name)
  const item = files[at]
  const flow = usePreviewFlow({ bucket, key, size: item?.size ?? null })

  const { id: userId } = useUser()
  // biome-ignore lint/correctness/useExhaustiveDependencies: of files that are looked at in a row, the first
  useEffect(() => {
    if (key !== '') notePlaceOpened(userId, { bucket, prefix: key })
  }, [])

  const close = useCallback(() => (isOverList() ? changeHistory(() => history.back()) : onClose()), [onClose])
  const open = (file: ObjectItem | undefined) => {
    if (file) navigate(previewAddress(file.name), { replace: true, state: history.state })
  }
  const previous = at > 0 ? files[at - 1] : undefined
  const next = at === -1 ? undefined : files[at + 1]
  const onKey = (pressed: PassedKey) => {
    if (pressed === 'Escape') close()
    else if (pressed === 'ArrowLeft') open(previous)
    else if (pressed === 'ArrowRight') open(next)
  }
  async function download() {
    const failure = await downloadFile(bucket, key)
    if (failure) showFailure(failure)
  }
  async function openTab() {
    const failure = await openInTab(bucket, key)
    if (failure) showFailure(failure)
  }

  return (
    <PreviewLayer
      name={nameOfItem(t, { type: 'file', key, name: bareName(key) })}
      size={item?.size ?? null}
      position={item ? { at: at + 1, of: complete ? files.length : null } : null}
      onPrevious={previous ? () => open(previous) : null}
      onNext={next ? () => open(next) : null}
      onDownload={() => void download()}
      onOpenTab={shownType(key) === null ? null : () => void openTab()}
      onKey={onKey}
      onClose={close}
    >
      <PreviewContent flow={flow} name={bareName(key)} onDownload={() => void download()} onKey={onKey} />
    </PreviewLayer>
  )
}
