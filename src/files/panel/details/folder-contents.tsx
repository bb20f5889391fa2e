import { chakra } from '@chakra-ui/react'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { isDenied } from '../../../shell/show-failure.ts'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFolderCount } from '../../dialogs/use-folder-count.ts'
import type { ObjectTabProps } from '../tabs.ts'
import { Facts } from './facts.tsx'

/** The number and size of the files below a folder, with intermediate results. */
export function FolderContents({ bucket, path }: Omit<ObjectTabProps, 'type'>) {
  const t = useText()
  const format = useFormats()
  const { count, error, retry } = useFolderCount(bucket, [path])
  // The folder is only a parent of folders that the user may read.
  if (error && isDenied(error.failure)) return null
  const withState = (what: string) => {
    if (count?.state === 'whole') return what
    return t(count?.state === 'cut' ? 'object.moreThan' : 'object.soFar', { what })
  }
  return (
    <chakra.div display="grid" gap="3" aria-busy={count?.state !== 'whole' && !error}>
      <FailureNotice failure={error?.failure ?? null} what={t('object.countFailed')} onRetry={retry} />
      {!count && !error && <Skeleton width="60%" />}
      {count && (
        <Facts
          title={t('object.contents')}
          facts={[
            {
              label: t('object.files'),
              value: String(count.files),
              shown: withState(format.number(count.files)),
            },
            {
              label: t('files.size'),
              value: String(count.bytes),
              shown: withState(format.bytes(count.bytes)),
            },
          ]}
        />
      )}
    </chakra.div>
  )
}
