import type { BucketSample } from '../../../../openapi/schema.ts'

/** A day of the chart; `sample` null: not measured. */
type GrowthDay = { day: string; sample: BucketSample | null }

const dayMs = 86_400_000

/** Every day from the first sample to the last, in order. */
export function growthDays(samples: readonly BucketSample[]): GrowthDay[] {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last) return []
  const known = new Map(samples.map(sample => [sample.day, sample]))
  const days: GrowthDay[] = []
  for (let at = Date.parse(first.day); at <= Date.parse(last.day); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push({ day, sample: known.get(day) ?? null })
  }
  return days
}
