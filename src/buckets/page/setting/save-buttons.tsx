import { chakra } from '@chakra-ui/react'
import { LeaveQuestion } from '../../../forms/leave-question.tsx'
import { useText } from '../../../i18n/text.ts'
import { useLeaving } from '../../../shell/leaving.ts'
import { Button } from '../../../ui/button.tsx'

type Props = {
  /** Whether anything differs from the stored value. */
  unsaved: boolean
  busy: boolean
  onDiscard: () => void
  /** The id of the form, if the buttons are outside of it. */
  form?: string
  /** A label instead of Save, for actions that need no change. */
  action?: string
}

/** Saves or discards the changes of a tab; leaving with unsaved changes asks for confirmation. */
export function SaveButtons({ unsaved, busy, onDiscard, form, action }: Props) {
  const t = useText()
  const leaving = useLeaving(unsaved && !busy)
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2">
      <Button
        type="submit"
        variant="main"
        disabled={!unsaved && !action}
        loading={busy}
        {...(form && { form })}
      >
        {action ?? t('bucket.save')}
      </Button>
      {unsaved && !busy && <Button onClick={onDiscard}>{t('bucket.discard')}</Button>}
      <LeaveQuestion leaving={leaving} about="entered" />
    </chakra.div>
  )
}
