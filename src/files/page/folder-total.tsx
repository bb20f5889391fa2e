import { useQuery } from '@tanstack/react-query'
import { mayCall } from '../../../domain/permissions.ts'
import { read } from '../../api/query.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'

/** The number and size of all files of a folder, at any depth, that a storage counts at once; nothing until it is known. */
export default function FolderTotal({ place: { bucket, prefix } }: { place: Place }) {
  const t = useText()
  const format = useFormats()
  const { data } = useQuery({
    ...read('/objects/count', { query: { bucket, prefix } }),
    enabled: mayCall(useUser(), 'countObjects'),
    meta: { quiet: true },
  })
  if (data?.next_token !== null) return null
  return ` · ${t('files.inAll', { files: data.files, size: format.bytes(data.bytes) })}`
}
