import { chakra } from '@chakra-ui/react'
import { useLocation } from 'wouter'
import { bucketNameRules } from '../../../domain/bucket-name.ts'
import { newBucketForm } from '../../../domain/new-bucket.ts'
import { retentionOf } from '../../../domain/object-lock.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { Column, Columns } from '../../forms/form.tsx'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField } from '../../forms/form-field.tsx'
import { RuleList } from '../../forms/rule-list.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { bucketAddress } from '../addresses.ts'
import { AccessField, KeepsField, SiteField } from './new-bucket-fields.tsx'

/** Asks for a name and settings, creates the bucket, and opens it to add files. */
export default function CreateBucketDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [, navigate] = useLocation()
  const form = useFormDialog({
    schema: newBucketForm,
    defaultValues: {
      ...{ bucket: '', site: '', acl: 'private', keeps: 'nothing' },
      lock: { on: false, mode: '', days: '' },
    },
    fields: {
      ...{ BUCKET_EXISTS: 'bucket', BUCKET_IS_YOURS: 'bucket', versioning: 'keeps', object_lock: 'keeps' },
    },
    send({ bucket, site, acl, keeps, lock }) {
      const retention = retentionOf(lock)
      return result(
        api.POST('/bucket', {
          body: {
            ...{ bucket, acl, versioning: keeps !== 'nothing' },
            ...(site && { site }),
            ...(retention && { object_lock: retention }),
          },
        }),
      )
    },
    onSent(_, { bucket }) {
      showToast('buckets.created.toast', { about: bucket })
    },
    onClose(made) {
      onClose()
      if (made) navigate(bucketAddress(made.name))
    },
  })
  const name = form.methods.watch('bucket')
  const issue = form.methods.formState.errors.bucket?.message
  return (
    <FormDialog
      form={form}
      title={t('buckets.newTitle')}
      lead={t('buckets.newLead')}
      action={t('buckets.new')}
      size="large"
    >
      <Columns>
        <Column>
          <chakra.div display="flex" flexDirection="column" gap="3">
            <FormField
              name="bucket"
              label={t('buckets.nameLabel')}
              placeholder={t('buckets.nameHint')}
              data-autofocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
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
          <AccessField />
        </Column>
        <Column>
          <KeepsField />
          <SiteField />
        </Column>
      </Columns>
    </FormDialog>
  )
}
