import { chakra } from '@chakra-ui/react'
import { useEffect, useSyncExternalStore } from 'react'
import { noPlaces, shownPlaces } from '../../domain/divisions.ts'
import type { Profile } from '../../openapi/schema.ts'
import type { Option } from '../forms/option-match.ts'
import { useText } from '../i18n/text.ts'
import { observable } from '../site/signal.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from './facts.tsx'
import { placeName, usePlaces } from './use-places.ts'

type Read = { data: readonly Option[] | undefined; isError: boolean }

type Props = {
  profile: Profile | undefined
  /** Absent while it cannot be changed. */
  onChangeEmail?: () => void
}

/** The profile, read-only; a skeleton without one. */
export function ProfileDetails({ profile, onChangeEmail }: Props) {
  const t = useText()
  const { city, district, ward } = profile ? shownPlaces(profile) : noPlaces('since-2025')
  const { chosen, cities, districts, wards } = usePlaces({ city, district })
  const phone = usePhoneText(profile?.phone)
  const place = ({ data, isError }: Read, id: string) =>
    profile && (id === '' || data || isError) ? id && placeName(data, id) : undefined
  return (
    <Facts
      columns={2}
      facts={[
        { name: t('profile.fullName'), value: profile?.fullName },
        {
          name: t('profile.email'),
          value:
            profile && onChangeEmail ? (
              <chakra.span display="inline-flex" flexWrap="wrap" columnGap="3">
                {profile.email}
                <Button variant="link" size="inline" onClick={onChangeEmail}>
                  {t('profile.changeEmail')}
                </Button>
              </chakra.span>
            ) : (
              profile?.email
            ),
        },
        { name: t('profile.phone'), value: phone },
        { name: t('profile.company'), value: profile?.company },
        {
          name: t('profile.gender'),
          value: profile?.gender && t(`profile.gender.${profile.gender}`),
        },
        { name: t('profile.address'), value: profile?.address },
        { name: t('profile.city'), value: place(cities, city) },
        ...(district === null ? [] : [{ name: t('profile.district'), value: place(districts, district) }]),
        { name: t(`profile.ward.${chosen}`), value: place(wards, ward) },
      ]}
    />
  )
}

const format = observable<((phone: string) => string) | undefined>(undefined)

/** A phone number in national format; undefined while the (large) library for it loads. */
function usePhoneText(phone: string | undefined): string | undefined {
  const ready = useSyncExternalStore(format.on, format.get)
  const wanted = Boolean(phone) && !ready
  useEffect(() => {
    if (!wanted) return
    import('../../domain/phone.ts').then(
      ({ phoneText }) => format.set(phoneText),
      error => {
        console.warn('Phone numbers are shown as they are kept', error)
        format.set(text => text)
      },
    )
  }, [wanted])
  return phone && ready?.(phone)
}
