import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ClientErrorPage } from './client-error-page.tsx'

type State = { error: unknown; failed: boolean }

/** Shows the client-error page in place of children that threw; going back in the history tries them again. */
export class ClientErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('A view has failed', error, info.componentStack)
  }

  override componentDidMount() {
    addEventListener('popstate', this.recover)
  }

  override componentWillUnmount() {
    removeEventListener('popstate', this.recover)
  }

  recover = () => {
    if (this.state.failed) this.setState({ error: null, failed: false })
  }

  override render() {
    return this.state.failed ? <ClientErrorPage error={this.state.error} /> : this.props.children
  }
}
