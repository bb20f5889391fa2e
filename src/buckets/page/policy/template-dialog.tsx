import { useId, useState } from 'react'
import {
  statementOf,
  type TemplateName,
  templateNames,
  templates,
} from '../../../../domain/policy/templates.ts'
import { Field } from '../../../forms/field.tsx'
import { Form } from '../../../forms/form.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useClosing } from '../../../ui/dialog.tsx'
import type { PolicyPeople } from './reading-text.ts'

type Props = {
  bucket: string
  people: PolicyPeople
  onInsert: (statement: Record<string, unknown>) => void
  /** `inserted`: whether a statement was added. Called once the focus has returned. */
  onClose: (inserted?: boolean) => void
}

/** Adds a statement from a template. */
export default function TemplateDialog({ bucket, people, onInsert, onClose }: Props) {
  const t = useText()
  const id = useId()
  const [inserted, setInserted] = useState(false)
  const { open, close, onExited } = useClosing(() => onClose(inserted))
  const [template, setTemplate] = useState<TemplateName>('public-read')
  const [values, setValues] = useState<Partial<Record<TemplateName, string>>>({})
  const [tried, setTried] = useState(false)
  const { field } = templates[template]
  const value = values[template] ?? (field?.type === 'sub-user' ? people.list[0]?.arn : undefined) ?? ''
  const set = (event: { target: { value: string } }) =>
    setValues({ ...values, [template]: event.target.value })
  const fault = field?.type === 'text' ? field.faultOf(value) : null
  const offered = templateNames.filter(
    each => templates[each].field?.type !== 'sub-user' || people.list.length > 0,
  )

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
          if (fault) return
          onInsert(statementOf(template, bucket, value))
          setInserted(true)
          close()
        }}
      >
        <SelectField
          data-autofocus
          label={t('policy.template.label')}
          value={template}
          onChange={event => setTemplate(event.target.value as TemplateName)}
        >
          {offered.map(each => (
            <option key={each} value={each}>
              {t(`policy.template.${each}`)}
            </option>
          ))}
        </SelectField>
        {field?.type === 'text' && (
          <Field
            key={template}
            label={t(`policy.template.${field.name}`)}
            value={value}
            onChange={set}
            help={t(`policy.template.${field.name}Help`)}
            error={tried && fault ? t(fault, { value }) : undefined}
            maxLength={field.maxLength}
            autoComplete="off"
          />
        )}
        {field?.type === 'sub-user' && (
          <SelectField label={t(`policy.template.${field.name}`)} value={value} onChange={set}>
            {people.list.map(({ arn, name, email }) => (
              <option key={arn} value={arn}>
                {`${name} (${email})`}
              </option>
            ))}
          </SelectField>
        )}
      </Form>
    </Dialog>
  )
}
