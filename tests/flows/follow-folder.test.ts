import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { followFolderMachine } from '../../machines/follow-folder/machine.ts'
import { followFolderFlow } from './follow-folder.flow.ts'

describeFlow('follow-folder', followFolderMachine, followFolderFlow)
