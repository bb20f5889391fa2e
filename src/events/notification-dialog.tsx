import { chakra } from '@chakra-ui/react'
import { isCovered, notificationForm } from '../../domain/bucket-events.ts'
import type { BucketEvent, Topic } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useBuckets } from '../buckets/queries.ts'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormField } from '../forms/form-field.tsx'
import { SelectField } from '../forms/select-field.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/toast.ts'
import { EventsField } from './events-field.tsx'

export default function NotificationDialog({
  topics,
  events,
  onClose,
}: {
  topics: readonly Topic[]
  /** The events that buckets of this storage can send. */
  events: readonly BucketEvent[]
  onClose: () => void
}) {
  const t = useText()
  const { data: buckets = [] } = useBuckets()
  const form = useFormDialog({
    schema: notificationForm,
    defaultValues: {
      bucket: '',
      topic: '',
      events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'] as BucketEvent[],
      prefix: '',
      suffix: '',
    },
    fields: { BUCKET_NOT_FOUND: 'bucket', TOPIC_NOT_FOUND: 'topic' },
    send: ({ events, ...body }) =>
      result(
        api.POST('/notification/', {
          body: { ...body, events: events.filter(event => !isCovered(event, events)) },
        }),
      ),
    onSent(_, { bucket }) {
      showToast('notifications.created', { about: bucket })
    },
    onClose,
  })
  const { register, formState } = form.methods
  return (
    <FormDialog
      form={form}
      size="large"
      title={t('notifications.createTitle')}
      lead={t('notifications.createLead')}
      action={t('notifications.create')}
    >
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        gap="5"
        alignItems="start"
      >
        <SelectField
          label={t('notifications.bucket')}
          error={fieldText(t, formState.errors.bucket)}
          data-autofocus
          {...register('bucket')}
        >
          <option value="">{t('notifications.chooseBucket')}</option>
          {buckets.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField
          label={t('notifications.topic')}
          error={fieldText(t, formState.errors.topic)}
          {...register('topic')}
        >
          <option value="">{t('notifications.chooseTopic')}</option>
          {topics.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <FormField
          name="prefix"
          label={t('notifications.prefix')}
          help={t('notifications.prefixHelp')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormField
          name="suffix"
          label={t('notifications.suffix')}
          help={t('notifications.suffixHelp')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </chakra.div>
      <EventsField events={events} />
    </FormDialog>
  )
}
