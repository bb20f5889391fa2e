import { useState } from 'react'
import { type Control, type UseFormSetValue, useController, useWatch } from 'react-hook-form'
import { type AddressPlaces, divisions, noPlaces } from '../../domain/divisions.ts'
import type { ProfileForm } from '../../domain/profile.ts'
import { Combobox } from '../forms/combobox.tsx'
import type { Option } from '../forms/option-match.ts'
import { SelectField } from '../forms/select-field.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { usePlaces } from './use-places.ts'

type Props = { control: Control<ProfileForm>; setValue: UseFormSetValue<ProfileForm> }
type Level = keyof AddressPlaces
type Read = { data: readonly Option[] | undefined; isError: boolean; refetch: () => unknown }

const levels = ['city', 'district', 'ward'] as const

/** The fields below a place, which are cleared when it changes. */
const below: Record<Level, readonly Level[]> = {
  city: ['district', 'ward'],
  district: ['ward'],
  ward: [],
}

/** The divisions, and their city, district and ward; each offers the places within the one above. */
export function PlaceFields({ control, setValue }: Props) {
  const t = useText()
  const [city, district, ward] = useWatch({ control, name: levels })
  const places = { city, district, ward }
  const { chosen, cities, districts, wards } = usePlaces(places)
  const [other] = divisions.filter(each => each !== chosen)
  const [left, setLeft] = useState(noPlaces(other!))

  function set(names: readonly Level[], values: AddressPlaces) {
    for (const name of names) setValue(name, values[name], { shouldDirty: true })
  }
  function swap() {
    setLeft(places)
    set(levels, left)
  }
  const shared = (level: Level) => ({
    level,
    control,
    onChange: () => set(below[level], noPlaces(chosen)),
  })
  return (
    <>
      <SelectField label={t('profile.divisions')} value={chosen} onChange={swap}>
        {divisions.map(each => (
          <option key={each} value={each}>
            {t(`profile.divisions.${each}`)}
          </option>
        ))}
      </SelectField>
      <PlaceField {...shared('city')} label={t('profile.city')} read={cities} />
      {district !== null && (
        <PlaceField
          {...shared('district')}
          label={t('profile.district')}
          read={districts}
          wanting={city === '' ? t('profile.cityFirst') : null}
        />
      )}
      <PlaceField
        {...shared('ward')}
        label={t(`profile.ward.${chosen}`)}
        read={wards}
        wanting={district === '' ? t('profile.districtFirst') : city === '' ? t('profile.cityFirst') : null}
      />
    </>
  )
}

type FieldProps = {
  level: Level
  label: string
  read: Read
  wanting?: string | null
  control: Props['control']
  /** Called after another place was selected. */
  onChange: () => void
}

function PlaceField({ level, label, read, wanting = null, control, onChange }: FieldProps) {
  const t = useText()
  const { field, fieldState } = useController({ control, name: level })
  // biome-ignore lint/plugin: a field shows the failure below itself
  const failed = !read.data && read.isError
  return (
    <Combobox
      label={label}
      options={read.data ?? []}
      value={field.value ?? ''}
      onValue={id => {
        field.onChange(id)
        onChange()
      }}
      onBlur={field.onBlur}
      ref={field.ref}
      disabled={wanting !== null || !read.data}
      placeholder={wanting ?? (read.data ? t('profile.choose') : failed ? '' : t('common.loading'))}
      error={fieldText(t, fieldState.error)}
      under={
        failed && (
          <>
            {t('profile.placesFailed')}{' '}
            <Button variant="link" size="inline" onClick={() => void read.refetch()}>
              {t('common.retry')}
            </Button>
          </>
        )
      }
    />
  )
}
