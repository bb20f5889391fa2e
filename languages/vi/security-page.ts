import { security } from './security.ts'
import { ssoRules } from './sso-rules.ts'

export const messages = { ...security, ...ssoRules }
