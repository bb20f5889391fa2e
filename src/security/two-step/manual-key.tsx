import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useText } from '../../i18n/text.ts'
import { CopyButton } from '../../ui/copy.tsx'

/** The key in groups of four, as people type it. */
export function groupsOf(secret: string): string[] {
  return secret.match(/.{1,4}/g) ?? []
}

/** The secret, to type into an authenticator app or to copy. */
export function ManualKey({ secret }: { secret: string }) {
  const t = useText()
  const id = useId()
  return (
    <chakra.div>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="2">
        <chakra.p id={id} textStyle="label">
          {t('security.keyLabel')}
        </chakra.p>
        <CopyButton value={secret} label={t('security.copyKey')} />
      </chakra.div>
      <chakra.p
        aria-labelledby={id}
        role="group"
        fontFamily="mono"
        textStyle="small"
        display="grid"
        gridTemplateColumns="repeat(4, max-content)"
        columnGap="3"
        rowGap="1"
      >
        {groupsOf(secret).map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group has no identity but its place
          <span key={at}>{group}</span>
        ))}
      </chakra.p>
    </chakra.div>
  )
}
