import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { pinMachine } from '../../machines/pin/machine.ts'
import { pinFlow } from './pin.flow.ts'

describeFlow('pin', pinMachine, pinFlow)
