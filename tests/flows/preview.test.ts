import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { previewMachine } from '../../machines/preview/machine.ts'
import { previewFlow } from './preview.flow.ts'

describeFlow('preview', previewMachine, previewFlow)
