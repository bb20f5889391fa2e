import { topicsPerAccount } from '../../domain/limits.ts'
import { newTopic, type TopicTargetKind, topicTargets } from '../../domain/topic.ts'
import type { Topic } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormField } from '../forms/form-field.tsx'
import { Choices, RadioCard } from '../forms/radio-card.tsx'
import { SelectField } from '../forms/select-field.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { useGroups } from '../notifications/use-groups.ts'
import { showToast } from '../shell/toast.ts'

type Props = {
  /** The topic whose target to change; null: a new one. */
  topic: Topic | null
  /** Called instead of `onClose` once a new one exists. */
  onCreated?: (topic: Topic) => void
  onClose: () => void
}

/** Creates a topic, or changes its target. */
export default function TopicDialog({ topic, onCreated, onClose }: Props) {
  const t = useText()
  const { data: groups = [] } = useGroups()
  const form = useFormDialog({
    schema: newTopic,
    defaultValues: {
      name: topic?.name ?? '',
      target: topic && topic.address === null ? 'group' : 'address',
      address: topic?.address ?? '',
      group: topic?.group?.id ?? '',
    },
    fields: { TOPIC_EXISTS: 'name', ADDRESS_REFUSED: 'address', GROUP_NOT_FOUND: 'group', group_id: 'group' },
    send({ name, target, address, group }) {
      const body = {
        name,
        address: target === 'address' ? address : null,
        group_id: target === 'group' ? group : null,
      }
      return topic
        ? result(api.PUT('/notification/topic', { body }))
        : result(api.POST('/notification/topic', { body }))
    },
    onSent(_, { name }) {
      showToast(topic ? 'topics.changed' : 'topics.created', { about: name })
    },
    onClose: saved => (saved && onCreated ? onCreated(saved) : onClose()),
  })
  const { register, watch, formState } = form.methods
  const leads = { address: t('topics.addressLead'), group: t('topics.groupLead') }
  return (
    <FormDialog
      form={form}
      title={topic ? t('topics.changeTitle', { name: topic.name }) : t('topics.createTitle')}
      lead={topic ? t('topics.changeLead') : t('topics.createLead', { count: topicsPerAccount })}
      action={t(topic ? 'topics.save' : 'topics.create')}
    >
      {!topic && (
        <FormField
          name="name"
          label={t('topics.name')}
          help={t('issue.topic-name')}
          placeholder={t('topics.nameHint')}
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Choices legend={t('topics.target')} error={formState.errors.target}>
        {topicTargets.map((target: TopicTargetKind) => (
          <RadioCard
            key={target}
            value={target}
            label={t(`topics.target.${target}`)}
            lead={leads[target]}
            {...register('target')}
          />
        ))}
      </Choices>
      {watch('target') === 'address' ? (
        <FormField
          name="address"
          label={t('topics.address')}
          placeholder="https://example.com/kho"
          type="url"
          inputMode="url"
          autoComplete="off"
          {...(topic && { 'data-autofocus': true })}
        />
      ) : (
        <SelectField
          label={t('topics.group')}
          error={fieldText(t, formState.errors.group)}
          {...register('group')}
        >
          <option value="">{t(groups.length > 0 ? 'topics.chooseGroup' : 'topics.noGroups')}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  )
}
