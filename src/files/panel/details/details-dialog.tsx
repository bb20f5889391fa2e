import { headerNames, metadataMaximum, objectDetailsForm } from '../../../../domain/object-details.ts'
import { nameOf } from '../../../../domain/object-key.ts'
import type { ObjectDetails } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import { FormDialog, useFormDialog } from '../../../forms/form-dialog.tsx'
import { FormField } from '../../../forms/form-field.tsx'
import { PairList, PairRows } from '../../../forms/pair-rows.tsx'
import { useText } from '../../../i18n/text.ts'
import { showToast } from '../../../shell/toast.ts'

type Props = { bucket: string; path: string; details: ObjectDetails; onClose: () => void }

export default function DetailsDialog({ bucket, path, details, onClose }: Props) {
  const t = useText()
  const { headers, metadata } = details
  const form = useFormDialog({
    schema: objectDetailsForm,
    defaultValues: { headers, metadata },
    basedOn: {
      revision: details.revision,
      readAgain: () => result(api.GET('/objects/details', { params: { query: { bucket, path } } })),
      toValues: ({ headers, metadata }) => ({ headers, metadata }),
      describe: ({ headers, metadata }) => (
        <PairList
          pairs={[
            ...Object.entries(headerNames).map(
              ([name, label]) => [label, headers[name as keyof typeof headerNames]] as const,
            ),
            ...metadata.map(({ name, value }) => [name, value] as const),
          ].filter(([, value]) => value !== '')}
          none={t('object.none')}
        />
      ),
    },
    send: (values, _, revision) =>
      result(api.PUT('/objects/details', { body: { bucket, path, revision, ...values } })),
    onSent: () => showToast('object.saved', { about: nameOf(path) }),
    onClose: () => onClose(),
  })
  return (
    <FormDialog
      form={form}
      title={t('object.editTitle', { name: nameOf(path) })}
      lead={t('object.editLead')}
      action={t('bucket.save')}
      size="large"
    >
      {Object.entries(headerNames).map(([name, label], at) => (
        <FormField
          key={name}
          name={`headers.${name}`}
          label={label}
          data-autofocus={at === 0 || undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      <PairRows
        list="metadata"
        parts={['name', 'value']}
        most={metadataMaximum}
        words={{
          none: t('object.noMetadata'),
          heads: [t('object.metadataName'), t('object.metadataValue')],
          fields: [
            number => t('object.metadataNameOf', { number }),
            number => t('object.metadataValueOf', { number }),
          ],
          remove: number => t('object.metadataRemove', { number }),
          add: t('object.metadataAdd'),
        }}
      />
    </FormDialog>
  )
}
