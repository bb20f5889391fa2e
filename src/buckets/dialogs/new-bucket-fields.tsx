import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { bucketKeeps, type newBucketForm } from '../../../domain/new-bucket.ts'
import { locksLater } from '../../../domain/object-lock.ts'
import type { InferOutput } from '../../../domain/valibot.ts'
import { read } from '../../api/query.ts'
import { Choices, RadioCard } from '../../forms/radio-card.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useText } from '../../i18n/text.ts'
import { useStorageKind } from '../../session/storage-kind.ts'
import { Notice } from '../../ui/notice.tsx'
import { RetentionFields } from './retention-fields.tsx'

type Values = InferOutput<typeof newBucketForm>

export function AccessField() {
  const t = useText()
  const { register, formState } = useFormContext<Values>()
  return (
    <Choices legend={t('buckets.access')} error={formState.errors.acl}>
      {(['private', 'public'] as const).map(acl => (
        <RadioCard
          key={acl}
          value={acl}
          label={t(`buckets.access.${acl}`)}
          lead={t(`buckets.access.${acl}.lead`)}
          {...register('acl')}
        />
      ))}
    </Choices>
  )
}

export function KeepsField() {
  const t = useText()
  const { register, formState, setValue, control } = useFormContext<Values>()
  const keeps = useWatch({ control, name: 'keeps' })
  const kind = useStorageKind()
  return (
    <>
      <Choices legend={t('buckets.keeps')} error={formState.errors.keeps}>
        {bucketKeeps.map(each => (
          <RadioCard
            key={each}
            value={each}
            label={t(`buckets.keeps.${each}`)}
            lead={t(`buckets.keeps.${each}.lead`)}
            {...register('keeps', { onChange: ({ target }) => setValue('lock.on', target.value === 'lock') })}
          />
        ))}
      </Choices>
      {keeps === 'lock' && (
        <>
          <RetentionFields name="lock" />
          {kind && locksLater(kind) && <Notice severity="info">{t('lock.later')}</Notice>}
        </>
      )}
    </>
  )
}

/** The place where a new bucket is stored, if there is more than one. */
export function SiteField() {
  const t = useText()
  const { register } = useFormContext<Values>()
  const { data } = useQuery({
    ...read('/other/sites'),
    select: ({ places }) => places,
    meta: { quiet: true },
  })
  if (!data || data.length < 2) return null
  return (
    <SelectField label={t('buckets.site')} {...register('site')}>
      {data.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
