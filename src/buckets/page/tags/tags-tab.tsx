import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { FormProvider, useForm } from 'react-hook-form'
import { type BucketTag, bucketTags } from '../../../../domain/bucket-tags.ts'
import { bucketTagsMaximum } from '../../../../domain/limits.ts'
import { mayCall } from '../../../../domain/permissions.ts'
import * as v from '../../../../domain/valibot.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import { Form } from '../../../forms/form.tsx'
import { PairList } from '../../../forms/pair-rows.tsx'
import { useFieldFailure } from '../../../forms/use-field-failure.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { FailureNotice } from '../../../ui/failure.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BucketSetting, type Setting } from '../setting/bucket-setting.tsx'
import { settingCalls } from '../setting/calls.ts'
import { SaveButtons } from '../setting/save-buttons.tsx'
import { TagRows } from './tag-rows.tsx'

const tagCalls = (bucket: string) =>
  settingCalls(
    bucket,
    '/bucket/tags',
    ({ tags }): BucketTag[] => tags,
    (tags, revision) => result(api.PUT('/bucket/tags', { body: { bucket, revision, tags } })),
  )

/** Names and values assigned to a bucket, for example for bookkeeping. */
export default function TagsTab({ bucket }: { bucket: string }) {
  const t = useText()
  const mayChange = mayCall(useUser(), 'putBucketTags')
  return (
    <Section title={t('bucket.tab.tags')} lead={t('bucket.tags.lead')}>
      <BucketSetting
        bucket={bucket}
        calls={tagCalls(bucket)}
        describe={tags => <TagList tags={tags} />}
        skeleton={<TagsSkeleton />}
      >
        {setting => (mayChange ? <TagsForm setting={setting} /> : <TagList tags={setting.stored} />)}
      </BucketSetting>
    </Section>
  )
}

function TagsSkeleton() {
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" py="3" aria-busy="true">
      <Skeleton width="60%" />
      <Skeleton width="48%" />
    </chakra.div>
  )
}

function TagList({ tags }: { tags: readonly BucketTag[] }) {
  const t = useText()
  return <PairList pairs={tags.map(({ key, value }) => [key, value])} none={t('bucket.tags.none')} />
}

const schema = v.object({ tags: bucketTags })

/** A form for tags: a row each, all saved together. */
function TagsForm({ setting }: { setting: Setting<BucketTag[]> }) {
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
