import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { selectionMachine } from '../../machines/selection/machine.ts'
import { selectionFlow } from './selection.flow.ts'

describeFlow('selection', selectionMachine, selectionFlow)
