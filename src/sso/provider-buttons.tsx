import { chakra } from '@chakra-ui/react'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Failure } from '../../machines/failure.ts'
import { selectUser } from '../../machines/session/machine.ts'
import { apiFailingFast } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/flow.ts'
import { nextAddress } from '../session/next-address.ts'
import { thisAddress } from '../site/base-path.ts'
import { noteProvider, providers } from '../site/providers.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure.tsx'

type State = { leaving: string | null; failure: Failure | null }

/**
 * A button for each OpenID provider: it leads there, and back to where the user wanted to go. `inPlace`: in front of the
 * console, which is left; back to where the user is.
 */
export default function ProviderButtons({ inPlace }: { inPlace?: boolean }) {
  const t = useText()
  const alone = useSession(snapshot => selectUser(snapshot)?.sso_required ?? false)
  const [{ leaving, failure }, setState] = useState<State>({ leaving: null, failure: null })

  useEffect(() => {
    // The browser's back button may show this page as it was left.
    const back = () => setState({ leaving: null, failure: null })
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])

  async function leave(provider: string) {
    setState({ leaving: provider, failure: null })
    const return_to = inPlace ? thisAddress() : (nextAddress(location.search) ?? '/')
    const outcome = await result(apiFailingFast.POST('/auth/sso/begin', { body: { provider, return_to } }))
    if (!outcome.ok) return setState({ leaving: null, failure: outcome })
    noteProvider(provider)
    location.assign(outcome.data.url)
  }

  return (
    <chakra.div display="flex" flexDirection="column" gap="3" mt={alone ? '0' : '6'}>
      {!alone && (
        <chakra.p
          display="flex"
          alignItems="center"
          gap="3"
          color="fg.muted"
          textStyle="small"
          mb="1"
          _before={{ content: '""', flex: '1', borderTopWidth: '1px' }}
          _after={{ content: '""', flex: '1', borderTopWidth: '1px' }}
        >
          {t('sso.or')}
        </chakra.p>
      )}
      {inPlace && (
        <chakra.p color="fg.muted" textStyle="small">
          {t('sso.away')}
        </chakra.p>
      )}
      <FailureNotice failure={failure} />
      {providers().map(({ id, name }, index) => (
        <Button
          key={id}
          wide
          autoFocus={alone && index === 0}
          loading={leaving === id}
          disabled={leaving !== null && leaving !== id}
          onClick={() => void leave(id)}
        >
          <KeyRound aria-hidden="true" />
          {t('sso.with', { name })}
        </Button>
      ))}
    </chakra.div>
  )
}
