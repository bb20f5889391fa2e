import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { bucketNameRules, newBucket } from '../../domain/bucket-name.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormField } from '../forms/form-field.tsx'
import { RuleList } from '../forms/rule-list.tsx'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { bucketsKey } from './use-buckets.ts'

/** Asks for a name and makes the bucket. */
export default function CreateBucketDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const form = useFormDialog({
    schema: newBucket,
    defaultValues: { bucket: '' },
    fields: { BUCKET_EXISTS: 'bucket', BUCKET_IS_YOURS: 'bucket', INVALID_REQUEST: 'bucket' },
    send: body => result(api.POST('/bucket', { body })),
    async onSent(_, { bucket }) {
      await client.invalidateQueries({ queryKey: bucketsKey })
      showToast('buckets.created.toast', { about: bucket })
    },
    onClose,
  })
  const name = form.methods.watch('bucket')
  const issue = form.methods.formState.errors.bucket?.message
  return (
    <FormDialog
      form={form}
      title={t('buckets.newTitle')}
      lead={t('buckets.newLead')}
      action={t('buckets.new')}
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        <FormField
          name="bucket"
          label={t('buckets.nameLabel')}
          placeholder={t('buckets.nameHint')}
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
        />
        <RuleList
          label={t('buckets.rulesLabel')}
          rules={bucketNameRules(name)
            .filter(rule => rule.issue !== issue)
            .map(rule => ({
              id: rule.issue,
              text: t(`issue.${rule.issue}`),
              kept: name !== '' && rule.kept,
            }))}
        />
      </chakra.div>
    </FormDialog>
  )
}
