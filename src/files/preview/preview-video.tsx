import { chakra } from '@chakra-ui/react'
import { useSearch } from 'wouter'
import { previewKind } from '../../../domain/file-kinds.ts'
import { nameOf } from '../../../domain/object-key.ts'
import { useText } from '../../i18n/text.ts'
import { showFailure } from '../../shell/show-failure.ts'
import { NoSuchPlace } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { NameText } from '../../ui/name-text.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { downloadFile } from '../download.ts'
import { usePreviewFlow } from './flow.ts'
import { PreviewContent } from './preview-content.tsx'

/** The screen of a single video: `/preview-video?bucket=phim&path=Tết/múa lân.mp4`. */
export default function PreviewVideo() {
  const t = useText()
  const params = new URLSearchParams(useSearch())
  const bucket = params.get('bucket') ?? ''
  const key = params.get('path') ?? ''
  if (bucket && previewKind(key) === 'video') return <Video bucket={bucket} path={key} />
  return (
    <EmptyState
      level={1}
      drawing={<NoSuchPlace />}
      title={t('preview.video.none.title')}
      lead={t('preview.video.none.lead')}
      action={<LinkButton to="/bucket-management">{t('preview.video.toBuckets')}</LinkButton>}
    />
  )
}

function Video({ bucket, path }: { bucket: string; path: string }) {
  const flow = usePreviewFlow({ bucket, key: path, size: null })
  const name = nameOf(path)
  async function download() {
    const failure = await downloadFile(bucket, path)
    if (failure) showFailure(failure)
  }
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH="0" p={{ base: '4', sm: '6' }} gap="4">
      <PageTitle tab={name}>
        <NameText name={name} />
      </PageTitle>
      <PreviewContent flow={flow} name={name} onDownload={() => void download()} onKey={() => undefined} />
    </chakra.div>
  )
}
