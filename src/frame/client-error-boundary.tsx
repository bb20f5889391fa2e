import { Component, type ErrorInfo, type ReactNode } from 'react'
import { lazyPart } from '../ui/lazy.tsx'

/** Not on the sign-in page from the start; the console loads it before it is needed. */
export const ClientErrorPage = lazyPart(() => import('./client-error-page.tsx'))

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
