// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createTheme } from '../../src/theme/system.ts'
import { PageTitle } from '../../src/ui/page-title.tsx'

afterEach(cleanup)

test('the browser’s tab names the screen before the product', () => {
  const { rerender } = render(<PageTitle>Buckets</PageTitle>, {
    wrapper: ({ children }) => <ChakraProvider value={createTheme()}>{children}</ChakraProvider>,
  })
  expect(document.title).toBe('Buckets · Kho')
  rerender(<PageTitle>Danh sách bucket</PageTitle>)
  expect(document.title).toBe('Danh sách bucket · Kho')
  rerender(<PageTitle tab="S3 keys · Security">Security</PageTitle>)
  expect(document.title).toBe('S3 keys · Security · Kho')
})
