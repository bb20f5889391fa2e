declare module 'virtual:flow-models' {
  import type { FlowModel } from './model.ts'
  /** By the ids of machines; made by build/flows-page.ts from the model tests. */
  export const models: Record<string, FlowModel>
  /** The commit that the page was started at. */
  export const revision: string
}
