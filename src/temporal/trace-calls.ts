import type { WorkflowClientInterceptor } from '@temporalio/client'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { grpcCode } from './temporal-errors.ts'

const SERVICE = 'temporal.api.workflowservice.v1.WorkflowService'

/** A span per call that starts, updates, signals, ends or describes a workflow: names only, never ids or payloads. */
export const traceCalls = ({ startCall }: Pick<Tracing, 'startCall'>): WorkflowClientInterceptor => {
  const traced = async <Result>(method: string, call: () => Promise<Result>): Promise<Result> => {
    const name = `${SERVICE}/${method}`
    const span = startCall({ name, fields: { 'rpc.system.name': 'grpc', 'rpc.method': name } })
    try {
      const result = await call()
      span?.end()
      return result
    } catch (error) {
      span?.end({ failure: String(grpcCode(error) ?? (error instanceof Error ? error.name : 'error')) })
      throw error
    }
  }
  return {
    startWithDetails: (input, next) => traced('StartWorkflowExecution', () => next(input)),
    startUpdate: (input, next) => traced('UpdateWorkflowExecution', () => next(input)),
    startUpdateWithStart: (input, next) => traced('ExecuteMultiOperation', () => next(input)),
    signal: (input, next) => traced('SignalWorkflowExecution', () => next(input)),
    query: (input, next) => traced('QueryWorkflow', () => next(input)),
    terminate: (input, next) => traced('TerminateWorkflowExecution', () => next(input)),
    cancel: (input, next) => traced('RequestCancelWorkflowExecution', () => next(input)),
    describe: (input, next) => traced('DescribeWorkflowExecution', () => next(input)),
  }
}
