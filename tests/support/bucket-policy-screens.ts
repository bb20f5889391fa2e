import { grantsIn, withGrants } from '../../domain/policy/grants.ts'
import { statementOf, withStatement } from '../../domain/policy/templates.ts'
import type { BucketPolicy } from '../../openapi/schema.ts'
import type { MakeScreen, Screen } from './screens.ts'

const bucket = 'website-static'
const id = '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11'
const name = 'Lê Thị Bình'
const email = 'binh@example.com'
const key = 'KH0A7Q2M5X8R4T1W9Z3C'
const own = withStatement(
  withStatement('', statementOf('public-prefix', bucket, 'assets/')),
  statementOf('addresses', bucket, '203.0.113.0/24'),
)
const scope = [{ bucket, prefix: 'assets/fonts/' }]
const stored: BucketPolicy = {
  ...{ public: true, address: `https://s3.example.com/${bucket}`, revision: 'a' },
  policy: withGrants(
    own,
    grantsIn(bucket, 'kho', [
      { name: id, permission: 'read', scope },
      { name: key, permission: 'write', scope },
    ]),
  ),
  owner_arn: 'arn:aws:iam:::user/kho',
  sub_users: [{ id, name, email, arn: `arn:aws:iam:::user/kho:${id}` }],
  limited_keys: [{ access_key: key, name: 'Máy chủ', email, arn: `arn:aws:iam:::user/kho:${key}` }],
}

/** The tab of a bucket's policy. */
export const bucketPolicyScreens = (screen: MakeScreen): Screen[] => [
  screen('bucket-policy', async (tab, { goto, t }) => {
    await tab.route('**/api/bucket/policy?*', route => route.fulfill({ json: stored }))
    await goto(`/bucket-management/-/${bucket}/policy`)
    await tab.getByRole('heading', { name: t('policy.grants.title') }).waitFor()
  }),
  screen('bucket-policy-wrong', async (tab, { goto, t }) => {
    await goto(`/bucket-management/-/${bucket}/policy`)
    await tab
      .getByLabel(t('policy.editor'))
      .fill('{ "Statement": [{ "Effect": "Allow", "Principle": "*" }] }')
    await tab.getByRole('button', { name: t('policy.line', { line: 1 }) }).waitFor()
    // The editor marks the place a moment later; axe must not meet an element that is replaced.
    await tab.locator('.cm-lintRange-error').first().waitFor()
  }),
]
