import { chakra } from '@chakra-ui/react'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { addressOf } from '../site/base-path.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { BrokenPage } from '../ui/first-drawings.tsx'
import { useBootHidden } from '../ui/screen-loading.tsx'

/** `place`: a change of it renders the children again. `bar` is above the client-error page. */
type Props = { place: string; bar?: ReactNode; children: ReactNode }
type State = { error: unknown; failed: boolean }

/** Shows the client-error page instead of children that threw, until the user navigates elsewhere. */
export class ClientErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('A view has failed', error, info.componentStack)
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.place !== this.props.place) this.setState({ error: null, failed: false })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <>
        {this.props.bar}
        <ClientErrorPage error={this.state.error} />
      </>
    )
  }
}

function goBack() {
  if (history.length > 1) history.back()
  else location.assign(addressOf('/'))
}

/** Replaces a view that has failed. */
function ClientErrorPage({ error }: { error: unknown }) {
  useBootHidden()
  const t = useText()
  return (
    <chakra.div role="alert" minH="calc(70dvh - var(--tray-room, 0px))" display="grid" placeItems="center">
      <EmptyState
        level={1}
        drawing={<BrokenPage />}
        title={t('app.clientError.title')}
        lead={
          <>
            <p>{t('app.clientError.lead')}</p>
            <chakra.p mt="2">{t('app.clientError.advice')}</chakra.p>
            <chakra.details mt="4" textStyle="caption" color="fg.subtle">
              <chakra.summary cursor="pointer">{t('app.clientError.details')}</chakra.summary>
              <chakra.code display="block" mt="2" fontFamily="mono" overflowWrap="anywhere">
                {String(error)}
              </chakra.code>
            </chakra.details>
          </>
        }
        action={
          <>
            <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
            <Button variant="main" onClick={goBack}>
              {t('common.back')}
            </Button>
          </>
        }
      />
    </chakra.div>
  )
}
