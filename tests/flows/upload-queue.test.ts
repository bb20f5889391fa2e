import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { uploadQueueFlow } from './upload-queue.flow.ts'

describeFlow('upload-queue', uploadQueueMachine, uploadQueueFlow, { everyPath: ['walks'] })
