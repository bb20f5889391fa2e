const ownerships = ['BucketOwnerEnforced', 'BucketOwnerPreferred', 'ObjectWriter'] as const
/** Who owns the objects of a bucket. */
export type Ownership = (typeof ownerships)[number]

export const isOwnership = (text: string | undefined): text is Ownership =>
  ownerships.some(ownership => ownership === text)

/** A public access block; all false if none is stored. */
export type PublicAccessBlock = {
  BlockPublicAcls: boolean
  IgnorePublicAcls: boolean
  BlockPublicPolicy: boolean
  RestrictPublicBuckets: boolean
}

export const blockNames = [
  'BlockPublicAcls',
  'IgnorePublicAcls',
  'BlockPublicPolicy',
  'RestrictPublicBuckets',
] as const satisfies (keyof PublicAccessBlock)[]

const open: PublicAccessBlock = {
  BlockPublicAcls: false,
  IgnorePublicAcls: false,
  BlockPublicPolicy: false,
  RestrictPublicBuckets: false,
}

/** Stored as the names of the enabled settings. */
export const parseBlock = (stored: string | null): PublicAccessBlock =>
  stored === null ? open : { ...open, ...(JSON.parse(stored) as Partial<PublicAccessBlock>) }
