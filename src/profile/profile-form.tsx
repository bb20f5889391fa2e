import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { shownPlaces } from '../../domain/divisions.ts'
import { phoneText } from '../../domain/phone.ts'
import { genders, profileForm } from '../../domain/profile.ts'
import type { Profile, ProfileChange } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { LeaveQuestion } from '../forms/leave-question.tsx'
import { SelectField } from '../forms/select-field.tsx'
import { useFieldFailure } from '../forms/use-field-failure.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { sessionEvents } from '../session/flow.ts'
import { useLeaving } from '../shell/leaving.ts'
import { showToast } from '../shell/toast.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure.tsx'
import { PlaceFields } from './place-fields.tsx'

type Props = {
  profile: Profile
  /** Called after saving or cancelling. */
  onDone: () => void
}

/** Edits the profile; asks before unsaved changes are lost. */
export default function ProfileForm({ profile, onDone }: Props) {
  const t = useText()
  const { fullName, company, gender, address } = profile
  const form = useForm({
    resolver: valibotResolver(profileForm),
    defaultValues: {
      fullName,
      phone: phoneText(profile.phone),
      company,
      gender,
      address,
      ...shownPlaces(profile),
    },
  })
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (body: ProfileChange) => dataOf(api.PUT('/user/info', { body })),
    onSuccess() {
      sessionEvents.reloadUser()
      showToast('profile.updated')
      onDone()
    },
  })
  const { register, handleSubmit, control, setValue, formState } = form
  const { errors } = formState
  const leaving = useLeaving(formState.isDirty && !isSuccess)
  const formFailure = useFieldFailure(form, error?.failure ?? null)

  return (
    <Form onSubmit={handleSubmit(form => mutate(form))}>
      <FailureNotice failure={formFailure} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        columnGap="6"
        rowGap="5"
        alignItems="start"
      >
        <Field
          label={t('profile.fullName')}
          autoComplete="name"
          autoFocus
          error={fieldText(t, errors.fullName)}
          {...register('fullName')}
        />
        <Field
          label={t('profile.phone')}
          type="tel"
          placeholder="0901 234 567"
          autoComplete="tel"
          error={fieldText(t, errors.phone)}
          {...register('phone')}
        />
        <Field
          label={t('profile.company')}
          autoComplete="organization"
          error={fieldText(t, errors.company)}
          {...register('company')}
        />
        <SelectField
          label={t('profile.gender')}
          autoComplete="sex"
          error={fieldText(t, errors.gender)}
          {...register('gender')}
        >
          <option value="">{t('profile.gender.none')}</option>
          {genders.map(each => (
            <option key={each} value={each}>
              {t(`profile.gender.${each}`)}
            </option>
          ))}
        </SelectField>
        <chakra.div gridColumn="1 / -1">
          <Field
            label={t('profile.address')}
            placeholder={t('profile.addressHint')}
            autoComplete="street-address"
            error={fieldText(t, errors.address)}
            {...register('address')}
          />
        </chakra.div>
        <PlaceFields control={control} setValue={setValue} />
      </chakra.div>
      <chakra.div display="flex" justifyContent="flex-end" gap="2" pt="1">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" variant="main" loading={isPending}>
          {t('profile.save')}
        </Button>
      </chakra.div>
      <LeaveQuestion leaving={leaving} about="entered" />
    </Form>
  )
}
