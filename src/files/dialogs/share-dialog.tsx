import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { shownType } from '../../../domain/file-kinds.ts'
import { nameOf } from '../../../domain/object-key.ts'
import { shareForm, shareLives } from '../../../domain/share-form.ts'
import { languages, locales } from '../../../languages/languages.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField, FormPasswordField } from '../../forms/form-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyValue, copyText } from '../../ui/copy.tsx'
import { Dialog, useClosing } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'

type Props = { bucket: string; file: string; onClose: () => void }

/** Shares a file with guests: the terms, then the address, which is copied at once and shown only then. */
export default function ShareDialog({ bucket, file, onClose }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  if (address !== null) return <Made file={file} address={address} onClose={onClose} />
  return (
    <Terms
      bucket={bucket}
      file={file}
      onClose={made => {
        if (made === null) onClose()
        else setAddress(made)
      }}
    />
  )
}

type TermsProps = Omit<Props, 'onClose'> & { onClose: (address: string | null) => void }

function Terms({ bucket, file, onClose }: TermsProps) {
  const t = useText()
  const [shown, setShown] = useState(false)
  const form = useFormDialog({
    schema: shareForm,
    defaultValues: { life: '604800', mode: 'download', password: '', limit: '', note: '', language: '' },
    fields: { download_limit: 'limit', expire_date: 'life' },
    send: ({ life, mode, password, limit, note, language }) => {
      const body = {
        ...{ bucket, path: file, mode, note },
        expire_date: life === '0' ? 0 : Math.floor(Date.now() / 1000) + Number(life),
        ...(password !== '' && { password }),
        ...(mode === 'download' && limit !== '' && { download_limit: Number(limit) }),
        ...(language !== '' && { language }),
      }
      return result(api.POST('/objects/shares', { body }))
    },
    onSent: ({ url }) => copyText(url),
    onClose: made => onClose(made?.url ?? null),
    staysWhileSending: true,
  })
  const { register, watch } = form.methods
  const type = shownType(file)
  return (
    <FormDialog
      form={form}
      title={t('share.title', { name: nameOf(file) })}
      lead={t('share.lead')}
      action={t('share.do')}
    >
      <SelectField label={t('share.life')} {...register('life')}>
        {shareLives.map(life => (
          <option key={life} value={life}>
            {t(`share.life.${life}`)}
          </option>
        ))}
      </SelectField>
      <FormPasswordField
        name="password"
        label={t('share.password')}
        help={t('share.passwordHelp')}
        autoComplete="new-password"
        // From here Enter shares.
        data-autofocus=""
      />
      {!shown && (
        <div>
          <Button onClick={() => setShown(true)}>{t('share.more')}</Button>
        </div>
      )}
      {shown && (
        <chakra.div display="flex" flexDirection="column" gap="5">
          {type !== null && type !== 'application/pdf' && (
            <SelectField label={t('share.mode')} {...register('mode')}>
              <option value="download">{t('share.mode.download')}</option>
              <option value="look">{t('share.mode.look')}</option>
            </SelectField>
          )}
          {watch('mode') === 'download' && (
            <FormField
              name="limit"
              label={t('share.limit')}
              help={t('share.limitHelp')}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
          <FormField name="note" label={t('share.note')} help={t('share.noteHelp')} autoComplete="off" />
          <SelectField label={t('share.language')} {...register('language')}>
            <option value="">{t('share.language.guest')}</option>
            {locales.map(locale => (
              <option key={locale} value={locale}>
                {languages[locale].name}
              </option>
            ))}
          </SelectField>
        </chakra.div>
      )}
    </FormDialog>
  )
}

function Made({ file, address, onClose }: { file: string; address: string; onClose: () => void }) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      title={t('share.title', { name: nameOf(file) })}
      lead={t('share.once')}
      footer={
        <>
          <Button onClick={close}>{t('common.close')}</Button>
          <Button variant="main" autoFocus onClick={() => void copyText(address)}>
            {t('share.copy')}
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="5" alignItems="stretch">
        <CopyValue label={t('share.address')} value={address} />
        <chakra.div display="grid" placeItems="center">
          <QrCode text={address} label={t('share.qr')} />
        </chakra.div>
      </chakra.div>
    </Dialog>
  )
}
