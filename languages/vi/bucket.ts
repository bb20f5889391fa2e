import { bucketCors } from './bucket-cors.ts'
import { bucketPage } from './bucket-page.ts'
import { bucketTags } from './bucket-tags.ts'

/** The messages of a bucket's page, and of dialogs about one bucket. */
export const messages = {
  ...bucketPage,
  ...bucketCors,
  ...bucketTags,
}
