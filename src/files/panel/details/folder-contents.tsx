import { chakra } from '@chakra-ui/react'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { NextPage, Read } from '../../../ui/read.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFolderCount } from '../../dialogs/use-folder-count.ts'
import type { ObjectTabProps } from '../tabs.ts'
import { Facts } from './facts.tsx'

/** The number and size of the files below a folder, with intermediate results. */
export function FolderContents({ bucket, path }: Omit<ObjectTabProps, 'type'>) {
  const t = useText()
  const format = useFormats()
  const query = useFolderCount(bucket, [path])
  const stateText = { whole: null, cut: 'object.moreThan', counting: 'object.soFar' } as const
  return (
    <Read
      of={query}
      failed="object.countFailed"
      compact
      skeleton={<Skeleton width="60%" aria-busy="true" />}
      // The folder is only a parent of folders that the user may read.
      instead={{ PERMISSION_DENIED: null, ACCESS_DENIED: null }}
    >
      {({ files, bytes, state }) => {
        const id = stateText[state]
        const withState = (what: string) => (id ? t(id, { what }) : what)
        return (
          <chakra.div display="grid" gap="3" aria-busy={query.isFetching}>
            <NextPage of={query} failed="object.countFailed" />
            <Facts
              title={t('object.contents')}
              facts={[
                { label: t('object.files'), value: String(files), shown: withState(format.number(files)) },
                { label: t('files.size'), value: String(bytes), shown: withState(format.bytes(bytes)) },
              ]}
            />
          </chakra.div>
        )
      }}
    </Read>
  )
}
