import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { objectTags } from '../../../../domain/bucket-tags.ts'
import { objectTagsMaximum } from '../../../../domain/limits.ts'
import { nameOf } from '../../../../domain/object-key.ts'
import * as v from '../../../../domain/valibot.ts'
import type { BucketTags } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { read } from '../../../api/query.ts'
import { result } from '../../../api/result.ts'
import { TagRows } from '../../../buckets/page/tags/tag-rows.tsx'
import { FormDialog, useFormDialog } from '../../../forms/form-dialog.tsx'
import { PairList } from '../../../forms/pair-rows.tsx'
import { useText } from '../../../i18n/text.ts'
import { showFailure } from '../../../shell/show-failure.ts'
import { showToast } from '../../../shell/toast.ts'

const schema = v.object({ tags: objectTags })

type Props = { bucket: string; path: string; onClose: () => void }

/** Edits the tags of a file, after reading the current ones. */
export default function TagsDialog(props: Props) {
  const { bucket, path, onClose } = props
  // biome-ignore lint/plugin: without tags there is no dialog that could show the failure
  const { data, error } = useQuery({
    ...read('/objects/tags', { query: { bucket, path } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const lost = data === undefined && error
  useEffect(() => {
    if (!lost) return
    showFailure(lost.failure)
    onClose()
  }, [lost, onClose])
  return data ? <Tags {...props} stored={data} /> : null
}

function Tags({ bucket, path, stored: { tags, revision: opened }, onClose }: Props & { stored: BucketTags }) {
  const t = useText()
  const form = useFormDialog({
    schema,
    defaultValues: { tags },
    basedOn: {
      revision: opened,
      readAgain: () => result(api.GET('/objects/tags', { params: { query: { bucket, path } } })),
      toValues: ({ tags }) => ({ tags }),
      describe: ({ tags }) => (
        <PairList pairs={tags.map(({ key, value }) => [key, value])} none={t('bucket.tags.none')} />
      ),
    },
    send: (values, _, revision) =>
      result(api.PUT('/objects/tags', { body: { bucket, path, revision, ...values } })),
    onSent: () => showToast('object.saved', { about: nameOf(path) }),
    onClose: () => onClose(),
  })
  return (
    <FormDialog
      form={form}
      title={t('object.tagsTitle', { name: nameOf(path) })}
      lead={null}
      action={t('bucket.save')}
    >
      <TagRows most={objectTagsMaximum} />
    </FormDialog>
  )
}
