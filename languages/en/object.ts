/** The messages of the object panel. */
export const messages = {
  'object.panel': 'Details of {name}',
  'object.tabs': 'Parts of the panel',
  'object.previous': 'Previous item',
  'object.next': 'Next item',
  'object.tab.details': 'Details',
} as const
