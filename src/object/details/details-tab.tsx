import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ApiError, result } from '../../api/result.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ObjectTabProps } from '../tabs.ts'

/** What is stored with a file beside its bytes. */
export default function DetailsTab({ bucket, path }: ObjectTabProps) {
  const t = useText()
  const format = useFormats()
  const { data, error } = useQuery({
    queryKey: ['object details', bucket, path],
    async queryFn({ signal }) {
      const outcome = await result(
        api.GET('/objects/details', { params: { query: { bucket, path } }, signal }),
      )
      if (!outcome.ok) throw new ApiError(outcome)
      return outcome.data
    },
  })
  if (error) return <FailureNotice failure={error instanceof ApiError ? error.failure : null} />
  if (!data) return <Skeleton width="60%" />
  const facts = [
    [t('files.size'), format.bytes(data.size)],
    [t('files.modified'), data.last_modified === null ? '' : format.dateTime(data.last_modified)],
    [t('files.class'), data.storage_class],
  ] as const
  return (
    <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="4" rowGap="2">
      {facts.map(([label, value]) => (
        <chakra.div key={label} display="contents">
          <chakra.dt color="fg.muted">{label}</chakra.dt>
          <dd>{value}</dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}
