import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { bucketNameRules, newBucket } from '../../domain/bucket-name.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { RuleList } from '../forms/rule-list.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { worthAsking } from '../forms/worth-asking.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { bucketsKey } from './use-buckets.ts'

/** Codes that say something about the name. */
const aboutName = ['BUCKET_EXISTS', 'BUCKET_IS_YOURS', 'INVALID_REQUEST']

/** Asks for a name and makes the bucket. */
export default function CreateBucketDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const { open, close, onExited } = useClosing(onClose)
  const input = useRef<HTMLInputElement | null>(null)
  const { register, handleSubmit, control, setError, formState } = useForm({
    resolver: valibotResolver(newBucket),
    defaultValues: { bucket: '' },
  })
  const name = useWatch({ control, name: 'bucket' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { bucket: string }) => dataOf(api.POST('/bucket', { body })),
    async onSuccess(_, { bucket }) {
      await client.invalidateQueries({ queryKey: bucketsKey })
      showToast('buckets.created.toast', { about: bucket })
      close()
    },
    onError(error) {
      if (aboutName.includes(error.code)) setError('bucket', { message: error.code }, { shouldFocus: true })
    },
  })
  const { ref, ...field } = register('bucket')

  return (
    <FormDialog
      open={open}
      unsaved={worthAsking(formState.dirtyFields)}
      onClose={close}
      onExited={onExited}
      initialFocus={input}
      title={t('buckets.newTitle')}
      lead={t('buckets.newLead')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form="create-bucket" variant="main" loading={isPending}>
            {t('buckets.new')}
          </Button>
        </>
      }
    >
      <Form id="create-bucket" onSubmit={handleSubmit(form => mutate(form))} gap="3">
        {error && !aboutName.includes(error.code) && <FailureNotice failure={error.failure} />}
        <Field
          label={t('buckets.nameLabel')}
          placeholder={t('buckets.nameHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          error={fieldText(t, formState.errors.bucket)}
          {...field}
          ref={(element: HTMLInputElement | null) => {
            ref(element)
            input.current = element
          }}
        />
        <RuleList
          label={t('buckets.rulesLabel')}
          rules={bucketNameRules(name)
            .filter(({ issue }) => issue !== formState.errors.bucket?.message)
            .map(({ issue, kept }) => ({
              id: issue,
              text: t(`issue.${issue}`),
              kept: name !== '' && kept,
            }))}
        />
      </Form>
    </FormDialog>
  )
}
