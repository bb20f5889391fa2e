export const bucketTags = {
  'issue.tag-key-too-long': 'At most 128 characters',
  'issue.tag-key-aws': 'A key cannot begin with aws:',
  'issue.tag-key-twice': 'This key is already there',
  'issue.tag-value-too-long': 'At most 256 characters',
  'issue.tag-characters': 'Letters, digits, spaces and _ . : / = + - @ only',
  'issue.tags-too-many': 'At most 50 tags',
} as const
