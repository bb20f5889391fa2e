import { describeProperties } from '../../flows/kit/describe-properties.ts'
import { walksOf } from '../../flows/kit/open-flow.ts'
import { authenticateMachine } from '../../machines/authenticate/machine.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { formSentences } from './support/form-sentences.ts'

describeProperties('authenticate', walksOf(authenticateMachine, authenticateFlow, formSentences))
