// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react'
import { test, vi } from 'vitest'
import { Router, useLocation } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { ClientErrorBoundary } from '../../src/frame/client-error-boundary.tsx'
import { SimpleBar } from '../../src/ui/brand.tsx'
import { headingThere, show, textThere } from './support/screen.tsx'

function Page() {
  const [path] = useLocation()
  if (path === '/broken') throw new Error('as a translator would cause it')
  return <p>{`at ${path}`}</p>
}

function Whole() {
  const [path] = useLocation()
  return (
    <ClientErrorBoundary place={path} bar={<SimpleBar />}>
      <Page />
    </ClientErrorBoundary>
  )
}

test('a page that fails as a whole still has the logo, which leads home', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { hook } = memoryLocation({ path: '/broken' })
  await show(
    <Router hook={hook}>
      <Whole />
    </Router>,
  )
  await headingThere('An error occurred on client')
  await act(async () => void fireEvent.click(document.querySelector('a[aria-label=Kho]')!))
  await textThere('at /')
})
