import { type Control, type UseFormSetValue, useController, useWatch } from 'react-hook-form'
import type { ProfileForm } from '../../domain/profile.ts'
import { Combobox } from '../forms/combobox.tsx'
import type { Option } from '../forms/option-match.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { usePlaces } from './use-places.ts'

type Props = { control: Control<ProfileForm>; setValue: UseFormSetValue<ProfileForm> }
type Level = 'city' | 'district' | 'ward'
type Read = { data: readonly Option[] | undefined; isError: boolean; refetch: () => unknown }

/** The fields below a place, which are cleared when it changes. */
const below: Record<Level, readonly Level[]> = {
  city: ['district', 'ward'],
  district: ['ward'],
  ward: [],
}

/** City, district and ward; each offers the places within the one above. */
export function PlaceFields({ control, setValue }: Props) {
  const t = useText()
  const [city, district] = useWatch({ control, name: ['city', 'district'] })
  const { cities, districts, wards } = usePlaces(city, district)
  const shared = { control, setValue }
  return (
    <>
      <PlaceField level="city" read={cities} {...shared} />
      <PlaceField
        level="district"
        read={districts}
        wanting={city === '' ? t('profile.cityFirst') : null}
        {...shared}
      />
      <PlaceField
        level="ward"
        read={wards}
        wanting={district === '' ? t('profile.districtFirst') : null}
        {...shared}
      />
    </>
  )
}

function PlaceField({
  level,
  read,
  wanting = null,
  control,
  setValue,
}: Props & { level: Level; read: Read; wanting?: string | null }) {
  const t = useText()
  const { field, fieldState } = useController({ control, name: level })
  return (
    <Combobox
      label={t(`profile.${level}`)}
      options={read.data ?? []}
      value={field.value}
      onValue={id => {
        field.onChange(id)
        for (const lower of below[level]) setValue(lower, '', { shouldDirty: true })
      }}
      onBlur={field.onBlur}
      ref={field.ref}
      disabled={wanting !== null || !read.data}
      placeholder={wanting ?? (read.data ? t('profile.choose') : read.isError ? '' : t('common.loading'))}
      error={fieldText(t, fieldState.error)}
      under={
        read.isError && (
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
