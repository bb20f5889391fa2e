// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { nextAddress, notePlace, onwardAddress, signInBefore } from '../../src/session/next-address.ts'

it('the sign-in page goes on to where the user wanted, whatever the address holds [V1.2.2, V3.7.2]', () => {
  const wanted = '/bucket-management/anh/T%E1%BA%BFt%202026/?a=1&b=%23#c'
  expect(nextAddress(new URL(signInBefore(wanted), location.origin).search)).toBe(wanted)
})

it('the start page needs no address to go on to', () => {
  expect([signInBefore('/'), nextAddress('')]).toEqual(['/', null])
})

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '//',
  '/\\[',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'security',
])('the sign-in page does not lead to %s', address => {
  expect(nextAddress(`?next=${encodeURIComponent(address)}`)).toBeNull()
})

it('who signs in again goes on where they were, and nobody else does', () => {
  history.replaceState(null, '', '/bucket-management/anh/2026/?sort=name')
  notePlace('owner@example.com')
  history.replaceState(null, '', '/')
  expect(onwardAddress('', 'owner@example.com')).toBe('/bucket-management/anh/2026/?sort=name')
  expect(onwardAddress('?next=/security', 'owner@example.com')).toBe('/security')
  expect(onwardAddress('', 'somebody@example.com')).toBe('/bucket-management')
})
