import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { Globe, PencilLine, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { FormProvider, useFieldArray, useForm, useWatch } from 'react-hook-form'
import type { CorsRule } from '../../../../domain/cors-rules.ts'
import { corsRulesMaximum } from '../../../../domain/limits.ts'
import { FieldError } from '../../../forms/field.tsx'
import { Form } from '../../../forms/form.tsx'
import { useFieldFailure } from '../../../forms/use-field-failure.ts'
import { fieldText } from '../../../i18n/error-text.ts'
import { useText } from '../../../i18n/text.ts'
import { ActionMenu } from '../../../ui/action-menu.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure.tsx'
import { SaveButtons } from '../setting/save-buttons.tsx'
import { corsForm, fromForm, type Template, templates, toForm } from './cors-rule-form.ts'
import type { CorsSetting } from './cors-tab.tsx'
import { RuleCard } from './rule-card.tsx'
import { RuleFields } from './rule-fields.tsx'

const icons = { read: Globe, upload: Upload, own: PencilLine }

/** A form for all rules, saved together. */
export function CorsForm({ setting, own }: { setting: CorsSetting; own: readonly string[] }) {
  const t = useText()
  const { stored, busy, failure, save } = setting
  const methods = useForm({
    resolver: valibotResolver(corsForm),
    criteriaMode: 'all',
    defaultValues: { rules: stored.rules.map(toForm) },
  })
  const rest = useFieldFailure(methods, failure)
  const { control, formState, handleSubmit, reset } = methods
  const { fields, append, remove } = useFieldArray({ control, name: 'rules' })
  const rules = useWatch({ control, name: 'rules' })
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set())
  const { errors } = formState
  const add = (template: Template) => {
    setEdited(new Set([...edited, fields.length]))
    append(templates[template])
  }
  const drop = (index: number) => {
    const shifted = [...edited].flatMap(at => (at === index ? [] : [at > index ? at - 1 : at]))
    setEdited(new Set(shifted))
    remove(index)
  }
  const discard = () => {
    setEdited(new Set())
    reset()
  }
  const submit = handleSubmit(values => save({ ...stored, rules: values.rules.map(fromForm) as CorsRule[] }))
  return (
    <FormProvider {...methods}>
      <Form onSubmit={submit}>
        {fields.length === 0 && <chakra.p color="fg.muted">{t('bucket.cors.none')}</chakra.p>}
        {fields.length > 0 && (
          <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="3">
            {fields.map(({ id }, index) => {
              const rule = rules[index]
              if (!rule) return null
              return (
                <RuleCard
                  key={id}
                  number={index + 1}
                  rule={fromForm(rule)}
                  own={own}
                  onRemove={() => drop(index)}
                  onEdit={() => setEdited(new Set([...edited, index]))}
                  fields={edited.has(index) || errors.rules?.[index] ? <RuleFields index={index} /> : null}
                />
              )
            })}
          </chakra.ul>
        )}
        <chakra.div>
          <ActionMenu
            title={t('bucket.cors.add')}
            trigger={
              <Button disabled={fields.length >= corsRulesMaximum}>
                <Plus aria-hidden="true" />
                {t('bucket.cors.add')}
              </Button>
            }
            actions={(['read', 'upload', 'own'] as const).map(template => {
              const Icon = icons[template]
              return {
                id: template,
                label: t(`bucket.cors.template.${template}`),
                icon: <Icon />,
                run: () => add(template),
              }
            })}
          />
        </chakra.div>
        <FieldError>{fieldText(t, errors.rules?.root ?? (errors.rules as { message?: string }))}</FieldError>
        <FailureNotice failure={rest} />
        <SaveButtons unsaved={formState.isDirty} busy={busy} onDiscard={discard} />
      </Form>
    </FormProvider>
  )
}
