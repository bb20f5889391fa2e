import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { finderMachine } from '../../machines/finder/machine.ts'
import { finderFlow } from './finder.flow.ts'

describeFlow('finder', finderMachine, finderFlow)
