import { describeProperties } from '../../flows/kit/describe-properties.ts'
import { walksOf } from '../../flows/kit/open-flow.ts'
import { pinMachine } from '../../machines/pin/machine.ts'
import { pinFlow } from './pin.flow.ts'
import { formSentences } from './support/form-sentences.ts'

describeProperties('pin', walksOf(pinMachine, pinFlow, formSentences))
