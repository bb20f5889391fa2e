import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { BucketContents } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { holdsAnything } from './use-contents.ts'

/** What is deleted with a bucket; `contents` as `useContents` returns it. */
export function ContentsNotice({
  contents,
  children,
}: {
  contents: BucketContents | null | undefined
  children?: ReactNode
}) {
  const t = useText()
  const format = useFormats()
  if (contents === undefined) {
    return (
      <chakra.div role="status" aria-label={t('contents.counting')} py="3">
        <Skeleton width="80%" />
      </chakra.div>
    )
  }
  if (contents === null) return <Notice severity="warning">{t('contents.unknown')}</Notice>
  if (!holdsAnything(contents)) return <Notice severity="info">{t('contents.empty')}</Notice>
  const { files, versions, uploads, bytes, complete, lock } = contents
  const counts = { files, versions, uploads, size: format.bytes(bytes), more: complete ? 'no' : 'yes' }
  return (
    <Notice severity="warning">
      <chakra.p>
        {t('contents.holds', counts)} {t('contents.allGoes')}
      </chakra.p>
      {lock && <chakra.p pt="1">{t('contents.lock')}</chakra.p>}
      {children}
    </Notice>
  )
}
