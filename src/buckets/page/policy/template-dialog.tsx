import { useId, useState } from 'react'
import { addressSet } from '../../../../domain/policy/addresses.ts'
import { statementOf, type Template, templates } from '../../../../domain/policy/templates.ts'
import { Field } from '../../../forms/field.tsx'
import { Form } from '../../../forms/form.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { useClosing } from '../../../forms/use-closing.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { PolicyPeople } from './use-people.ts'

type Props = {
  bucket: string
  people: PolicyPeople
  onInsert: (statement: Record<string, unknown>) => void
  /** `inserted`: whether a statement was added. Called once the focus has come back. */
  onClose: (inserted?: boolean) => void
}

/** Adds a statement that is made of a template. */
export default function TemplateDialog({ bucket, people, onInsert, onClose }: Props) {
  const t = useText()
  const id = useId()
  const [inserted, setInserted] = useState(false)
  const { open, close, onExited } = useClosing(() => onClose(inserted))
  const [template, setTemplate] = useState<Template>('public-read')
  const [values, setValues] = useState({ prefix: '', subUser: people.list[0]?.arn ?? '', addresses: '' })
  const [tried, setTried] = useState(false)
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value })
  const wrong = {
    prefix: values.prefix === '' ? t('issue.required') : undefined,
    addresses: addressSet([values.addresses])
      ? undefined
      : t('policy.fault.address', { value: values.addresses }),
  }
  const error =
    template === 'public-prefix' ? wrong.prefix : template === 'addresses' ? wrong.addresses : undefined
  const offered = templates.filter(each => each !== 'sub-user' || people.list.length > 0)

  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      title={t('policy.template.title')}
      lead={t('policy.template.lead')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form={id} variant="main">
            {t('policy.template.insert')}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        onSubmit={event => {
          event.preventDefault()
          setTried(true)
          if (error) return
          onInsert(statementOf(template, bucket, values))
          setInserted(true)
          close()
        }}
      >
        <SelectField
          data-autofocus
          label={t('policy.template.label')}
          value={template}
          onChange={event => setTemplate(event.target.value as Template)}
        >
          {offered.map(each => (
            <option key={each} value={each}>
              {t(`policy.template.${each}`)}
            </option>
          ))}
        </SelectField>
        {template === 'public-prefix' && (
          <Field
            label={t('policy.template.prefix')}
            value={values.prefix}
            onChange={set('prefix')}
            help={t('policy.template.prefixHelp')}
            error={tried ? wrong.prefix : undefined}
            maxLength={512}
            autoComplete="off"
          />
        )}
        {template === 'sub-user' && (
          <SelectField label={t('policy.template.who')} value={values.subUser} onChange={set('subUser')}>
            {people.list.map(({ arn, name, email }) => (
              <option key={arn} value={arn}>
                {`${name} (${email})`}
              </option>
            ))}
          </SelectField>
        )}
        {template === 'addresses' && (
          <Field
            label={t('policy.template.range')}
            value={values.addresses}
            onChange={set('addresses')}
            help={t('policy.template.rangeHelp')}
            error={tried ? wrong.addresses : undefined}
            maxLength={64}
            autoComplete="off"
          />
        )}
      </Form>
    </Dialog>
  )
}
