import { valibotResolver } from '@hookform/resolvers/valibot'
import { FormProvider, useForm } from 'react-hook-form'
import { type BucketTag, bucketTags } from '../../../../domain/bucket-tags.ts'
import { bucketTagsMaximum } from '../../../../domain/limits.ts'
import * as v from '../../../../domain/valibot.ts'
import { Form } from '../../../forms/form.tsx'
import { useFieldFailure } from '../../../forms/use-field-failure.ts'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import type { Setting } from '../setting/bucket-setting.tsx'
import { SaveButtons } from '../setting/save-buttons.tsx'
import { TagRows } from './tag-rows.tsx'

const schema = v.object({ tags: bucketTags })

/** A form for tags: a row each, all saved together. */
export function TagsForm({ setting }: { setting: Setting<BucketTag[]> }) {
  const { stored, busy, failure, save } = setting
  const methods = useForm({
    resolver: valibotResolver(schema),
    criteriaMode: 'all',
    defaultValues: { tags: stored },
  })
  const rest = useFieldFailure(methods, failure)
  const { formState, handleSubmit, reset } = methods
  return (
    <FormProvider {...methods}>
      <Form onSubmit={handleSubmit(({ tags }) => save(tags))}>
        <TagRows most={bucketTagsMaximum} />
        <FailureNotice failure={rest} />
        <SaveButtons unsaved={formState.isDirty} busy={busy} onDiscard={() => reset()} />
      </Form>
    </FormProvider>
  )
}
