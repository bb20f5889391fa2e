import { labelMaximum } from './limits.ts'
import * as v from './valibot.ts'

/** The name of a person, key or group: one line, not blank. */
export const label = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(labelMaximum, 'label-too-long'),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  v.regex(/^[^\u0000-\u001f\u007f]*$/, 'label-characters'),
)
