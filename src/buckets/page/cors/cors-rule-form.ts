import { type CorsRule, corsAgeMaximum, corsRule, corsSize } from '../../../../domain/cors-rules.ts'
import { corsRulesMaximum, corsSizeMaximum } from '../../../../domain/limits.ts'
import * as v from '../../../../domain/valibot.ts'

export type RuleForm = Omit<CorsRule, 'max_age_seconds'> & { max_age_seconds: string }

const age = v.pipe(
  v.string(),
  v.trim(),
  v.issueOf(text => (/^\d{0,10}$/.test(text) && Number(text) <= corsAgeMaximum ? null : 'cors-age')),
)

/** The rules of a bucket as a form: `corsRules` of the domain, with the age as text. */
export const corsForm = v.object({
  rules: v.pipe(
    v.array(v.object({ ...corsRule.entries, max_age_seconds: age })),
    v.maxLength(corsRulesMaximum, 'cors-too-many'),
    v.check(rules => corsSize(rules) <= corsSizeMaximum, 'cors-too-large'),
  ),
})

export function toForm(rule: CorsRule): RuleForm {
  return { ...rule, max_age_seconds: rule.max_age_seconds === null ? '' : String(rule.max_age_seconds) }
}

export function fromForm(rule: RuleForm): CorsRule {
  const { max_age_seconds: age } = rule
  return { ...rule, max_age_seconds: age === '' ? null : Number(age) }
}

export type Template = 'read' | 'upload' | 'own'

/** Initial values of a new rule. */
export const templates: Record<Template, RuleForm> = {
  read: {
    id: '',
    origins: ['*'],
    methods: ['GET', 'HEAD'],
    allowed_headers: [],
    expose_headers: ['ETag'],
    max_age_seconds: '3600',
  },
  upload: {
    id: '',
    origins: [],
    methods: ['GET', 'HEAD', 'PUT', 'POST'],
    allowed_headers: ['*'],
    expose_headers: ['ETag'],
    max_age_seconds: '3600',
  },
  own: {
    id: '',
    origins: [],
    methods: ['GET'],
    allowed_headers: [],
    expose_headers: [],
    max_age_seconds: '',
  },
}
