import { bucketPage } from './bucket-page.ts'

/** The messages of a bucket's page, and of dialogs about one bucket. */
export const messages = {
  ...bucketPage,
}
