import { GetBucketCorsCommand, type S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { makeCorsMemory } from '../../server/storage/cors.ts'

test('after 30 s a bucket is looked at again: another process may have made it anew, without the rule', async () => {
  let clock = 0
  let rules: unknown[] = []
  let looks = 0
  const client = {
    async send(command: { input: { CORSConfiguration?: { CORSRules: unknown[] } } }) {
      if (command instanceof GetBucketCorsCommand) {
        looks += 1
        return { CORSRules: rules }
      }
      rules = command.input.CORSConfiguration!.CORSRules
      return {}
    },
  } as unknown as S3Client
  const refusals: unknown[] = []
  const cors = makeCorsMemory({
    origins: () => ['https://kho.example'],
    locks: { hold: (_name, work) => work({ check: async () => undefined }) },
    now: () => clock,
    refused: error => refusals.push(error),
  })
  const ensure = async () => {
    await cors.ensure(client, 'account', 'bucket')
    return [looks, rules.length]
  }
  expect(await ensure()).toEqual([2, 1])
  rules = []
  clock = 29_999
  expect(await ensure()).toEqual([2, 0])
  clock = 30_000
  expect(await ensure()).toEqual([4, 1])
  expect(refusals).toEqual([])
})
