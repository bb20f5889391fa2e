import { shownType } from '../../../../domain/file-kinds.ts'
import { bareName } from '../../../../domain/object-key.ts'
import type { VersionItem } from '../../../../openapi/schema.ts'
import { showFailure } from '../../../shell/show-failure.ts'
import { downloadVersion, openInTab } from '../../download.ts'
import { usePreviewFlow } from '../../preview/flow.ts'
import { PreviewContent } from '../../preview/preview-content.tsx'
import { PreviewLayer } from '../../preview/preview-layer.tsx'
import type { PassedKey } from '../../preview/protocol.ts'

type Props = { bucket: string; version: VersionItem; onClose: () => void }

export default function VersionPreview({ bucket, version, onClose }: Props) {
  const { key, size, version_id } = version
  const name = bareName(key)
  const flow = usePreviewFlow({ bucket, key, size, versionId: version_id })
  const onKey = (pressed: PassedKey) => {
    if (pressed === 'Escape') onClose()
  }
  async function download() {
    const failure = await downloadVersion(bucket, key, version_id)
    if (failure) showFailure(failure)
  }
  async function openTab() {
    const failure = await openInTab(bucket, key, version_id)
    if (failure) showFailure(failure)
  }
  return (
    <PreviewLayer
      name={name}
      size={size}
      position={null}
      onPrevious={null}
      onNext={null}
      onDownload={() => void download()}
      onOpenTab={shownType(key) === null ? null : () => void openTab()}
      onKey={onKey}
      onClose={onClose}
    >
      <PreviewContent flow={flow} name={name} onDownload={() => void download()} onKey={onKey} />
    </PreviewLayer>
  )
}
