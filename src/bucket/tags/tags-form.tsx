import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { Plus, X } from 'lucide-react'
import { useFieldArray, useForm, type FieldError as Wrong } from 'react-hook-form'
import { type BucketTag, bucketTags } from '../../../domain/bucket-tags.ts'
import { bucketTagsMaximum } from '../../../domain/limits.ts'
import * as v from '../../../domain/valibot.ts'
import { FieldError } from '../../forms/field-error.tsx'
import { Form } from '../../forms/form.tsx'
import { Input } from '../../forms/input.tsx'
import { useFieldFailure } from '../../forms/use-field-failure.ts'
import { fieldText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Setting } from '../setting/bucket-setting.tsx'
import { SaveButtons } from '../setting/save-buttons.tsx'

const schema = v.object({ tags: bucketTags })

/** Tags to edit: a row each, all saved together. */
export function TagsForm({ setting }: { setting: Setting<BucketTag[]> }) {
  const t = useText()
  const { stored, busy, failure, save } = setting
  const methods = useForm({
    resolver: valibotResolver(schema),
    criteriaMode: 'all',
    defaultValues: { tags: stored },
  })
  const rest = useFieldFailure(methods, failure)
  const { control, register, formState, handleSubmit, reset } = methods
  const { fields, append, remove } = useFieldArray({ control, name: 'tags' })
  const columns = 'minmax(0, 1fr) minmax(0, 1fr) 40px'
  return (
    <Form onSubmit={handleSubmit(({ tags }) => save(tags))}>
      {fields.length === 0 && <chakra.p color="fg.muted">{t('bucket.tags.none')}</chakra.p>}
      {fields.length > 0 && (
        <chakra.div maxW="760px">
          <chakra.div
            aria-hidden="true"
            display="grid"
            gridTemplateColumns={columns}
            columnGap="2"
            textStyle="label"
            pb="1.5"
          >
            <span>{t('bucket.tags.key')}</span>
            <span>{t('bucket.tags.value')}</span>
          </chakra.div>
          <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="2">
            {fields.map(({ id }, index) => (
              <chakra.li key={id} display="grid" gridTemplateColumns={columns} columnGap="2">
                <TagInput
                  label={t('bucket.tags.keyOf', { number: index + 1 })}
                  wrong={formState.errors.tags?.[index]?.key}
                  {...register(`tags.${index}.key`)}
                />
                <TagInput
                  label={t('bucket.tags.valueOf', { number: index + 1 })}
                  wrong={formState.errors.tags?.[index]?.value}
                  {...register(`tags.${index}.value`)}
                />
                <IconButton
                  label={t('bucket.tags.remove', { number: index + 1 })}
                  onClick={() => remove(index)}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </chakra.li>
            ))}
          </chakra.ul>
        </chakra.div>
      )}
      <chakra.div>
        <Button
          disabled={fields.length >= bucketTagsMaximum}
          onClick={() => append({ key: '', value: '' }, { focusName: `tags.${fields.length}.key` })}
        >
          <Plus aria-hidden="true" />
          {t('bucket.tags.add')}
        </Button>
      </chakra.div>
      <FailureNotice failure={rest} />
      <SaveButtons unsaved={formState.isDirty} busy={busy} onDiscard={() => reset()} />
    </Form>
  )
}

type InputProps = React.ComponentProps<typeof Input> & { label: string; wrong: Wrong | undefined }

function TagInput({ label, wrong, ...input }: InputProps) {
  const t = useText()
  const error = fieldText(t, wrong)
  const id = `${input.name}-error`
  return (
    <chakra.div minW="0" display="flex" flexDirection="column" gap="1">
      <Input
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
      />
      <FieldError id={id}>{error}</FieldError>
    </chakra.div>
  )
}
