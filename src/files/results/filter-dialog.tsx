import { chakra } from '@chakra-ui/react'
import { useController } from 'react-hook-form'
import { isDay } from '../../../domain/expiry-day.ts'
import * as v from '../../../domain/valibot.ts'
import { DateField } from '../../forms/date-field.tsx'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField } from '../../forms/form-field.tsx'
import { fieldText } from '../../i18n/error-text.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { type Search, tagIn, typedSize } from './filters.ts'

type Props = {
  about: 'size' | 'modified' | 'tag'
  search: Search
  onChange: (change: Partial<Search>) => void
  onClose: () => void
}

/** Own ends of a range of sizes or days, or a tag. */
export default function FilterDialog({ about, ...props }: Props) {
  if (about === 'size') return <SizeDialog {...props} />
  return about === 'modified' ? <DaysDialog {...props} /> : <TagDialog {...props} />
}

type OwnProps = Omit<Props, 'about'>

const done = { ok: true, data: null } as const
const size = v.pipe(
  v.string(),
  v.trim(),
  v.check(text => text === '' || typedSize(text) !== null, 'quota-invalid'),
)
const day = v.pipe(
  v.string(),
  v.check(text => text === '' || isDay(text), 'date-invalid'),
)
const sizes = v.object({ from: size, to: size })
const days = v.object({ from: day, to: day })
const tags = v.object({
  tag: v.pipe(
    v.string(),
    v.check(text => tagIn(text) !== null, 'required'),
  ),
})

function SizeDialog({ search, onChange, onClose }: OwnProps) {
  const t = useText()
  const format = useFormats()
  const shown = (bytes: number | null | undefined) =>
    bytes == null ? '' : format.bytes(bytes).replace('Bytes', 'B')
  const form = useFormDialog({
    schema: sizes,
    defaultValues: { from: shown(search.size?.from), to: shown(search.size?.to) },
    send({ from, to }) {
      const [least, most] = [typedSize(from), typedSize(to)]
      onChange({ size: least === null && most === null ? null : { from: least, to: most } })
      return Promise.resolve(done)
    },
    onClose,
  })
  return (
    <FormDialog form={form} title={t('files.size')} lead={t('results.sizeLead')} action={t('results.apply')}>
      <Ends>
        <FormField name="from" label={t('results.from')} autoComplete="off" data-autofocus />
        <FormField name="to" label={t('results.to')} autoComplete="off" />
      </Ends>
    </FormDialog>
  )
}

function DaysDialog({ search: { modified }, onChange, onClose }: OwnProps) {
  const t = useText()
  const form = useFormDialog({
    schema: days,
    defaultValues: modified && 'from' in modified ? modified : { from: '', to: '' },
    send({ from, to }) {
      onChange({ modified: from + to === '' ? null : { from, to } })
      return Promise.resolve(done)
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('files.modified')}
      lead={t('results.daysLead')}
      action={t('results.apply')}
    >
      <Ends>
        <DayField name="from" label={t('results.from')} />
        <DayField name="to" label={t('results.to')} />
      </Ends>
    </FormDialog>
  )
}

function DayField({ name, label }: { name: 'from' | 'to'; label: string }) {
  const t = useText()
  const { field, fieldState } = useController<{ from: string; to: string }>({ name })
  return (
    <DateField
      label={label}
      error={fieldText(t, fieldState.error)}
      ref={field.ref}
      onBlur={field.onBlur}
      value={field.value}
      onValue={field.onChange}
    />
  )
}

function TagDialog({ search: { tag }, onChange, onClose }: OwnProps) {
  const t = useText()
  const form = useFormDialog({
    schema: tags,
    defaultValues: { tag: tag ? tag.key + (tag.value === null ? '' : `=${tag.value}`) : '' },
    send({ tag }) {
      onChange({ tag: tagIn(tag) })
      return Promise.resolve(done)
    },
    onClose,
  })
  return (
    <FormDialog form={form} title={t('results.tag')} lead={t('results.tagLead')} action={t('results.apply')}>
      <FormField
        name="tag"
        label={t('results.tagField')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={400}
        data-autofocus
      />
    </FormDialog>
  )
}

const Ends = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' },
    gap: '3',
    alignItems: 'start',
  },
})
