import { useMutation } from '@tanstack/react-query'

/** State of a button's action: whether it is running, and why it failed. @param action @throws TabletalkError */
export const useAction = <Input = void, Result = unknown>(action: (input: Input) => Promise<Result>) => {
  const { mutate: run, isPending: isBusy, error, data, reset } = useMutation({ mutationFn: action })
  return { run, isBusy, error, data, reset }
}
