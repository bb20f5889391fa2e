import { pinMachine } from '../../machines/pin/machine.ts'
import { pinFlow } from './pin.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('pin', pinMachine, pinFlow)
