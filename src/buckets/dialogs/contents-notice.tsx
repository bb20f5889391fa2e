import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BucketContents } from '../../../openapi/schema.ts'
import { read } from '../../api/query.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

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

/** The contents of a bucket, counted each time; null: it failed, undefined: still counting. */
export function useContents(bucket: string): BucketContents | null | undefined {
  const { data, isPending } = useQuery({
    ...read('/bucket/contents', { query: { bucket } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return isPending ? undefined : (data ?? null)
}

export function holdsAnything({ files, versions, uploads }: BucketContents): boolean {
  return files + versions + uploads > 0
}
