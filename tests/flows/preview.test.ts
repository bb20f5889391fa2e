import { previewMachine } from '../../machines/preview/machine.ts'
import { previewFlow } from './preview.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('preview', previewMachine, previewFlow)
