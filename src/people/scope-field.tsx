import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { FolderPlus, X } from 'lucide-react'
import { useEffect, useId } from 'react'
import { get, useController, useFormContext, useWatch } from 'react-hook-form'
import { folderOf, foldersPerScope } from '../../domain/scope.ts'
import type { Permission, ScopeFolder } from '../../openapi/schema.ts'
import { read } from '../api/query.ts'
import { FieldError, Input } from '../forms/field.tsx'
import { Legend, RadioCard } from '../forms/radio-card.tsx'
import { Select } from '../forms/select-field.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useScopeTexts } from './scope-mark.tsx'

type Values = { permission: Permission; scope: ScopeFolder[] | null }

function useBucketNames(wanted: boolean): string[] {
  const { data = [] } = useQuery({
    ...read('/bucket'),
    select: ({ buckets }) => buckets.map(each => each.name),
    enabled: wanted,
  })
  return data
}

type Props = { off?: string; help?: string }

/**
 * The form field `scope` (null: not limited), one folder per row, for a form that also has `permission`. `off`: the label of
 * "not limited".
 */
export function ScopeField({ off, help }: Props) {
  const t = useText()
  const id = useId()
  const { field, fieldState } = useController<Values, 'scope'>({ name: 'scope' })
  const permission = useWatch<Values, 'permission'>({ name: 'permission' })
  const buckets = useBucketNames(true)
  const { value: rows, onChange: set } = field
  const sentences = useScopeTexts()(
    permission,
    (rows ?? []).map(row => ({ ...row, prefix: folderOf(row.prefix) })),
  )
  const [first] = buckets
  // Rows added before the buckets were loaded.
  useEffect(() => {
    if (first && rows?.some(({ bucket }) => bucket === ''))
      set(rows.map(row => ({ ...row, bucket: row.bucket || first })))
  }, [first, rows, set])
  const add = (rows: ScopeFolder[]) =>
    set([...rows, { bucket: rows.at(-1)?.bucket ?? first ?? '', prefix: '' }])
  return (
    <chakra.fieldset minW="0" aria-describedby={`${id}-error`}>
      <Legend>{t('scope.title')}</Legend>
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="2">
        <RadioCard
          name={id}
          label={off ?? t('scope.off')}
          checked={rows === null}
          onChange={() => set(null)}
        />
        <RadioCard name={id} label={t('scope.on')} checked={rows !== null} onChange={() => add([])} />
      </chakra.div>
      {rows && (
        <chakra.div display="flex" flexDirection="column" gap="3" mt="3">
          <chakra.p textStyle="small" color="fg.muted">
            {help ?? t('scope.help')}
          </chakra.p>
          {rows.map((row, at) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
              key={at}
              at={at}
              row={row}
              buckets={buckets}
              onChange={changed => set(rows.with(at, changed))}
              onRemove={() => set(rows.toSpliced(at, 1))}
            />
          ))}
          <chakra.div>
            <Button size="sm" disabled={rows.length >= foldersPerScope} onClick={() => add(rows)}>
              <FolderPlus />
              {t('scope.add')}
            </Button>
          </chakra.div>
          <chakra.ul aria-live="polite" textStyle="small" color="fg.muted" listStyleType="none">
            {rows.length === 0 && <li>{t('scope.nothing')}</li>}
            {sentences.map(sentence => (
              <chakra.li key={sentence} overflowWrap="anywhere">
                {sentence}
              </chakra.li>
            ))}
          </chakra.ul>
        </chakra.div>
      )}
      <FieldError id={`${id}-error`} pt="1.5">
        {fieldText(t, fieldState.error)}
      </FieldError>
    </chakra.fieldset>
  )
}

type RowProps = {
  at: number
  row: ScopeFolder
  buckets: string[]
  onChange: (row: ScopeFolder) => void
  onRemove: () => void
}

function Row({ at, row, buckets, onChange, onRemove }: RowProps) {
  const t = useText()
  const id = useId()
  const { formState } = useFormContext<Values>()
  const errors = (['bucket', 'prefix'] as const).map(name =>
    fieldText(t, get(formState.errors, `scope.${at}.${name}`)),
  )
  const [ofBucket, ofPrefix] = errors
  const offered = buckets.includes(row.bucket) || row.bucket === '' ? buckets : [row.bucket, ...buckets]
  const name = (of: string) => `${of}, ${t('scope.row', { row: at + 1 })}`
  const described = errors.some(Boolean) ? `${id}-error` : undefined
  return (
    <chakra.div>
      <chakra.div
        display="grid"
        gridTemplateColumns="minmax(0, 1fr) minmax(0, 1fr) auto"
        gap="2"
        alignItems="center"
      >
        <Select
          aria-label={name(t('scope.bucket'))}
          aria-invalid={ofBucket ? true : undefined}
          aria-describedby={described}
          value={row.bucket}
          onChange={({ currentTarget }) => onChange({ ...row, bucket: currentTarget.value })}
        >
          {row.bucket === '' && <option value="">{t('scope.bucket')}</option>}
          {offered.map(bucket => (
            <option key={bucket} value={bucket}>
              {bucket}
            </option>
          ))}
        </Select>
        <Input
          aria-label={name(t('scope.folder'))}
          aria-invalid={ofPrefix ? true : undefined}
          aria-describedby={described}
          placeholder={t('scope.whole')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={row.prefix}
          onChange={({ currentTarget }) => onChange({ ...row, prefix: currentTarget.value })}
        />
        <IconButton label={t('scope.remove', { row: at + 1 })} onClick={onRemove}>
          <X />
        </IconButton>
      </chakra.div>
      <FieldError id={`${id}-error`} pt="1.5">
        {errors.filter(Boolean).join(' ')}
      </FieldError>
    </chakra.div>
  )
}
