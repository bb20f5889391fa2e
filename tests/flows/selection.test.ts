import { selectionMachine } from '../../machines/selection/machine.ts'
import { selectionFlow } from './selection.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('selection', selectionMachine, selectionFlow)
