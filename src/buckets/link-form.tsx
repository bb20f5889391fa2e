import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { fileLinkForm, linkLives } from '../../domain/file-link.ts'
import type { Failure } from '../../machines/failure.ts'
import type { SignedUrl } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { Form } from '../forms/form.tsx'
import { FormField } from '../forms/form-field.tsx'
import { SelectField } from '../forms/select-field.tsx'
import { useFieldFailure } from '../forms/use-field-failure.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

const fields = { OBJECT_NOT_FOUND: 'path', path: 'path', expires_in: 'life' } as const

/** Generates links to files of a bucket. */
export function LinkForm({ bucket }: { bucket: string }) {
  const t = useText()
  const format = useFormats()
  const [link, setLink] = useState<SignedUrl | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm({
    resolver: valibotResolver(fileLinkForm),
    defaultValues: { path: '', life: '86400' as (typeof linkLives)[number] },
  })
  const other = useFieldFailure(form, failure, fields)

  const submit = form.handleSubmit(async ({ path, life }) => {
    setFailure(null)
    setLink(null)
    const body = { bucket, path, expires_in: Number(life) }
    const outcome = await result(api.POST('/objects/get-url', { body }))
    if (outcome.ok) setLink(outcome.data)
    else setFailure(outcome)
  })

  return (
    <FormProvider {...form}>
      <Form
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <FailureNotice failure={other} />
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 160px' }}
          alignItems="start"
          gap="4"
        >
          <FormField
            name="path"
            label={t('sharing.link.file')}
            placeholder={t('sharing.link.fileHint')}
            help={t('sharing.link.fileHelp')}
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
          <SelectField label={t('sharing.link.life')} {...form.register('life')}>
            {linkLives.map(life => (
              <option key={life} value={life}>
                {t(`sharing.link.life.${life}`)}
              </option>
            ))}
          </SelectField>
        </chakra.div>
        <div>
          <Button type="submit" variant="main" loading={form.formState.isSubmitting}>
            {t('sharing.link.do')}
          </Button>
        </div>
        {link && (
          <chakra.div role="status">
            <CopyValue
              label={t('sharing.link.made')}
              value={link.url}
              cut
              note={t('sharing.link.until', { time: format.dateTime(link.expires_at) })}
            />
          </chakra.div>
        )}
      </Form>
    </FormProvider>
  )
}
