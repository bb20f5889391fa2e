import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type ConflictProps = Values & {
  /** Closes the question; the values saved now are what the user goes on with. */
  onKeepTheirs: () => void
  onSaveYours: () => void
}

/** Another user or tab has saved a value meanwhile: shows both and asks which one to keep. */
export function ConflictDialog({ theirs, yours, onKeepTheirs, onSaveYours }: ConflictProps) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onKeepTheirs}
      closesOutside={false}
      role="alertdialog"
      size="large"
      title={t('conflict.title')}
      lead={t('conflict.lead')}
      footer={
        <>
          <Button data-autofocus onClick={onKeepTheirs}>
            {t('conflict.take')}
          </Button>
          <Button variant="danger" onClick={onSaveYours}>
            {t('conflict.keep')}
          </Button>
        </>
      }
    >
      <BothValues theirs={theirs} yours={yours} />
    </Dialog>
  )
}

type Values = { theirs: ReactNode; yours: ReactNode }

/** The value that another user saved meanwhile, beside the user's own. */
export function BothValues({ theirs, yours }: Values) {
  const t = useText()
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      gap="4"
    >
      <Side title={t('conflict.theirs')}>{theirs}</Side>
      <Side title={t('conflict.yours')}>{yours}</Side>
    </chakra.div>
  )
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <chakra.section aria-labelledby={id} borderWidth="1px" borderRadius="lg" p="4" minW="0">
      <chakra.h3 id={id} textStyle="small" fontWeight="medium" color="fg.muted" mb="2">
        {title}
      </chakra.h3>
      <chakra.div overflowX="auto">{children}</chakra.div>
    </chakra.section>
  )
}
