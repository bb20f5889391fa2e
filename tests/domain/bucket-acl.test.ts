import { expect, test } from 'vitest'
import { consoleGrant, isAlready, policyReasons } from '../../domain/bucket-acl.ts'

const policy = { by: 'policy', name: 'Site', conditional: false } as const

test('a bucket is already public only by the console’s own statement, without conditions', () => {
  expect(isAlready({ acl: 'public', public_by: [policy, consoleGrant] }, 'public')).toBe(true)
  expect(isAlready({ acl: 'public', public_by: [policy] }, 'public')).toBe(false)
  expect(isAlready({ acl: 'public', public_by: [{ ...consoleGrant, conditional: true }] }, 'public')).toBe(
    false,
  )
})

test('a bucket is already private when nothing makes it public', () => {
  expect(isAlready({ acl: 'private', public_by: [] }, 'private')).toBe(true)
  expect(isAlready({ acl: 'public', public_by: [policy] }, 'private')).toBe(false)
})

test('statements of the policy stay when a bucket is made private', () => {
  expect(policyReasons([policy, consoleGrant, { by: 'acl', name: 'READ', conditional: false }])).toEqual([
    policy,
  ])
})
