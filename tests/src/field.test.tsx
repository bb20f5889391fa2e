// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Field } from '../../src/forms/field.tsx'
import { createTheme } from '../../src/theme/system.ts'

afterEach(cleanup)

const described = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(id => id !== '')
    .map(id => document.getElementById(id)?.textContent)

describe('a field', () => {
  test('that is wrong says so in the place of its help; what stands under it stays', () => {
    render(
      <ChakraProvider value={createTheme()}>
        <Field label="Tên bucket" error="Từ 3 đến 63 ký tự" help="ví dụ: anh-gia-dinh" under="Còn 5 giây" />
      </ChakraProvider>,
    )
    const input = screen.getByLabelText('Tên bucket')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(described(input)).toEqual(['Từ 3 đến 63 ký tự', 'Còn 5 giây'])
    expect(screen.queryByText('ví dụ: anh-gia-dinh')).toBe(null)
  })

  test('that is right is described by its help alone', () => {
    render(
      <ChakraProvider value={createTheme()}>
        <Field label="Bucket name" help="for example family-photos" />
      </ChakraProvider>,
    )
    const input = screen.getByLabelText('Bucket name')
    expect(input.getAttribute('aria-invalid')).toBe(null)
    expect(described(input)).toEqual(['for example family-photos'])
  })
})
