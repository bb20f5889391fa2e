export const bucketTags = {
  'bucket.tags.lead':
    'Names and values of your own, for example to tell projects or cost centers apart. They change nothing about the files.',
  'bucket.tags.none': 'No tags yet.',
  'bucket.tags.key': 'Key',
  'bucket.tags.value': 'Value',
  'bucket.tags.keyOf': 'Key of tag {number}',
  'bucket.tags.valueOf': 'Value of tag {number}',
  'bucket.tags.remove': 'Remove tag {number}',
  'bucket.tags.add': 'Add tag',
  'issue.tag-key-too-long': 'At most {limit, number} characters',
  'issue.tag-key-aws': 'A key cannot begin with aws:',
  'issue.tag-key-twice': 'This key is already there',
  'issue.tag-value-too-long': 'At most {limit, number} characters',
  'issue.tag-characters': 'Letters, digits, spaces and _ . : / = + - @ only',
  'issue.tags-too-many': 'At most {limit, number} tags',
  'issue.object-tags-too-many': 'At most {limit, number} tags',
} as const
