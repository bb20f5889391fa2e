import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { QrCode as QrIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { fileLinkForm, linkLives } from '../../../domain/file-link.ts'
import type { Failure } from '../../../machines/failure.ts'
import { selectEntries, selectPath } from '../../../machines/picker/selectors.ts'
import type { SignedUrl } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { FieldError } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useFieldFailure } from '../../forms/use-field-failure.ts'
import { fieldText } from '../../i18n/error-text.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { usePicker, usePickerEvents } from '../../picker/flow.ts'
import { PathPicker } from '../../picker/path-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyValue, copyText } from '../../ui/copy.tsx'
import { FailureNotice } from '../../ui/failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'

/** Where the QR code will be. */
const Room = chakra('div', {
  base: {
    placeItems: 'center',
    minH: { sm: '288px' },
    borderRadius: 'md',
    bg: { sm: 'bg.subtle' },
    color: 'line.strong',
  },
})

const focus = (element: HTMLElement | null) => element?.focus()

const issueFields = { OBJECT_NOT_FOUND: 'path', expires_in: 'life' } as const

type Props = {
  bucket: string
  /** Whether the list of files is shown at first. */
  browses?: boolean
  /** The key of the file; without it, the user chooses one. */
  file?: string
  /** Where a dialog has its buttons; its form then has two columns, with room for the QR code. */
  footer?: HTMLElement | null
}

/** Generates a temporary link to a file; the button that did it then copies the link. */
export function LinkForm({ bucket, browses = false, file, footer }: Props) {
  const t = useText()
  const id = useId()
  const format = useFormats()
  /** The last link, and the input it was generated for. */
  const [answer, setAnswer] = useState<{ path: string; life: string; link: SignedUrl } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm({
    resolver: valibotResolver(fileLinkForm),
    defaultValues: { path: file ?? '', life: '86400' as (typeof linkLives)[number] },
  })
  const other = useFieldFailure(form, failure, issueFields)
  const picker = usePicker({ bucket, path: file ?? '' })
  const { open, close } = usePickerEvents(picker)
  const path = useSelector(picker, selectPath)
  const entries = useSelector(picker, selectEntries)
  const life = useWatch({ control: form.control, name: 'life' })
  const link = answer?.path === path && answer.life === life ? answer.link : null
  const { setValue, formState } = form
  const { isSubmitted } = formState
  // biome-ignore lint/correctness/useExhaustiveDependencies: to validate once more when it is sent would remove the server’s issue of the path
  useEffect(() => setValue('path', path, { shouldValidate: isSubmitted }), [setValue, path])
  useEffect(() => {
    if (browses) open()
  }, [browses, open])
  const made = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (link) made.current?.scrollIntoView({ block: 'nearest' })
  }, [link])

  const submit = form.handleSubmit(async ({ path, life }) => {
    setFailure(null)
    setAnswer(null)
    close()
    const body = { bucket, path, expires_in: Number(life) }
    const outcome = await result(api.POST('/objects/get-url', { body }))
    if (outcome.ok) setAnswer({ path, life, link: outcome.data })
    else setFailure(outcome)
  })

  if (browses && path === '' && entries?.length === 0)
    return (
      <chakra.div ref={focus} tabIndex={-1} outline="none">
        <Notice severity="info">{t('sharing.link.empty')}</Notice>
      </chakra.div>
    )
  // One button, so that the next key press copies.
  const action = (
    <Button
      form={id}
      type={link ? 'button' : 'submit'}
      variant="main"
      minW="168px"
      loading={formState.isSubmitting}
      data-autofocus={file === undefined ? undefined : ''}
      onClick={link ? () => void copyText(link.url) : undefined}
    >
      {t(link ? 'sharing.link.copy' : 'sharing.link.do')}
    </Button>
  )
  const fields = (
    <>
      <FailureNotice failure={other} />
      {file === undefined ? (
        <PathPicker
          flow={picker}
          label={t('sharing.link.file')}
          placeholder={t('sharing.link.fileHint')}
          help={t('sharing.link.fileHelp')}
          error={fieldText(t, formState.errors.path)}
          ref={form.register('path').ref}
        />
      ) : (
        <div>
          <chakra.div textStyle="label">{t('sharing.link.file')}</chakra.div>
          <chakra.div mt="1.5" overflowWrap="anywhere">
            {file}
          </chakra.div>
          <FieldError pt="1">{fieldText(t, formState.errors.path)}</FieldError>
        </div>
      )}
      <chakra.div width={{ base: 'full', sm: '200px' }}>
        <SelectField label={t('sharing.link.life')} {...form.register('life')}>
          {linkLives.map(life => (
            <option key={life} value={life}>
              {t(`sharing.link.life.${life}`)}
            </option>
          ))}
        </SelectField>
      </chakra.div>
    </>
  )
  const value = link && (
    <CopyValue
      label={t('sharing.link.made')}
      value={link.url}
      cut
      note={t('sharing.link.until', { time: format.dateTime(link.expires_at) })}
    />
  )
  const code = link && <QrCode text={link.url} label={t('sharing.link.qr')} />
  return (
    <FormProvider {...form}>
      <Form
        id={id}
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        {footer === undefined ? (
          <>
            {fields}
            <div>{action}</div>
            {link && (
              <chakra.div role="status" ref={made} display="flex" flexDirection="column" gap="3">
                {value}
                {code}
              </chakra.div>
            )}
          </>
        ) : (
          <chakra.div
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 288px' }}
            gap="5"
            alignItems="start"
          >
            <chakra.div display="flex" flexDirection="column" gap="5">
              {fields}
              <div role="status">{value}</div>
            </chakra.div>
            <Room ref={made} display={{ base: link ? 'grid' : 'none', sm: 'grid' }}>
              {code || <QrIcon aria-hidden="true" size="64" strokeWidth="1" />}
            </Room>
            {footer && createPortal(action, footer)}
          </chakra.div>
        )}
      </Form>
    </FormProvider>
  )
}
